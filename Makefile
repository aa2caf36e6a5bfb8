# SPDX-License-Identifier: Apache-2.0
#
# A thin front of CMake.  `make deps` installs the Debian packages; `make`,
# `make demo` and `make test` call it when something is missing.

BUILD ?= build
PACKAGES := $(shell sed 's/\#.*//' packages.txt)
CHECKS := .clang-tidy packages.txt
.PHONY: all deps check-deps demo test bench install sanitize lint clean

all: check-deps
	@test -f $(BUILD)/build.ninja || cmake -S . -B $(BUILD) -G Ninja
	@cmake --build $(BUILD)
