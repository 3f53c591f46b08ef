#!/bin/bash
# What shells complete of clgemm-bench, and zsh and fish of clgemm-gen: commands, options of the command alone, values, names, files.
. "${srcdir:-.}/tests/harness/common.sh"
folder=$srcdir/doc/completion
mkdir "$scratch/bin" "$scratch/work"
ln -s "$(realpath "$CLGEMM_BENCH")" "$scratch/bin/clgemm-bench"
ln -s "$(realpath "$CLGEMM_GEN")" "$scratch/bin/clgemm-gen"
export PATH=$scratch/bin:$PATH
folder=$(realpath "$folder")
cd "$scratch/work" || exit 99
touch mine.json other.csv
mkdir "$scratch/profiles"
export CLGEMM_PROFILES=$scratch/profiles
echo '{"inherits": "cpu"}' >"$CLGEMM_PROFILES/My_own.json"

# answers SHELL EXPECTED WORD...: what the shell offers for the last word, sorted; EXPECTED is a pattern of bash for all of it.
answers() {
    local shell=$1 expected=$2 got
    shift 2
    got=$("$shell"_answers "$@" | grep . | sort -u | paste -s -d ' ')
    # shellcheck disable=SC2053
    if [[ $got != $expected ]]; then
        echo "$shell, $*: $got"
        echo "  expected: $expected"
        failed=1
    fi
}

bash_answers() {
    bash -c '. "$1"; shift; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); program=$1
        shift $(($# - 2)); _clgemm_bench "$program" "$2" "$1"; printf "%s\n" "${COMPREPLY[@]}"' - "$folder/clgemm-bench" "$@"
}

# complete SHELL: the questions that all shells answer alike.
complete_all() {
    answers "$1" '*bench check compare devices *ladder offline profile report study tune*' clgemm-bench ''
    answers "$1" 'report' clgemm-bench re
    answers "$1" '--bandwidth' clgemm-bench report --b
    answers "$1" '--require-engine --require-no-spills --require-share --require-simd' clgemm-bench offline --req
    answers "$1" '' clgemm-bench report --require
    answers "$1" 'mine.json' clgemm-bench check m
    answers "$1" 'ones' clgemm-bench bench --data o
    answers "$1" 'csv gatlas json markdown text' clgemm-bench bench --format ''
    answers "$1" 'json text' clgemm-bench check --format ''
    answers "$1" 'gpu' clgemm-bench devices -t g
    answers "$1" 'blocks' clgemm-bench tune --search b
    answers "$1" 'blis' clgemm-bench compare --with bl
    answers "$1" 'measured' clgemm-bench bench --peak m
    answers "$1" 'edge' clgemm-bench check --sizes e
    answers "$1" 'naive' clgemm-bench bench -k nai
    answers "$1" 'block_read_32x2_1x8 block_read_32x2_4x8 block_read_32x2_8x1 block_read_32x2_8x8' clgemm-bench check --preset block_read_32x2
    answers "$1" 'nvidia-*' clgemm-bench bench --for nvidia
    answers "$1" 'mine.json' clgemm-bench bench --for mine
    answers "$1" 'My_own' clgemm-bench bench --for My
    answers "$1" 'clblast_xgemm_batched clblast_xgemm_batched_tight clblast_xgemm_direct_batched_tt clblast_xgemm_direct_strided' clgemm-bench tune --interface clb
    answers "$1" 'mine.json' clgemm-bench compare --interface mine
}

# absent SHELL: says what is not tested, which is a failure where everything is required.
absent() {
    echo "not tested: $1 is not here (package $1)"
    if [ -n "${CLGEMM_ALL_DEVICES:-}" ]; then failed=1; fi
}

complete_all bash
answers bash 'help' clgemm-bench he
answers bash 'text' clgemm-bench check --format = t
answers bash 'gatlas' clgemm-bench bench --format g
answers bash '' clgemm-bench compare --format g
answers bash 'dpcpp intel kepler mine.json other.csv tutorial' clgemm-bench ladder ''
answers bash 'mine.json' clgemm-bench ladder m
answers bash './mine.json ./other.csv' clgemm-bench bench --for ./
answers bash 'tile-k= tile-order= tile=' clgemm-bench tune --param til
answers bash '--tile --tile-k --tile-order' clgemm-bench tune --til
answers bash '' clgemm-bench report --til

if command -v zsh >/dev/null; then
    zsh -n "$folder/_clgemm" || failed=1
    # What zsh calls the function with, and what it takes from it.
    zsh_answers() {
        zsh -f -c 'folder=$1; shift; words=("$@"); CURRENT=$# service=$1 PREFIX=$words[-1]
            compadd() { print -l -- ${(M)found:#$PREFIX*} }
            _files() { print -l -- $PREFIX*(N) }
            complete_now() { . $folder/_clgemm }
            complete_now' - "$folder" "$@"
    }
    complete_all zsh
    answers zsh '--tile --tile-k --tile-order' clgemm-gen --til
    answers zsh 'naive' clgemm-gen --preset nai
    answers zsh 'intel-*' clgemm-gen --for intel
    answers zsh 'llama_mul_mv_f16 llama_mul_mv_f16_1row llama_mul_mv_f16_l4' clgemm-gen --interface llama_mul_mv_f
else
    absent zsh
fi

if command -v fish >/dev/null; then
    export HOME=$scratch/work
    fish_answers() {
        local line=$*
        fish --no-config -c 'source $argv[1]; source $argv[2]; complete -C "$argv[3]"' \
            "$folder/clgemm-bench.fish" "$folder/clgemm-gen.fish" "$line" 2>/dev/null | cut -f 1
    }
    complete_all fish
    answers fish '--tile --tile-k --tile-order' clgemm-gen --til
    answers fish 'naive' clgemm-gen --preset nai
    answers fish 'intel-*' clgemm-gen --for intel
    answers fish 'llama_mul_mv_f16 llama_mul_mv_f16_1row llama_mul_mv_f16_l4' clgemm-gen --interface llama_mul_mv_f
else
    absent fish
fi
exit $failed
