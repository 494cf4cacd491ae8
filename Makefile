# A thin layer over the presets in CMakePresets.json. `make` alone lists the targets.
export CMAKE_GENERATOR ?= $(if $(shell command -v ninja),Ninja,Unix Makefiles)
JOBS ?= $(shell nproc)
PREFIX ?= /usr/local
RINGS ?= runtime transport
MAKEFLAGS += --no-print-directory

.PHONY: help run build install test tsan clang check-all format clean

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 12

run: build ## Build, then serve: make run ARGS="--port 9000"
	build/holdpoint serve $(ARGS)

build: ## Build the program, optimised, at build/holdpoint
	@./setup.sh
	@cmake --preset release
	@cmake --build --preset release --parallel $(JOBS) --target holdpoint

install: build ## Install program and library: make install PREFIX=/usr/local
	@cmake --install build/release --prefix $(PREFIX)

test: ## Build with ASan and UBSan, run every test
	@./setup.sh --test
	@cmake --preset asan
	@cmake --build --preset asan --parallel $(JOBS)
	@ctest --preset asan --parallel $(JOBS)

tsan: ## Run the tests of runtime and transport under ThreadSanitizer
	@./setup.sh --test
	@cmake --preset tsan
	@cmake --build --preset tsan --parallel $(JOBS) --target $(RINGS:%=ring_%)
	@ctest --preset tsan --parallel $(JOBS) --label-regex "^($$(echo $(RINGS) | tr ' ' '|'))$$"

clang: ## Compile everything with clang
	@./setup.sh --test --clang
	@cmake --preset clang
	@cmake --build --preset clang --parallel $(JOBS)

check-all: test tsan clang ## All of the above, one after the other

format: ## Format every source file
	@git ls-files --cached --others --exclude-standard '*.cpp' '*.hpp' | xargs clang-format -i

clean: ## Remove everything that was built
	rm -rf build
