# Read by tests that look at the kernels of a dispatch one by one.

# apart FOLDER [NAME]: puts each kernel of FOLDER/NAME.cl (clgemm.cl), which goes, into a file of its own there: behind what it shares
# with others its text, with the statements in the place of macros.
apart() {
    awk -v folder="$1" -v name="${2:-clgemm}" '
        # Whether a condition, the lines behind #if, is of kernel `number`.
        function holds(condition, number, part, parts, count, i, bounds) {
            count = split(condition, parts, /\|\|/)
            for (i = 1; i <= count; i++) {
                part = parts[i]
                if (part ~ /== [0-9]/ && substr(part, index(part, "==") + 3) + 0 == number)
                    return 1
                if (part ~ />=/ && split(part, bounds, /[<>]= /) == 3 && bounds[2] + 0 <= number && number <= bounds[3] + 0)
                    return 1
            }
            return 0
        }
        macro != "" { last = sub(/ \\$/, "") == 0; sub(/^    /, ""); lines[macro] = lines[macro] (lines[macro] == "" ? "" : "\n") $0 (last ? ";" : "")
                      if (last) macro = ""
                      next }
        $1 == "#define" && NF == 3 && $3 == "\\" && index($2, toupper(name) "_") == 1 { macro = $2; lines[macro] = ""; next }
        /what several kernels call \*\/$/ { common = 1; next }
        /statements that stand several times \*\/$/ { common = 0; next }
        common && NF == 7 && /^#if .*_KERNEL == 0$/ { common = 0 }
        common && /^#if .*_KERNEL/ { limit = $0; nested = 0; while (limit ~ /\\$/) { sub(/\\$/, "", limit); getline; limit = limit $0 }; next }
        common && limit != "" && /^#if/ { nested++ }
        common && limit != "" && /^#endif/ { if (!nested--) { limit = ""; next } }
        common { shared[++count] = $0; limits[count] = limit; next }
        /^#if .*_KERNEL == [0-9]+$/ { number = $NF; text = ""; next }
        /^#endif \/\* / && index($3, name "_") == 1 {
            before = ""
            for (i = 1; i <= count; i++)
                if (limits[i] == "" || holds(limits[i], number))
                    before = before shared[i] "\n"
            printf "%s%s", before, text >(folder "/" $3 ".cl")
            next
        }
        { use = $1
          if (NF == 1 && sub(/;$/, "", use) && use in lines) {
              match($0, /^ */)
              indent = substr($0, 1, RLENGTH)
              $0 = indent lines[use]
              gsub(/\n/, "\n" indent)
          }
          text = text $0 "\n" }' "$1/${2:-clgemm}.cl" && rm "$1/${2:-clgemm}.cl"
}

# plain FILE: the lines of a kernel, sorted, without comments and without the kernel in names of functions: what is the same where it
# stands alone and in a dispatch.
plain() {
    local text name
    text=$(grep -v -e '^ \*' -e '^/\*' -e '^ *$' "$1")
    name=$(sed -n 's/^void \([A-Za-z0-9_]*\)($/\1/p' <<<"$text" | tail -n 1)
    sed -E "s/\b(${name}|${name%%_*})_/_/g; s/_[0-9]+\(/(/g" <<<"$text" | LC_ALL=C sort
}

# alike FILE FILE: whether both are the same kernel.
alike() {
    cmp -s <(plain "$1") <(plain "$2")
}
