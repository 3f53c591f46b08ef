# Read by tests: what to do where something is not here that they need.

# lacking SENTENCE: ends the test as skipped, unless something has failed before. Where CLGEMM_ALL_DEVICES is set everything
# is required, and it has failed too.
lacking() {
    [ "${failed:-0}" = 0 ] || exit 1
    if [ -n "${CLGEMM_ALL_DEVICES:-}" ]; then
        echo "failed: $1"
        exit 1
    fi
    echo "skipped: $1"
    exit 77
}

need_python() {
    command -v python3 >/dev/null || lacking 'there is no python3 (Debian: python3)'
}

# The Python that configure found, with the module that validates JSON.
need_jsonschema() {
    "${PYTHON:-python3}" -c 'import jsonschema' 2>/dev/null || lacking 'python3-jsonschema is not installed'
}
