# Draws the picture of README.md from what `make bench` prints:
#   make -s -C build bench >doc/speed.txt && awk -f doc/speed.awk doc/speed.txt >doc/speed.svg
/^device / { device = substr($0, 9) }
/^data / { data = substr($0, 9) }
/^ +problem / { problem = $0; sub(/^ +problem +/, "", problem) }
/^ *peak / { peak = $2 }
/^kernel / { in_table = 1; next }
# A library has the core type behind what is verified: "yes; core type Zen".
in_table && $7 == "%" {
    label[++bars] = $1
    library = /; core type /
    if (library) label[bars] = $1 " (core type " $NF ")"
    class[bars] = library ? "library" : "bar"
    speed[bars] = $4
    efficiency[bars] = $6
    if ($4 > most) most = $4
}

function write(x, y, class, text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    printf "  <text x=\"%d\" y=\"%d\" class=\"%s\">%s</text>\n", x, y, class, text
}

END {
    width = 760
    left = 20
    row = 56
    height = 60 + bars * row + 72
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">\n", \
        width, height, width, height
    print "  <style>"
    print "    text { font-family: sans-serif; fill: #1f2328; }"
    print "    .title { font-size: 17px; font-weight: bold; }"
    print "    .label { font-size: 14px; font-family: monospace; }"
    print "    .value { font-size: 14px; }"
    print "    .note { font-size: 12px; fill: #59636e; }"
    print "    .bar { fill: #2f6fb0; }"
    print "    .library { fill: #8c959f; }"
    print "  </style>"
    printf "  <rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n", width, height
    write(left, 32, "title", "GFLOP/s, single precision, " problem)
    for (i = 1; i <= bars; i++) {
        y = 52 + (i - 1) * row
        long = (width - left - 270) * speed[i] / most
        if (long < 1) long = 1
        write(left, y + 16, "label", label[i])
        printf "  <rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"20\" class=\"%s\"/>\n", left, y + 23, long, class[i]
        write(left + long + 8, y + 38, "value", speed[i] " GFLOP/s, " efficiency[i] " % of the peak")
    }
    write(left, height - 54, "note", device)
    write(left, height - 36, "note", "median; peak: " peak " GFLOP/s, measured by multiply-adds in registers")
    write(left, height - 18, "note", data)
    print "</svg>"
}
