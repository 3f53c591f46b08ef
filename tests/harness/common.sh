# For the shell tests of the harness: where things are, and how to say what was expected.
: "${srcdir:=.}" "${CLGEMM_BENCH:=./clgemm-bench}"
data=$srcdir/tests/harness/data
standin=${builddir:-.}/tests/harness/standin # for the worker: --worker "$standin"
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
failed=0
# OpenBLAS takes the core type that it takes by itself, so `compare` need not measure all of them: tests/harness/core_types.sh does.
export OPENBLAS_CORETYPE=${OPENBLAS_CORETYPE:-own}

. "$srcdir/tests/lacking.sh"
. "$srcdir/tests/in_share.sh"

# What is tested here is the harness: PoCL needs most of its time to optimise kernels.
export POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable

# With all devices a test takes the first of them in its share of the runs, and PoCL in the others: Intel's compiler takes twice as long, and
# what is tested here is the harness.
number=$(find "$srcdir/tests/harness" -name '*.sh' | sed 's,.*/,,' | sort | grep -n -x -F "${0##*/}" | cut -d : -f 1)
vendors=${OCL_ICD_VENDORS:-/etc/OpenCL/vendors}
if [ -n "${CLGEMM_ALL_DEVICES:-}" ] && [ -f "$vendors/pocl.icd" ] && ! in_share "${number:-0}"; then
    export OCL_ICD_VENDORS=$vendors/pocl.icd
fi

# Skips the test where no OpenCL device is to be found.
need_device() {
    "$CLGEMM_BENCH" devices >"$scratch/devices" 2>&1 || lacking "$(tail -n 1 "$scratch/devices")"
}

# expect CODE PATTERN WORD...: runs clgemm-bench WORD...; its exit code must be CODE and its output
# (both streams) must have a line that matches the extended regular expression PATTERN. A tune of a device is told the peak: to measure one
# takes longer than most of these runs.
expect() {
    local code=$1 pattern=$2 got
    shift 2
    case " $* " in
    *' --worker '*) ;;
    ' tune '*) set -- tune --peak 100000 "${@:2}" ;;
    esac
    "$CLGEMM_BENCH" "$@" >"$scratch/output" 2>&1 </dev/null
    got=$?
    if [ "$got" -ne "$code" ] || ! grep -q -E -e "$pattern" "$scratch/output"; then
        printf 'clgemm-bench %s\n  exit code %s, expected %s; expected a line like: %s\n' "$*" \
            "$got" "$code" "$pattern"
        sed 's/^/  > /' "$scratch/output" | cut -c 1-400 | head -n 20
        failed=1
    fi
}

# device_with EXTENSION: the words that pick the first device that has it, in the array `chosen`; fails where there is none.
device_with() {
    read -r -a chosen < <("$CLGEMM_BENCH" devices --json 2>/dev/null </dev/null |
        grep -E "\"extensions\":\"([^\"]* )?$1[ \"]" |
        sed -n -E '1s/.*"platform":([0-9]+),"device":([0-9]+),.*/-t all -p \1 -d \2/p')
    [ "${#chosen[@]}" -gt 0 ]
}

# edited NAME SED-EXPRESSION: a copy of data/NAME.json and its source in $scratch, the source edited;
# the edit must change something. To be run with --edited.
edited() {
    cp "$data/$1.json" "$scratch/$1.json"
    sed -E "$2" "$data/$1.cl" >"$scratch/$1.cl"
    if cmp -s "$data/$1.cl" "$scratch/$1.cl"; then
        echo "the edit changes nothing: $2"
        failed=1
    fi
}

# by_hand FILE SED-EXPRESSION: edits lines of a journal, which becomes one of the earlier form: its lines need no check values.
by_hand() {
    sed -i -E -e "$2" -e '1s/2\}$/1}/; s/^\{"after":"[0-9a-f]{16}",/{/; s/,"check":"[0-9a-f]{16}"\}$/}/' "$1"
}

# markdown_tables COUNT: the output has so many tables of Markdown, each with as many cells in a row as titles.
markdown_tables() {
    awk -v wanted="$1" '
        function cells(line) { gsub(/\\\|/, "", line); return gsub(/\|/, "", line) }
        /^\|/ && !within { within = 1; titles = cells($0); tables++ }
        /^\|/ && cells($0) != titles { print "a row of " cells($0) " cells, titles of " titles ": " $0; bad = 1 }
        !/^\|/ { within = 0 }
        END { if (tables != wanted) { print tables + 0 " tables of Markdown, expected " wanted; bad = 1 } exit bad }
    ' "$scratch/output" || { sed 's/^/  > /' "$scratch/output" | head -n 30; failed=1; }
}

# equal WHAT GOT EXPECTED
equal() {
    if [ "$2" != "$3" ]; then
        echo "$1: $2, expected $3"
        failed=1
    fi
}

need_chromium() {
    chromium=$(command -v chromium || command -v chromium-browser) || lacking 'there is no chromium (Debian: chromium)'
}

# look [quick:|dom:]PAGE...: what is wrong with pages in a browser goes to $scratch/found (look.py).
look() {
    if ! timeout 300 python3 "$srcdir/tests/harness/look.py" "$chromium" "$scratch" "$@" >"$scratch/found" 2>"$scratch/errors"; then
        echo 'the browser does not do what it is told'
        tail -n 5 "$scratch/errors"
        failed=1
    fi
}
