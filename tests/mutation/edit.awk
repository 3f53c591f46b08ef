# Edits one place of a kernel: `awk -v seed=N -f edit.awk KERNEL.cl`. A number of the seed picks a kind of edit, another one a place among
# those where it can be made. The kernel goes to standard output, what was done to standard error. Own random numbers: those of awks differ.

function random(below) {
    seed = seed * 16807 % 2147483647
    return int(seed / 2147483647 * below)
}

# Notes that `length_of` letters from `at` on of a line may become `text`.
function may(kind, line, at, length_of, text) {
    if (!(kind in places)) {
        kinds[kind_count++] = kind
        places[kind] = 0
    }
    key = kind SUBSEP places[kind]++
    where[key] = line
    from[key] = at
    long[key] = length_of
    becomes[key] = text
}

# For each match of an expression in a line: a place where it may become what `change` says.
function each(kind, line, expression, change, rest, at, found) {
    rest = text_of[line]
    at = 0
    while (match(rest, expression)) {
        found = substr(rest, RSTART, RLENGTH)
        at += RSTART
        if (alone(text_of[line], at, RLENGTH, change))
            may(kind, line, at, RLENGTH, changed(found, change))
        rest = substr(rest, RSTART + RLENGTH)
        at += RLENGTH - 1
    }
}

# Names and numbers are whole ones.
function alone(text, at, length_of, change) {
    if (change ~ /^to / || change == "more" || change == "less" || change == "other" || change == "twice")
        return substr(" " text, at, 1) !~ /[A-Za-z0-9_.]/ && substr(text, at + length_of, 1) !~ /[A-Za-z0-9_]/
    return 1
}

function changed(found, change, number) {
    number = found
    gsub(/[^0-9]/, "", number)
    if (change == "more")
        return replaced(found, number, number + 1)
    if (change == "less")
        return replaced(found, number, number > 0 ? number - 1 : 2)
    if (change == "twice")
        return replaced(found, number, 2 * number)
    if (change == "other") # the last index of a name or of a component
        return substr(found, 1, length(found) - 1) other_digit(substr(found, length(found)))
    sub(/^to /, "", change)
    return change
}

function replaced(found, number, by, at) {
    at = index(found, number)
    return substr(found, 1, at - 1) by substr(found, at + length(number))
}

function other_digit(digit) {
    return digit == "0" ? "1" : digit == "1" ? "0" : digit ~ /[0-9]/ ? digit - 1 : "0"
}

{
    text_of[NR] = $0
    if ($0 ~ /^ *\/\*/)
        comment = 1
    code = !comment && $0 !~ /^ *(\/\/|#)/ && $0 ~ /^ /
    if ($0 ~ /\*\/ *$/)
        comment = 0
    if (!code || $0 ~ /(const|restrict)[^=;]*[,)]$/)
        next
    # Bounds.
    each("bound", NR, " < ", " <= ")
    each("bound", NR, " <= ", " < ")
    each("bound", NR, " >= ", " > ")
    each("bound", NR, " > ", " >= ")
    each("bound", NR, "min\\(", "max(")
    each("bound", NR, "max\\(", "min(")
    each("bound", NR, " && ", " || ")
    each("end", NR, "M - 1", "to M - 2")
    each("end", NR, "N - 1", "to N - 2")
    each("end", NR, "K - 1", "to K - 2")
    each("end", NR, "< M", "< M - 1")
    each("end", NR, "< N", "< N - 1")
    each("end", NR, "< depth", "< depth - 1")
    each("end", NR, "[+] [0-9]+ <", "more")
    each("end", NR, "[+] [0-9]+ <", "less")
    each("rest", NR, "% [0-9]+", "twice")
    each("rest", NR, "% [0-9]+", "more")
    each("rest", NR, "/ [0-9]+", "twice")
    # Barriers.
    if ($0 ~ /^ *(barrier|work_group_barrier|sub_group_barrier)\(/)
        may("barrier", NR, 1, length($0), "")
    # Strides and places.
    each("stride", NR, "[*] lda", "* ldb")
    each("stride", NR, "[*] ldb", "* ldc")
    each("stride", NR, "[*] ldc", "* lda")
    each("stride", NR, "[*] [0-9]+", "more")
    each("stride", NR, "[*] [0-9]+", "less")
    each("stride", NR, "[+]= [0-9]+", "more")
    each("place", NR, "[+] [0-9]+", "more")
    each("place", NR, "[+] [0-9]+", "less")
    each("place", NR, "= 0;", "= 1;")
    each("place", NR, "_id\\(0\\)", "_id(1)")
    each("place", NR, "_id\\(1\\)", "_id(0)")
    # Operands.
    each("operand", NR, "[abc]_[0-9]_[0-9]", "other")
    each("operand", NR, "[ab]_[0-9]", "other")
    each("operand", NR, "[.]s[0-9a-f]", "other")
    each("operand", NR, "row", "to column")
    each("operand", NR, "column", "to row")
    each("operand", NR, "alpha", "to beta")
    each("operand", NR, "beta", "to alpha")
    each("operand", NR, " [+] ", " - ")
    each("operand", NR, "0[.]0f", "1.0f")
}

END {
    seed = seed % 2147483646 + 1
    for (i = 0; i < 8; i++)
        random(2)
    kind = kinds[random(kind_count)]
    key = kind SUBSEP random(places[kind])
    line = where[key]
    after = substr(text_of[line], 1, from[key] - 1) becomes[key] substr(text_of[line], from[key] + long[key])
    for (i = 1; i <= NR; i++)
        print i == line ? after : text_of[i]
    sub(/^ */, "", text_of[line])
    sub(/^ */, "", after)
    print kind ", line " line ": " text_of[line] " -> " after >"/dev/stderr"
}
