# Read by tests that look at the kernels of a dispatch one by one.

# apart FOLDER [NAME]: puts each kernel of FOLDER/NAME.cl (clgemm.cl), which goes, into a file of its own there.
apart() {
    awk -v folder="$1" -v name="${2:-clgemm}_" '
        /^#if .*_KERNEL == [0-9]+$/ { text = ""; next }
        /^#endif \/\* / && index($3, name) == 1 { printf "%s", text >(folder "/" $3 ".cl"); next }
        { text = text $0 "\n" }' "$1/${2:-clgemm}.cl" && rm "$1/${2:-clgemm}.cl"
}
