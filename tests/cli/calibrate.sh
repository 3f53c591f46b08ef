#!/bin/bash
# --launcher calibrate: a dispatch that measures its kernels where it runs. Its files compile without a warning, in C and C++; what is wrong is left
# out; what is measured decides the pick; texts of rates are read, and no others.
# Test: long, turn 4
. "${srcdir:-.}/tests/cli/launchers.sh"
unset POCL_EXTRA_BUILD_FLAGS # kernels as they are

dispatch() {
    "$gen" --for "${profile:-generic}" --name "$1" --layout row --emit dispatch,launcher -o ./ "${@:2}"
}
dispatch own --launcher calibrate,cache || fail 'a dispatch that calibrates'
[ -f own_selftest.h ] || fail 'there is no self-test, which calibrates'
awk 'length > 100 && !/_COLUMN|_column/ { print FILENAME ": " $0; wide = 1 } END { exit wide }' own_launch.h || fail 'a line of more than 100 columns'
cp own_dispatch.h before
sed -E -i 's/c_1_0 = mad\(a_1, b_0, c_1_0\)/c_1_0 = mad(a_0, b_0, c_1_0)/' own_dispatch.h
! cmp -s before own_dispatch.h || fail 'the edit changes nothing'
names=own
compile

# refuses TEXT OPTION...: with an error of these words, and no file.
refuses() {
    local said
    said=$("$gen" --layout row -o refused/ "${@:2}" 2>&1)
    [ $? = 4 ] && [[ $said == *"$1"* ]] || fail "instead of '$1': $said"
    [ -z "$(ls refused 2>/dev/null)" ] || fail 'files were written'
}
refuses 'which of several kernels is the fastest' --emit header,launcher --launcher calibrate
refuses 'are in lists' --for generic --batch groups --emit dispatch,launcher --launcher calibrate

for name in members prepared; do # cpu has no rates: they are derived
    case $name in
    members) options='--batch strided --type f64 --epilogue bias:row,gelu' profile=cpu ;;
    prepared) profile= options='--type-b q8_0 --transpose nt' ;;
    esac
    # shellcheck disable=SC2086
    dispatch $name --launcher calibrate $options || fail "$name: $options"
done

cat >main.c <<'C'
#include "launcher_host.h"

#include "own_launch.h"
#include "members_launch.h"
#include "prepared_launch.h"

static unsigned long drawn = 88172645463325252UL;

static unsigned long draw(unsigned long less)
{
    drawn ^= drawn << 13;
    drawn ^= drawn >> 7;
    drawn ^= drawn << 17;
    return drawn % less;
}

/* A text that was written, with other bytes, more of them, or fewer. */
static void damage(char *text, size_t size)
{
    const size_t place = draw(size - 1), more = 1 + draw(9);
    switch (draw(4)) {
    case 0:
        text[place] = (char)(1 + draw(255));
        break;
    case 1:
        text[place] = '\0';
        break;
    case 2:
        memmove(text + place, text + place + (place + more < size ? more : 0), size - place - (place + more < size ? more : 0));
        break;
    default:
        memmove(text + place, text + draw(size - 1 - more), more < size - 1 - place ? more : 0);
    }
}

static void test_texts(struct own *product)
{
    struct own other, as_made;
    const size_t size = own_rates_write(product, NULL, 0);
    char *const text = malloc(size), *const changed = malloc(size);
    EXPECT(own_rates_write(product, text, size) == size && strlen(text) + 1 == size, 1);
    EXPECT(own_rates_write(product, changed, 10) == size && strlen(changed) == 9 && !strncmp(changed, text, 9), 1);
    EXPECT(own_create(&other, context, device), CL_SUCCESS);
    as_made = other;
    for (int i = 0; i < 20000; i++) {
        memcpy(changed, text, size);
        damage(changed, size);
        if (strcmp(changed, text) == 0)
            continue;
        EXPECT(own_rates_read(&other, changed), -1);
        if (memcmp(&other, &as_made, sizeof other) != 0) {
            printf("a text that is refused has changed something:\n%s", changed);
            wrong = 1;
            break;
        }
    }
    EXPECT(own_rates_read(&other, ""), -1);
    EXPECT(own_rates_read(&other, text), 0);
    for (long long m = 1; m < 5000; m = 2 * m + 1)
        for (long long n = 1; n < 5000; n = 3 * n + 2)
            for (long long k = 1; k < 5000; k = 5 * k + 3)
                if (own_pick_here(product, m, n, k, NULL) != own_pick_here(&other, m, n, k, NULL)) {
                    printf("%lld x %lld x %lld: another pick by rates that were read\n", m, n, k);
                    wrong = 1;
                }
    /* One of a program whose kernels are all left out is none. */
    memset(product->left_out, 1, sizeof product->left_out);
    own_rates_write(product, changed, size);
    EXPECT(own_rates_read(&other, changed), -1);
    own_release(&other);
    free(text);
    free(changed);
}

static void test(void)
{
    struct own product;
    struct members members;
    struct prepared prepared;
    struct own_report report;
    enum own_pick_level level;
    int large = 0, measured = 0, last;
    EXPECT(own_create_cached(&product, context, device, "."), CL_SUCCESS);
    for (long long m = 1; m < 5000; m = 2 * m + 1)
        EXPECT(own_pick_here(&product, m, m, m, NULL), own_pick_among(m, m, m, 1, product.units, m % 4 != 0, NULL, NULL));
    while (strcmp(own_kernel_name(large), "own_large") != 0)
        large++;
    for (int i = 0; i < OWN_KERNEL_COUNT; i++) /* compiled: this takes long, and not always as long */
        EXPECT(own_selftest(&product, i, queue, &report), i == large ? CL_INVALID_KERNEL : CL_SUCCESS);
    EXPECT(own_calibrate(&product, queue, 0, 1 << 20), CL_SUCCESS);
    EXPECT(product.calibrated, 0);
    for (int i = 0; i < 20 && !product.tested[large]; i++) /* a busy machine has not the time for all kernels at once */
        EXPECT(own_calibrate(&product, queue, 5, 4 << 20), CL_SUCCESS);
    EXPECT(product.calibrated, 1);
    for (int i = 0; i < OWN_KERNEL_COUNT; i++) {
        EXPECT(product.left_out[i], i == large);
        for (int j = 0; j < OWN_SAMPLE_COUNT; j++)
            measured += product.ratios[i][j] > 0;
    }
    EXPECT(measured > OWN_KERNEL_COUNT, 1);
    /* The pick goes by what was measured. */
    last = own_pick_here(&product, 300, 300, 300, &level);
    EXPECT(level, OWN_PICK_MODEL);
    for (int j = 0; j < OWN_SAMPLE_COUNT; j++)
        own_set_ratio(&product, last, j, 50000);
    EXPECT(own_pick_here(&product, 300, 300, 300, NULL) != last, 1);
    test_texts(&product);
    own_release(&product);

    EXPECT(members_create(&members, context, device), CL_SUCCESS);
    EXPECT(members_calibrate(&members, queue, 2, 1 << 20), CL_SUCCESS);
    EXPECT(members.calibrated, 1);
    members_release(&members);
    EXPECT(prepared_create(&prepared, context, device), CL_SUCCESS);
    EXPECT(prepared_calibrate(&prepared, queue, 2, 1 << 20), CL_SUCCESS);
    EXPECT(prepared.calibrated, 1);
    prepared_release(&prepared);
}
C
multiply
