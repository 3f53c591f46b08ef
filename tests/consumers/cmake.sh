#!/bin/bash
# The installed CMake package, by make and by Ninja: its example; kernels of a folder for a program of another; builds that emit
# again when they must and only then; a cross build; what it refuses.
. "${srcdir:-.}/tests/consumers/common.sh"
command -v cmake >/dev/null || lacking 'cmake is not installed (Debian: cmake)'
version=$(cmake --version | sed -n 's/^cmake version //p')
printf '3.20\n%s\n' "$version" | sort -C -V || lacking "cmake is $version, and 3.20 is needed (Debian: cmake)"
install_copy
generators=('Unix Makefiles')
absent=
if command -v ninja >/dev/null; then generators+=(Ninja); else absent='ninja (Debian: ninja-build)'; fi
# Compilers are started often; the language alone is asked for once.
export CC
prefix=$(dirname "$(dirname "$gen")")
configure=(cmake -S . -DCMAKE_PREFIX_PATH="$prefix")

# project TEXT: CMakeLists.txt of a project without a compiler.
project() {
    printf 'cmake_minimum_required(VERSION 3.20)\nproject(kernels NONE)\nfind_package(clgemm REQUIRED)\n%s\n' "$1" >CMakeLists.txt
}

# ---------------------------------------------------------------- the example
system='examples/06-cmake'
example 06-cmake
works "${configure[@]}" -B build
works cmake --build build
prints '^__kernel' build/print_kernel
prints 'M = 16, N = 16, K = 16' build/generate cpu 16x16x16
grep -q 'fma(' build/clgemm/print_kernel/gemm.h || fail 'the profile of the example was not read'
if [ -e "$installed/libclgemm.a" ] && ls "$installed"/libclgemm.so* >/dev/null 2>&1; then
    mkdir "$scratch/shared" && mv "$installed"/libclgemm.so* "$scratch/shared"
    system='the static library'
    works "${configure[@]}" -B static
    works cmake --build static --target generate
    prints '^__kernel' static/generate
    mv "$scratch"/shared/* "$installed"
fi

# ---------------------------------------------------------------- a project of several folders
for generator in "${generators[@]}"; do
    begin "cmake ${generator// /-}"
    mkdir kernels program
    cat >CMakeLists.txt <<'C'
cmake_minimum_required(VERSION 3.20)
project(folders C)
add_subdirectory(program)
add_subdirectory(kernels)
C
    cat >kernels/CMakeLists.txt <<'C'
find_package(clgemm REQUIRED)
add_library(kernels INTERFACE)
clgemm_add_kernels(TARGET kernels NAME gemm PROFILE ../my.json OPTIONS --family naive EMIT header)
C
    cat >program/CMakeLists.txt <<'C'
add_executable(program program.c)
target_link_libraries(program PRIVATE kernels)
C
    cp ../"a copy"/06-cmake/print_kernel.c program/program.c
    works "${configure[@]}" -B build -G "$generator" -DCLGEMM_GENERATOR="$PWD/emit"
    every_change cmake --build build
    prints ' mad(' build/program/program
    echo '{"options": {"common": "--mad fma"}}' >my.json
    works cmake --build build
    prints ' fma(' build/program/program
done

# ---------------------------------------------------------------- files, templates, a dispatch
system='files'
mkdir "$scratch/work/files" && cd "$scratch/work/files" || exit 99
cp "$(pkg-config --variable=examplesdir clgemm)/05-dispatch/tuned.json" .
mkdir mine && echo '// Of a template of my own.' >mine/added
cp "$(pkg-config --variable=templatesdir clgemm)/naive.cl.mustache" mine
echo '// Of a template of my own.' >>mine/naive.cl.mustache
"$gen" --print interface llama_mul_mm_f32 | sed 's/"entry": "kernel_mul_mm_f32_f32_l4_lm"/"entry": "of_a_host"/' >host.json
printf 'm,n,k\n1,4096,4096\n' >shapes.csv
project 'add_custom_target(files ALL)
clgemm_add_kernels(TARGET files PRESET block_read_16x2_1x8 EMIT cl json header launcher)
clgemm_add_kernels(TARGET files NAME own TEMPLATES mine OPTIONS --family naive EMIT cl)
clgemm_add_kernels(TARGET files NAME host INTERFACE host.json OPTIONS --family register EMIT cl)
clgemm_add_kernels(TARGET files NAME many PROFILE ./tuned.json EMIT dispatch header launcher FOLDER many)
clgemm_add_kernels(TARGET files NAME few PROFILE cpu-avx512 SHAPES shapes.csv MOST_KERNELS 2 EMIT dispatch launcher)
if(NOT EXISTS ${clgemm_TEMPLATES_DIR}/naive.cl.mustache OR NOT EXISTS ${clgemm_PROFILES_DIR}/cpu.json OR NOT EXISTS ${clgemm_EXAMPLES_DIR}/06-cmake)
  message(FATAL_ERROR "a folder is not where the package says")
endif()'
works "${configure[@]}" -B build
works cmake --build build
for file in clgemm/files/{files.cl,files.json,files.h,files_launch.h,own.cl} many/{many.cl,many_dispatch.h,many_launch.h}; do
    [ -s "build/$file" ] || fail "$file was not written"
done
grep -q 'Of a template of my own' build/clgemm/files/own.cl || fail 'TEMPLATES has no effect'
grep -q '^void of_a_host(' build/clgemm/files/host.cl || fail 'INTERFACE has no effect'
sed -i 's/of_a_host/changed/' host.json
works cmake --build build
grep -q '^void changed(' build/clgemm/files/host.cl || fail 'a kernel is not emitted again for another interface'
grep -q 'KERNEL_COUNT [12]$' build/clgemm/files/few_dispatch.h || fail 'SHAPES and MOST_KERNELS have no effect'
echo '900,900,900' >>shapes.csv
works cmake --build build
grep -q ' of 2 shapes of a program:$' build/clgemm/files/few_dispatch.h || fail 'a dispatch is not emitted again for other shapes'

# ---------------------------------------------------------------- a cross build
# The copy is one for another machine; the generator of this one is at another place.
system='a cross build'
mkdir "$scratch/host" && mv "$gen" "$scratch/host" && echo 'for another machine' >"$gen" && chmod +x "$gen"
cross=("${configure[@]}" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=other)
project 'add_custom_target(gemm ALL)
clgemm_add_kernels(TARGET gemm)'
refuses 'no clgemm-gen was found that runs on this machine; set CLGEMM_GENERATOR to its path' \
    "${cross[@]}" -B cross -DCMAKE_FIND_ROOT_PATH="$root"
works "${cross[@]}" -B told -DCLGEMM_GENERATOR="$scratch/host/clgemm-gen"
works cmake --build told
[ -s told/clgemm/gemm/gemm.h ] || fail 'nothing was emitted in a cross build with CLGEMM_GENERATOR'
(
    export PATH=$scratch/host:$PATH
    works "${cross[@]}" -B found -DCMAKE_FIND_ROOT_PATH="$root"
    works cmake --build found
    [ -s found/clgemm/gemm/gemm.h ] || fail 'nothing was emitted in a cross build by the generator of the PATH'
    finish
) || failed=1
mv "$scratch/host/clgemm-gen" "$gen"

# ---------------------------------------------------------------- refusals
system='a refusal'
while IFS='|' read -r call sentence; do
    project "add_custom_target(gemm ALL)
$call"
    refuses "$sentence" "${configure[@]}" -B refused
done <<'END_OF_ROWS'
clgemm_add_kernels(TARGET other)|TARGET 'other' is no target that was added before
clgemm_add_kernels(TARGET gemm EMIT header pdf)|EMIT takes cl, json, header, launcher, selftest and dispatch, not 'pdf'
clgemm_add_kernels(TARGET gemm PRESSET none)|not understood: PRESSET;none
clgemm_add_kernels(TARGET gemm NAME)|not understood: NAME
find_package(clgemm 99 REQUIRED)|compatible with requested version "99"
find_package(clgemm 0.99 REQUIRED)|compatible with requested version "0.99"
END_OF_ROWS
project 'add_custom_target(gemm ALL)
clgemm_add_kernels(TARGET gemm OPTIONS --tile 0x0)'
works "${configure[@]}" -B broken
refuses "clgemm-gen: " cmake --build broken

cd "$scratch/work" || exit 99
if [ -n "$absent" ]; then
    echo "left out, as it is not installed: $absent"
    [ -z "$CLGEMM_ALL_DEVICES" ] || exit 1
fi
finish
