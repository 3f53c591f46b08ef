# Read by the tests of clgemm-gen: a scratch folder to work in, and what to expect of a run.
# $gen is the program, `finish` ends a test.
gen=${CLGEMM_GEN:-./clgemm-gen}
gen=$(cd "$(dirname "$gen")" && pwd)/$(basename "$gen")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/work" && cd "$scratch/work" || exit 99
# What the system says is compared too.
export LC_ALL=C
failed=0

fail() {
    printf 'failed: %s\n' "$*"
    failed=1
}

finish() {
    exit $failed
}

# expect STATUS SENTENCE COMMAND...: runs the command; standard output goes to $scratch/output.
# Fails unless it ends with the status and standard error is the one line "clgemm-gen: SENTENCE", or
# nothing where SENTENCE is empty. A * at the end of the sentence stands for anything.
expect() {
    local status=$1 sentence=$2 got said wanted
    shift 2
    "$@" >"$scratch/output" 2>"$scratch/said" </dev/null
    got=$?
    said=$(cat "$scratch/said")
    wanted=${sentence:+clgemm-gen: }$sentence
    [ "$got" = "$status" ] || fail "$* gave $got, not $status: $said"
    case $wanted in
    *'*') [[ $said == "${wanted%\*}"* ]] || fail "$* said '$said', not '$wanted'" ;;
    *) [ "$said" = "$wanted" ] || fail "$* said '$said', not '$wanted'" ;;
    esac
    [ "$(wc -l <"$scratch/said")" -le 1 ] || fail "$* said more than one line: $said"
}

# expect_files NAME...: exactly these entries are in the working folder, sorted as ls does.
expect_files() {
    local there
    there=$(echo $(ls -A))
    [ "$there" = "$*" ] || fail "the folder holds '$there', not '$*'"
}

# expect_output TEXT: the last run printed exactly that.
expect_output() {
    [ "$(cat "$scratch/output")" = "$1" ] || fail "printed '$(head -c 300 "$scratch/output")', not '$1'"
}
