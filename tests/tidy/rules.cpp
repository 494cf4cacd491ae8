#include "tests/tidy/rules.hpp"

#include <algorithm>
#include <cstddef>
#include <regex>
#include <string_view>
#include <utility>

namespace holdpoint::tidy {
namespace {

using Words = std::vector<std::string_view>;

// A folder and the folders it may include from; its own is understood. The longest name that fits
// a path is its layer, so transport/net is a layer of its own.
struct Layer {
  std::string_view folder;
  Words may_include;
};

const std::vector<Layer> layers{
    {"runtime", {}},
    {"transport/net", {"runtime"}},
    {"transport/wire", {"runtime"}},
    {"transport", {"runtime", "transport/net", "transport/wire"}},
    {"models", {"runtime", "transport/net"}},
    {"storage", {"runtime"}},
    {"tools", {"runtime"}},
    {"fixtures",
     {"runtime", "models", "transport", "transport/net", "transport/wire", "storage", "tools"}},
    {"app",
     {"runtime", "transport", "transport/net", "transport/wire", "models", "storage", "tools",
      "fixtures"}},
};

// A word and where it must not stand. `in` and `except` are beginnings of paths; an empty `in`
// means everywhere.
struct Forbidden {
  std::regex word;
  std::string_view why;
  Words in = {};
  Words except = {};
};

const std::vector<Forbidden> forbidden_headers{
    {std::regex{"<boost/beast"}, "the runtime knows no wire", {"runtime/"}},
    {std::regex{"<boost/asio/(ip|ssl|local)/"}, "the runtime knows no socket", {"runtime/"}},
    {std::regex{"<boost/(asio|beast)"}, "codecs do no I/O", {"transport/wire/"}},
    {std::regex{"<(sqlite3|libpq-fe|libpq/)"},
     "all SQL lives in storage",
     {},
     {"storage/", "tests/storage/"}},
    {std::regex{R"(<(CLI/|toml\+\+))"},
     "only app reads the command line and its file",
     {},
     {"app/", "tests/app/"}},
};

const std::vector<Forbidden> forbidden_words{
    {std::regex{R"(\busing namespace (?!.*literals;))"},
     "names are written where they come from",
     {},
     {"examples/", "app/template/", "tests/install/"}},  // written as users write
    {std::regex{R"(\bdetached\b)"}, "what is spawned is owned and joined", {}, {"app/"}},
    {std::regex{R"(\bsleep_(for|until)\b)"}, "a test that sleeps is slow or wrong", {"tests/"}},
    {std::regex{R"(_clock::now\b)"},
     "time comes from the clock that was given",
     {"runtime/"},
     {"runtime/clock."}},
};

constexpr std::size_t columns_max = 100;

bool begins_with_any(std::string_view path, const Words& beginnings) {
  return std::ranges::any_of(beginnings, [&](auto begin) { return path.starts_with(begin); });
}

bool applies(const Forbidden& rule, std::string_view path) {
  return (rule.in.empty() || begins_with_any(path, rule.in)) && !begins_with_any(path, rule.except);
}

const Layer* layer_of(std::string_view path) {
  const Layer* found = nullptr;
  for (const auto& layer : layers) {
    const bool inside =
        path.starts_with(layer.folder) && path.substr(layer.folder.size()).starts_with('/');
    if (inside && (!found || layer.folder.size() > found->folder.size())) found = &layer;
  }
  return found;
}

std::string layer_name(std::string_view path) {
  const auto* layer = layer_of(path);
  return std::string{layer ? layer->folder : path.substr(0, path.find('/'))};
}

bool may_include(std::string_view from, std::string_view included) {
  const auto* own = layer_of(from);
  const auto* other = layer_of(included);
  if (!other || own == other) return true;
  if (from.starts_with("tests/app/")) return true;
  if (!own) return other->folder != "app";  // tests, examples, bench
  return std::ranges::count(own->may_include, other->folder) > 0;
}

// UTF-8: every byte but the continuations begins a character.
std::size_t columns(std::string_view line) {
  return static_cast<std::size_t>(std::ranges::count_if(
      line, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

class Findings {
 public:
  explicit Findings(const SourceFile& file) : file_{file} {}

  void add(std::size_t line, std::string_view what) {
    found_.push_back(file_.path + ":" + std::to_string(line + 1) + ": " + std::string{what});
  }
  std::vector<std::string> take() { return std::move(found_); }

 private:
  const SourceFile& file_;
  std::vector<std::string> found_;
};

void check_include(const SourceFile& file, std::size_t line, Findings& findings) {
  static const std::regex ours{R"re(^\s*#\s*include "([^"]+)")re"};
  static const std::regex any{R"(^\s*#\s*include\b)"};
  const auto& text = file.text[line];
  if (!std::regex_search(file.code[line], any)) return;  // it stands in a comment

  std::smatch match;
  if (std::regex_search(text, match, ours)) {
    const auto included = match[1].str();
    if (included.find('/') == std::string::npos || included.starts_with('.')) {
      findings.add(line, "includes start at the root of the project: \"" + included + "\"");
    } else if (!may_include(file.path, included)) {
      findings.add(line, layer_name(file.path) + " may not include \"" + included + "\"");
    }
  }
  for (const auto& rule : forbidden_headers) {
    if (applies(rule, file.path) && std::regex_search(text, rule.word))
      findings.add(line, rule.why);
  }
}

void check_opening(const SourceFile& file, Findings& findings) {
  bool once = false;
  bool comment = false;
  for (const auto& line : file.text) {
    if (line == "#pragma once") {
      once = true;
    } else if (line.starts_with("//")) {
      comment = true;
    } else if (!line.empty()) {
      break;
    }
  }
  if (!once) findings.add(0, "a header opens with #pragma once");
  if (!comment)
    findings.add(0, "a header opens with what it is, who owns it, which threads may call it");
}

}  // namespace

std::vector<std::string> check(const SourceFile& file) {
  Findings findings{file};
  static const std::regex hidden{"(^|/)(detail|impl|include|src)/"};
  if (std::regex_search(file.path, hidden)) {
    findings.add(0, "header and source lie side by side in their layer's folder");
  }
  if (file.path.ends_with(".hpp")) check_opening(file, findings);
  for (std::size_t line = 0; line < file.text.size(); ++line) {
    if (columns(file.text[line]) > columns_max)
      findings.add(line, "a line has at most 100 columns");
    check_include(file, line, findings);
    for (const auto& rule : forbidden_words) {
      if (applies(rule, file.path) && std::regex_search(file.code[line], rule.word))
        findings.add(line, rule.why);
    }
  }
  return findings.take();
}

}  // namespace holdpoint::tidy
