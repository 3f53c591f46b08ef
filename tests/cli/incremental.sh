#!/bin/bash
# Emitting while a project is built: the rules of --depfile work with make, Ninja, Meson and CMake. What an emitted file is
# made from makes it anew when it changes or is touched, once; a build after that has nothing to do.
. "${srcdir:-.}/tests/cli/common.sh"
. "${srcdir:-.}/tests/consumers/changes.sh"
ran=0
absent=

# needs PROGRAM PACKAGE: false where the program is not there, which is told at the end.
needs() {
    command -v "$1" >/dev/null && ran=$((ran + 1)) && return 0
    absent="$absent $1 (Debian: $2)"
    return 1
}

if needs "${MAKE:-make}" make; then
    begin make --family naive --name gemm --emit header
    printf '%s\n' 'gemm.h: emit' $'\t./emit --for ./my.json -o $@ --depfile gemm.d' '-include gemm.d' >Makefile
    every_change "${MAKE:-make}"
    # An input that is gone is no error of make's, but of the generator's.
    mv my.json away.json
    "${MAKE:-make}" >"$scratch/output" 2>&1 && fail 'make has nothing to do without an input'
    grep -q 'cannot read profile ./my.json' "$scratch/output" || fail "make without an input said $(cat "$scratch/output")"
fi

if needs ninja ninja-build; then
    begin ninja --family naive --name gemm --emit header
    cat >build.ninja <<'END'
rule emit
  command = ./emit --for ./my.json -o $out --depfile $out.d
  depfile = $out.d
  deps = gcc
build gemm.h: emit | emit
END
    every_change ninja

    # What did not change does not build again what depends on it.
    begin restat --family naive --name gemm --emit header
    cat >build.ninja <<'END'
rule emit
  command = ./emit --for ./my.json -o $out --depfile $out.d --if-changed
  depfile = $out.d
  restat = 1
rule use
  command = echo used >>$out
build gemm.h: emit | emit
build used: use gemm.h
END
    every_change ninja
    [ "$(wc -l <used)" = 2 ] || fail "the file was used $(wc -l <used) times, not 2: when it was new, and when it changed"
fi

if needs meson meson && command -v ninja >/dev/null; then
    begin meson --family naive --name gemm --emit header
    cat >meson.build <<'END'
project('kernel')
custom_target('gemm.h', output: 'gemm.h', depfile: 'gemm.d', build_by_default: true,
    command: [find_program('./emit'), '--for', meson.current_source_dir() / 'my.json', '-o', '@OUTPUT@', '--depfile', '@DEPFILE@'])
END
    meson setup build >"$scratch/output" 2>&1 || { tail -n 20 "$scratch/output"; fail 'meson setup'; }
    every_change ninja -C build
fi

if needs cmake cmake; then
    for generator in 'Unix Makefiles' Ninja; do
        [ "$generator" = Ninja ] && ! command -v ninja >/dev/null && continue
        begin "cmake-${generator// /-}" --family naive --name gemm --emit header
        cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(kernel NONE)
add_custom_command(OUTPUT gemm.h DEPFILE gemm.d DEPENDS emit
    COMMAND ${CMAKE_SOURCE_DIR}/emit --for ${CMAKE_SOURCE_DIR}/my.json -o gemm.h --depfile gemm.d)
add_custom_target(kernel ALL DEPENDS gemm.h)
END
        if ! cmake -G "$generator" -S . -B build >"$scratch/output" 2>&1; then
            grep -q 'CMake 3.20 or higher' "$scratch/output" || { tail -n 20 "$scratch/output"; fail "cmake -G $generator"; }
            absent="$absent CMake 3.20"
            continue
        fi
        every_change cmake --build build
    done
fi

cd "$scratch/work" || exit 99
[ -z "$absent" ] || echo "left out, as they are not installed:$absent"
if [ -n "$absent" ] && [ -n "$CLGEMM_ALL_DEVICES" ]; then exit 1; fi
if [ "$ran" = 0 ]; then exit 77; fi
finish
