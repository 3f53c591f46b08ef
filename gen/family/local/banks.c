/*
 * Bank conflicts in local memory, by simulation of one access of one sub-group.
 *
 * Local memory is a row of banks, and word w lies in bank w % banks. Of the words that the work-items of
 * a sub-group ask for at once a bank delivers one after another; the same word goes to all who want
 * it. Accesses wider than a word are served for as many work-items at a time as the banks have
 * words for. (NVIDIA, CUDA C++ Programming Guide, "Shared Memory".)
 */
#include "gen/family/local/local.h"

enum {
    MOST_WORDS = 1024
};

/* Distinct words of one bank among `count` words, at worst. */
static long long worst_bank(const long long *words, long long count, long long banks)
{
    long long worst = 1;
    for (long long i = 0; i < count; i++) {
        long long meeting = 0;
        for (long long j = 0; j < count; j++) {
            bool first = words[j] % banks == words[i] % banks;
            for (long long before = 0; first && before < j; before++)
                first = words[before] != words[j];
            meeting += first;
        }
        worst = meeting > worst ? meeting : worst;
    }
    return worst;
}

/* Element of the tile, in elements from its start, that a work-item stores or reads first. */
typedef long long place_of(const struct spec *spec, const struct local_tile *tile, long long item);

static long long stored_place(const struct spec *spec, const struct local_tile *tile,
                              long long item)
{
    (void)spec;
    const long long line = item / tile->load.width;
    const long long at = item % tile->load.width * tile->vector;
    return tile->local_along_k == tile->along_k ? line * tile->pitch + at : at * tile->pitch + line;
}

static long long read_place(const struct spec *spec, const struct local_tile *tile, long long item)
{
    const struct shape stride = local_stride(spec);
    const bool a = is_a(tile->operand);
    const long long number = a ? item / spec->wg.width : item % spec->wg.width;
    const long long place = number * shape_side(stride, a);
    return tile->local_along_k ? place * tile->pitch : place;
}

static long long conflicts(const struct spec *spec, const struct local_tile *tile, place_of *place,
                           long long width)
{
    const struct profile *const profile = spec->profile;
    const long long bytes = spec->numbers.compute->bytes;
    const long long items = spec->wg.height * spec->wg.width;
    const long long lanes = items < profile->bank_lanes ? items : profile->bank_lanes;
    long long each = width * bytes / profile->bank_bytes;
    each = each ? each : 1;
    long long together = profile->banks / each;
    together = together < 1 ? 1 : together > lanes ? lanes : together;
    long long worst = 1;
    for (long long first = 0; first < lanes; first += together) {
        long long words[MOST_WORDS], count = 0;
        for (long long item = first; item < first + together && item < lanes; item++)
            for (long long w = 0; w < each && count < MOST_WORDS; w++)
                words[count++] = place(spec, tile, item) * bytes / profile->bank_bytes + w;
        const long long bank = worst_bank(words, count, profile->banks);
        worst = bank > worst ? bank : worst;
    }
    return worst;
}

struct bank_conflicts local_conflicts(const struct spec *spec, const struct operand *operand)
{
    if (!local_staged(spec, operand) || !spec->profile->banks)
        return (struct bank_conflicts){0, 0};
    const struct local_tile tile = local_tile_of(spec, operand);
    const bool turned = tile.local_along_k != tile.along_k;
    return (struct bank_conflicts){
        .store = local_spec(spec)->async
                     ? 0
                     : conflicts(spec, &tile, stored_place, turned ? 1 : tile.vector),
        .read = conflicts(spec, &tile, read_place, tile.read.width),
    };
}
