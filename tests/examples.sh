#!/bin/bash
# Builds and runs the examples of an installed copy against it, as a stranger would; those for other builds than by make are those of
# tests/consumers/.
# Test: long, turn 8
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/installed

fail() {
    echo "failed: $*"
    exit 1
}

$MAKE -C "$builddir" install prefix="$prefix" exec_prefix="$prefix" libdir="$prefix/lib" >"$scratch/install.log" 2>&1 ||
    { tail -n 30 "$scratch/install.log"; fail 'make install'; }
cp -R "$(find "$prefix" -path '*/doc/clgemm/examples')" "$scratch/examples"
chmod -R u+w "$scratch/examples"
# The copy was configured for another prefix than the scratch one.
sed -i.configured -e "s|^prefix=.*|prefix=$prefix|" -e "s|^libdir=.*|libdir=$prefix/lib|" "$prefix/lib/pkgconfig/clgemm.pc"
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
export LD_LIBRARY_PATH=$prefix/lib
if ! ls "$prefix"/lib/libclgemm.so* >/dev/null 2>&1; then
    export PKG_CONFIG="$PKG_CONFIG --static"
fi
# The programs start where they are, without a word of where the library is.
for program in clgemm-gen ${CLGEMM_BENCH:+clgemm-bench}; do
    if [ -e "$prefix/lib/libclgemm.a" ] || [ $program = clgemm-gen ]; then
        env -u LD_LIBRARY_PATH "$prefix/bin/$program" --version || fail "the installed $program does not start"
    fi
done
export CFLAGS="-O2 -Wall -Wextra -Werror $SANITIZER_CFLAGS"
unset CLGEMM_GEN CLGEMM_BENCH

cd "$scratch/examples/01-emit" || exit 99
sh emit.sh kernels || fail 01-emit
for suffix in .cl .json .h _launch.h .d; do
    [ -s "kernels/gemm$suffix" ] || fail "01-emit: gemm$suffix was not written"
done

cd ../02-library || exit 99
$MAKE && ./generate || fail 02-library

if ! $PKG_CONFIG --exists OpenCL; then
    echo '04-host-program, 05-dispatch, 08-blas, 10-experts and 11-convolutions were left out: OpenCL is not installed'
    [ -z "$CLGEMM_ALL_DEVICES" ] || exit 1
    exit 0
fi
for example in 04-host-program 05-dispatch 10-experts 11-convolutions; do
    cd "../$example" || exit 99
    $MAKE || fail "$example: make"
    if [ "$example" = 11-convolutions ]; then ./net; else ./multiply; fi
    case $? in
        0) ;;
        77)
            echo "$example was built and not run: no OpenCL device"
            [ -z "$CLGEMM_ALL_DEVICES" ] || exit 1
            ;;
        *) fail "$example" ;;
    esac
done

cd ../09-hosts || exit 99
$MAKE || fail '09-hosts: make'
for host in katago lc0 llama llama_blocks; do
    ./$host
    case $? in
        0) ;;
        77)
            echo "09-hosts was built and not run: no OpenCL device"
            [ -z "$CLGEMM_ALL_DEVICES" ] || exit 1
            ;;
        *) fail "09-hosts: $host" ;;
    esac
done

# tests/cli/netlib.sh has all types, and runs them.
cd ../08-blas || exit 99
$MAKE TYPES=s && [ -s libclgemm_blas.so ] || fail 08-blas
