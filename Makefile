# SPDX-License-Identifier: Apache-2.0
#
# A thin front of CMake.  Every target installs the Debian packages of
# packages.txt first when one is missing.

BUILD ?= build
CMAKE_ARGS ?=
PREFIX ?= /usr/local

.PHONY: all check-deps deps demo test bench install sanitize lint clean

all: check-deps
	@cmake -S . -B $(BUILD) -G Ninja -DCMAKE_INSTALL_PREFIX=$(PREFIX) $(CMAKE_ARGS) > $(BUILD)-configure.log 2>&1 \
	  || { cat $(BUILD)-configure.log; exit 1; }
	@cmake --build $(BUILD)

check-deps:
	@scripts/packages.sh check || scripts/packages.sh install

deps:
	@scripts/packages.sh install

demo: all
	@examples/demo.sh $(BUILD)/src/tercet

test: all
	@ctest --test-dir $(BUILD) --output-on-failure --output-junit $(CURDIR)/$(BUILD)/results.xml

bench: all
	@cmake --build $(BUILD) --target bench_all
	@bench/run.sh $(BUILD)/bench

install: all
	@cmake --install $(BUILD)

# The same tests under AddressSanitizer and UndefinedBehaviorSanitizer.
sanitize:
	@$(MAKE) test BUILD=build-sanitize CMAKE_ARGS="-DTERCET_SANITIZE=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo"

lint: all
	@scripts/lint.sh $(BUILD)

clean:
	rm -rf build build-* *-configure.log
