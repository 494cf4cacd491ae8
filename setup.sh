#!/bin/sh
# Finds what the build needs on Debian 12 / Ubuntu 24.04 or newer, and offers to install it.
# Says nothing, and costs next to nothing, when nothing is missing.
#
#   ./setup.sh [--test] [--clang]     --test: also what `make test` needs, --clang: also clang
#   CI=true or YES=1                  do not ask, install
set -eu

fail() { echo "setup: $*" >&2; exit 1; }

missing=''                        # packages, and the word `boost` until we know which one
need_command() { command -v "$2" >/dev/null || missing="$missing $1"; }
need_python() { [ -e "/usr/lib/python3/dist-packages/$2" ] || missing="$missing $1"; }
need_header() { [ -e "/usr/include/$2" ] || [ -e "/usr/local/include/$2" ] || missing="$missing $1"; }
have_library() { for lib in /usr/lib/*/"lib$1".so /usr/lib/"lib$1".so /usr/local/lib/"lib$1".so; do
  [ -e "$lib" ] && return; done; return 1; }

# Prints BOOST_VERSION of the headers found, 108100 for 1.81.0; 0 when there are none.
boost_found() {
  for dir in /usr/local/include /usr/include; do
    [ -e "$dir/boost/version.hpp" ] || continue
    while read -r define name value; do
      [ "$define $name" = '#define BOOST_VERSION' ] && echo "$value" && return
    done <"$dir/boost/version.hpp"
  done
  echo 0
}

find_missing() {
  need_command g++ g++
  need_command cmake cmake
  need_command ninja-build ninja
  need_command ccache ccache
  if [ "$(boost_found)" -lt 108100 ] || ! have_library boost_json || ! have_library boost_url; then
    missing="$missing boost"
  fi
  need_header libsimdjson-dev simdjson.h
  need_header libspdlog-dev spdlog/spdlog.h
  need_header libssl-dev openssl/ssl.h
  need_header libre2-dev re2/re2.h
  need_header libsqlite3-dev sqlite3.h
  need_header libtomlplusplus-dev toml++/toml.h
  need_header libcli11-dev CLI/CLI.hpp
  for argument in "$@"; do
    case $argument in
      --test)
        need_header libgtest-dev gtest/gtest.h
        need_header libgmock-dev gmock/gmock.h
        need_command nodejs node
        need_command npm npm
        need_python python3-websockets websockets
        ;;
      --clang)
        need_command clang clang++
        need_command lld ld.lld
        need_command clang-format clang-format
        ;;
      *) fail "unknown option $argument (there are --test and --clang)" ;;
    esac
  done
}

# Prints the Boost packages to install: the distribution's own Boost if it is 1.81 or newer, else
# the newest versioned one (Debian 12: 1.74 is its own, 1.81 comes beside it).
boost_packages() {
  own=$(apt-cache policy libboost-dev 2>/dev/null | sed -n 's/^ *Candidate: *\([0-9]*\.[0-9]*\).*/\1/p')
  if [ -n "$own" ] && dpkg --compare-versions "$own" ge 1.81; then
    echo libboost-dev libboost-json-dev libboost-url-dev
    return
  fi
  newest=$(apt-cache search --names-only '^libboost-url1\.[0-9]+-dev$' |
    sed -n 's/^libboost-url\(1\.[0-9]*\)-dev.*/\1/p' | sort -V | tail -n 1)
  if [ -n "$newest" ] && dpkg --compare-versions "$newest" ge 1.81; then
    echo "libboost$newest-dev libboost-json$newest-dev libboost-url$newest-dev"
  fi
}

# Prints the packages in $missing, with Boost by its real names where they are known.
packages() {
  for package in $missing; do
    if [ "$package" = boost ]; then
      boost=$(boost_packages)
      echo "${boost:-boost>=1.81}"
    else
      echo "$package"
    fi
  done | tr '\n' ' '
}

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

install_missing() {
  as_root apt-get update -q
  wanted=$(packages)
  case $wanted in
    *'>='*) fail 'this distribution has no Boost 1.81 or newer; Debian 12 and Ubuntu 24.04 have' ;;
  esac
  # shellcheck disable=SC2086  # one word a package
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $wanted
}

find_missing "$@"
[ -z "$missing" ] && exit 0

command -v apt-get >/dev/null || fail "missing:$missing (no apt-get here: please install by hand)"
echo "Holdpoint needs packages that are not installed: $(packages)"
if [ "${CI:-}" = true ] || [ "${YES:-}" = 1 ]; then
  :
elif [ -t 0 ]; then
  printf 'Install them now with apt-get? [Y/n] '
  read -r answer
  case $answer in
    '' | [Yy]*) ;;
    *) fail 'nothing installed' ;;
  esac
else
  fail "to install them, type: YES=1 ./setup.sh $*"
fi

install_missing
missing=''
find_missing "$@"
[ -z "$missing" ] || fail "still missing after the installation:$missing"
