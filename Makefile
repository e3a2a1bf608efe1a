# make demo and make test each do everything from a bare Debian 12 clone: install what is missing
# (through apt, with sudo when not root), configure, build, run.

JOBS ?= $(shell nproc)
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)
PACKAGES := g++ cmake ninja-build pkg-config libsystemc-dev libyaml-cpp-dev libspdlog-dev libfmt-dev \
            libcli11-dev nlohmann-json3-dev zlib1g-dev catch2 librapidcheck-dev graphviz \
            libprotobuf-dev protobuf-compiler libsqlitecpp-dev libxxhash-dev
LINT_PACKAGES := clang-format clang-tidy
BENCH_PACKAGES := libbenchmark-dev libeigen3-dev libgraphblas-dev

.PHONY: build demo test test-asan nightly bench lint format clean packages

build: packages
	cmake --preset release
	cmake --build --preset release -j $(JOBS)

demo: packages
	cmake --preset release
	cmake --build --preset release -j $(JOBS) --target fiberloom
	build/release/fiberloom run graphs/matmul_ikj.yaml --check \
	  -i B:datasets/powerlaw_256.mtx -g C:shifted,of=B,transpose=1 --out out/demo
	build/release/fiberloom compare "X(i,j) = B(i,k) * C(k,j)" -f B:ds -f C:ds -f X:ds --threads 2 --check \
	  -i B:datasets/powerlaw_256.mtx -g C:shifted,of=B,transpose=1

test: build
	ctest --test-dir build/release -j $(JOBS) --output-on-failure

test-asan: packages
	cmake --preset asan
	cmake --build --preset asan -j $(JOBS)
	ctest --test-dir build/asan -j $(JOBS) --output-on-failure

# The property tests with many more cases; hours.
nightly: build
	FIBERLOOM_NIGHTLY=1 ctest --test-dir build/release -j $(JOBS) --output-on-failure --timeout 36000

bench: PACKAGES += $(BENCH_PACKAGES)
bench: packages
	cmake --preset bench
	cmake --build --preset bench -j $(JOBS)
	tests/bench/run build/bench

SOURCES = $(shell git ls-files 'src/*.cpp' 'src/*.h' 'blocks/*.cpp' 'blocks/*.h' 'tests/*.cpp' 'tests/*.h')

# clang-tidy counts what it does not show, which would hide what it does; its own failures stay.
lint: PACKAGES += $(LINT_PACKAGES)
lint: SHELL := /bin/bash
lint: .SHELLFLAGS := -o pipefail -c
lint: packages
	@clang-format --dry-run -Werror $(SOURCES)
	cmake --preset lint
	cmake --build --preset lint -j $(JOBS)
	printf '%s\n' $(filter %.cpp,$(filter-out tests/%,$(SOURCES))) | \
	  xargs -P $(JOBS) -n 4 clang-tidy --quiet -p build/lint 2>&1 | \
	  sed -u -E '/^[0-9]+ warnings? generated\.$$/d'

format:
	@clang-format -i $(SOURCES)

clean:
	rm -rf build out

packages:
	@missing=$$(for p in $(PACKAGES); do \
	  dpkg-query -W -f '$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || echo $$p; done); \
	if [ -n "$$missing" ]; then \
	  $(SUDO) apt-get update && $(SUDO) apt-get install -y --no-install-recommends $$missing; fi
