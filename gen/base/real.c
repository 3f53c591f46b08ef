#include "gen/base/real.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of this thread alone, and for as long as it takes: newlocale gives NULL when memory is short, and
 * uselocale then changes nothing. */
struct neutral {
    locale_t own, before;
};

static struct neutral enter_neutral_locale(void)
{
    const locale_t own = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return (struct neutral){own, uselocale(own)};
}

static void leave_neutral_locale(struct neutral neutral)
{
    uselocale(neutral.before);
    if (neutral.own)
        freelocale(neutral.own);
}

/* Numbers below FLT_MAX and half a step round to single ones. */
static bool fits_single(double number)
{
    return fabs(number) < 3.4028235677973366e38 && (number == 0 || (float)number != 0);
}

bool real_read(const char *text, bool single, double *number)
{
    const struct neutral neutral = enter_neutral_locale();
    char *end;
    errno = 0;
    const double read = strtod(text, &end);
    const bool vanished = errno == ERANGE && read == 0;
    leave_neutral_locale(neutral);
    if (end == text || *end || !isfinite(read) || vanished || (single && !fits_single(read)))
        return false;
    /* No negative zero: -0 and 0 are one request. */
    *number = read == 0 ? 0 : single ? (double)(float)read : read;
    return true;
}

static bool reads_back(const char *text, double number, bool single)
{
    const double back = strtod(text, NULL);
    return single ? (float)back == (float)number : back == number;
}

void real_shortest(double number, bool single, char text[REAL_TEXT])
{
    const struct neutral neutral = enter_neutral_locale();
    char whole[REAL_TEXT] = "";
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, REAL_TEXT, "%.*g", digits, number);
        if (reads_back(text, number, single))
            break;
    }
    /* %g writes 30 of one digit as 3e+01. */
    if (fabs(number) < 1e15)
        snprintf(whole, sizeof whole, "%.0f", number);
    if (*whole && strlen(whole) <= strlen(text) && reads_back(whole, number, single))
        memcpy(text, whole, sizeof whole);
    leave_neutral_locale(neutral);
}
