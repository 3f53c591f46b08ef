# Read by the tests that run a share of what takes long: $share is this run's, as tests/share.sh has it.
share=$(sh "${srcdir:-.}/tests/share.sh" "${srcdir:-.}") || exit 1

# in_share NUMBER: whether what has this number is of this run's share.
in_share() { [ "$share" = all ] || [ $(($1 % ${share#*/})) = "${share%/*}" ]; }
