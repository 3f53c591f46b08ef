# Read by families-*.sh: `check_requests native|emulated` checks the requests of requests.txt on the device and the kernels of all
# profiles.
. "${srcdir:-.}/tests/device/common.sh"

check_requests() {
    # Profiles with options for their devices' compilers alone, kernels for shapes of the matrix engines of NVIDIA and AMD, and random texels.
    may_lack='is for devices of another kind\|cl_nv_compiler_options\|cl_amd_device_attribute_query\|texels of'
    emit_profiles "$1"
    emit_shapes "$1"
    if [ "$1" = native ]; then emit_requests native; fi
    unoptimised gpus
    check_emitted --sizes edge --trials 1
    emit_requests plain
    unoptimised
    check_emitted --sizes edge --trials 1
}

# Those of requests.txt, of which as many are served as the line says. The two runtimes share them: of four transposes each has another,
# those of a single transpose take turns. With all shares both have all. Lines that begin with `native` are those of the device's
# own exchange. What rules refuse is not counted.
emit_requests() {
    local absent=$skipped wanted=$1 of served options number=0 turns=(nn nt tn tt) transposes transpose made own layout
    while read -r served options; do
        case $served in '#'* | '') continue ;; esac
        number=$((number + 1))
        own=
        if [ "$served" = 4 ]; then own=${turns[(number + 2 * runtime) % 4]}; fi
        if [ "$share" = all ] || { [ "$served" = 1 ] && mine "$number"; } || [ "$served" = 2 ]; then own=all; fi
        case $options in
        native*)
            of=native
            options=${options#native }
            own=all
            ;;
        *) of=plain ;;
        esac
        [ "$of" = "$wanted" ] || continue
        transposes='nn nt tn tt'
        case $options in
        *--transpose\ *)
            transposes=${options##*--transpose }
            transposes=${transposes%% *}
            ;;
        esac
        layout='--layout row'
        case $options in *--interface\ *) layout= ;; esac
        made=0
        for transpose in $transposes; do
            # shellcheck disable=SC2086
            offered "request_${number}_$transpose" $options $layout --transpose "$transpose"
            [ "$code" = 0 ] || continue
            made=$((made + 1))
            case " $own " in
            ' all ' | *" $transpose "*) ;;
            *) rm "$kernels/request_${number}_$transpose.json" ;;
            esac
        done
        if [ "$made" != "$served" ]; then
            fault "$options: $served transposes were served before, now $made: $(head -n 1 "$scratch/refusal")"
        fi
    done <"$srcdir/tests/device/requests.txt"
    skipped=$absent
}

# leave_out_unmeasured KERNEL NUMBER: that kernel of a profile, where it was not measured on the profile's devices, and its number is
# an odd one among those of this runtime: many are large. With all shares both have all.
leave_out_unmeasured() {
    if grep -q '^ \* Kernels of profile .* were not measured' "$kernels/$1.cl" && ! mine $(($2 / 2 + runtime)); then
        rm "$kernels/$1.cl" "$kernels/$1.json"
    fi
}

# What a profile makes of each type where nothing else is said; row-major and transposed on Intel's runtime. A kernel of a matrix engine
# is checked with its emulation. The runtimes take turns.
emit_profiles() {
    local kind=$1 name type kernel options engine number=0 turns=(nt tn tt)
    for name in $("$CLGEMM_GEN" --list profiles | sed -n 's/^  \([^ ][^ ]*\) .*/\1/p'); do
        for type in f32 f64 f16; do
            number=$((number + 1))
            mine "$number" || continue
            kernel=profile_${name//-/_}_$type
            options=(--for "$name" --type "$type")
            if [ "$kind" = native ]; then options+=(--layout row --transpose "${turns[number % 3]}"); fi
            served "$kernel" "${options[@]}"
            engine=$(sed -n 's/^ *"engine": "\([a-z0-9]*\)",*$/\1/p' "$kernels/$kernel.json")
            if [ -n "$engine" ]; then
                served "$kernel" "${options[@]}" --engine "emulated:$engine"
            fi
            leave_out_unmeasured "$kernel" "$number"
        done
    done
    [ "$number" != 0 ] || fault 'there are no profiles'
    leave_out_repeated profile
    # Functions that return long vectors, optimised.
    served split_factors --compute 3xtf32 --family matrix --engine emulated:mma --tile 4x2 --wg 8x4
    served pairs_of_factors --compute bf16x3 --family matrix --engine emulated:dpas --tile 8x2 --wg 2x8
}

# leave_out_repeated WORD: of the kernels WORD_... those that differ from earlier ones by their name and first comment alone, or have the options
# of an earlier one for another transpose.
declare -A seen=()
leave_out_repeated() {
    local text kernel sum options
    for text in "$kernels/$1"_*.cl; do
        kernel=$(basename "$text" .cl)
        sum=$(sed -e '1,/^ \*\//d' -e "s/$kernel/kernel/g" "$text" | md5sum)
        options=$(sed -n -e 's/^ \* Made by clgemm .*: clgemm-gen//p' "$text" | sed -E 's/ --(transpose|layout|name|for) [^ ]*//g')
        case $options in *--tile*) ;; *) options=$sum ;; esac
        if [ -n "${seen[$sum]:-}${seen[$options]:-}" ]; then rm "$text" "$kernels/$kernel.json"; fi
        seen[$sum]=$kernel
        seen[$options]=$kernel
    done
}

# Kernels for shapes of a profile's types, where it has some; a problem of its own each. The runtimes take turns.
emit_shapes() {
    local kind=$1 name type number=0 dispatches=0 turns=(nn tt tn nt) layout text
    for name in $("$CLGEMM_GEN" --list profiles | sed -n 's/^  \([^ ][^ ]*\) .*/\1/p'); do
        for type in f32 f64; do
            number=$((number + 1))
            layout=column
            if [ "$kind" = native ]; then layout=row; fi
            # shellcheck disable=SC2086
            "$CLGEMM_GEN" $exchange --for "$name" --type "$type" --layout $layout --transpose "${turns[number % 4]}" \
                --name "shapes_${name//-/_}_$type" --emit dispatch -o "$scratch/shapes/" >"$scratch/refusal" 2>&1 </dev/null
            case $?,$(cat "$scratch/refusal") in
            0,*) dispatches=$((dispatches + 1)) ;;
            1,*'has no member `dispatch`'*) ;;
            *) fault "the kernels for shapes of profile $name: $(head -n 1 "$scratch/refusal")" ;;
            esac
        done
    done
    # Each kernel by itself, as it is left out where another profile has it too.
    sed -n 's/^ \* Made by clgemm .*: clgemm-gen //p' "$scratch"/shapes/*.cl >"$scratch/commands"
    while read -r text; do
        # shellcheck disable=SC2086
        "$CLGEMM_GEN" $text --emit cl,json -o "$kernels/" 2>"$scratch/refusal" || fault "clgemm-gen $text: $(cat "$scratch/refusal")"
    done <"$scratch/commands"
    leave_out_repeated shapes
    number=0
    for text in "$kernels"/shapes_*.cl; do
        number=$((number + 1))
        if mine "$number"; then leave_out_unmeasured "$(basename "$text" .cl)" "$number"; else rm "${text%.cl}.json"; fi
    done
    [ "$dispatches" -ge 6 ] || fault "only $dispatches profiles and types have kernels for shapes"
}
