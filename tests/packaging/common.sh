# Read by the tests of packages: the release of this tree, and systems of Debian in folders, in which packages are built, installed and
# used as on a machine that has nothing else. The base system and the downloaded packages stay in packages/ of the build folder.
# shellcheck disable=SC2154 # srcdir, builddir
. "$srcdir/tests/lacking.sh"
suite=bookworm
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
kept=$builddir/packages
mkdir -p "$kept/archives/partial" || exit 99
scratch=$(mktemp -d "$kept/test.XXXXXX") || exit 99
trap 'rm -rf "$scratch"' EXIT
failed=0

# works COMMAND...: it succeeds, else the test ends; its output is in $scratch/output.
works() {
    "$@" >"$scratch/output" 2>&1 </dev/null || {
        tail -n 60 "$scratch/output"
        echo "failed: $*"
        exit 1
    }
}

# make_release: $release is what `make dist` writes, $version its version. Tests that run at the same time make it one after another.
make_release() {
    from_build dist-gzip
}

# make_recipes: the release, and the recipe for conda-forge and the formula for Homebrew in $scratch, for it.
make_recipes() {
    from_build recipes recipes_folder="$scratch" HOMEPAGE=https://example.org/clgemm URL=https://example.org/clgemm-@.tar.gz
}

from_build() {
    version=$(sed -n 's/^AC_INIT(\[clgemm\], \[\(.*\)\])$/\1/p' "$srcdir/configure.ac")
    release=$scratch/clgemm-$version.tar.gz
    exec 9>"$kept/lock"
    flock 9
    works "$MAKE" -C "$builddir" "${@/@/$version}"
    cp "$builddir/clgemm-$version.tar.gz" "$release"
    exec 9>&-
}

need_system() {
    command -v debootstrap >/dev/null || lacking 'debootstrap is not installed (Debian: debootstrap)'
    [ "$(id -u)" = 0 ] || lacking 'a system in a folder takes root: sudo make check-packages'
    unshare --mount --pid --fork true 2>/dev/null || lacking 'no mount namespace can be made here (a container needs --privileged)'
    [ ! -e "$kept/$suite" ] || return 0
    rm -rf "$kept/making"
    debootstrap --variant=minbase "$suite" "$kept/making" "$mirror" >"$scratch/output" 2>&1 || {
        tail -n 10 "$scratch/output"
        lacking "debootstrap gets no $suite from $mirror; DEBIAN_MIRROR names another mirror"
    }
    mv "$kept/making" "$kept/$suite"
}

# system NAME: a fresh one in $scratch/NAME, which knows what packages there are.
system() {
    works cp -a "$kept/$suite" "$scratch/$1"
    cp /etc/resolv.conf "$scratch/$1/etc/"
    works inside "$1" apt-get update
}

# inside NAME COMMAND...: runs in the system, as root, with nothing of this machine's environment. Its mounts and processes end with it.
inside() {
    # shellcheck disable=SC2016 # expanded by the inner shell
    unshare --mount --pid --fork --kill-child "$BASH" -e -c '
        mount -t proc proc "$1/proc"
        mount --rbind /sys "$1/sys"
        mount --bind "$2" "$1/var/cache/apt/archives"
        exec chroot "$1" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root \
            DEBIAN_FRONTEND=noninteractive "${@:3}"' - "$scratch/$1" "$kept/archives" "${@:2}"
}

# installs NAME PACKAGE...: packages of Debian, or files of the system (/build/x.deb), with what they depend on.
installs() {
    works inside "$1" apt-get install -y --no-install-recommends "${@:2}"
}

# need_from_pypi NAME PACKAGE: a venv in packages/NAME that has it.
need_from_pypi() {
    [ ! -e "$kept/$1/complete" ] || return 0
    rm -rf "${kept:?}/$1"
    { python3 -m venv "$kept/$1" && "$kept/$1/bin/pip" install "$2"; } >"$scratch/output" 2>&1 </dev/null || {
        tail -n 5 "$scratch/output"
        lacking "$1 cannot be had: 'pip install $2' in a venv fails (Debian: python3-venv; the network)"
    }
    touch "$kept/$1/complete"
}
