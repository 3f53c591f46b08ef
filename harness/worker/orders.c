#include "harness/worker/orders.h"

json_t *order_device(void)
{
    return json_pack("{s:s}", "do", "device");
}

/* An order to a slot, to which its members are added. */
static json_t *to_slot(const char *word, size_t slot)
{
    return json_pack("{s:s, s:I}", "do", word, "slot", (json_int_t)slot);
}

/* Adds members, whose reference it takes. */
static json_t *with(json_t *order, json_t *members)
{
    if (members == NULL || json_object_update(order, members) != 0) {
        json_decref(order);
        order = NULL;
    }
    json_decref(members);
    return order;
}

json_t *order_build(size_t slot, json_t *manifest, json_t *compiled)
{
    return with(to_slot("build", slot), json_pack("{s:O, s:O*}", "manifest", manifest, "binaries",
                                                  json_object_get(compiled, "binaries")));
}

json_t *order_compile(json_t *manifest)
{
    return with(to_slot("compile", 0), json_pack("{s:O}", "manifest", manifest));
}

json_t *order_peak(size_t slot)
{
    return to_slot("peak", slot);
}

json_t *order_open(size_t slot, const struct opening *opening)
{
    return with(to_slot("open", slot),
                json_pack("{s:I, s:I, s:I, s:I, s:b, s:b, s:I}", "m", (json_int_t)opening->m, "n",
                          (json_int_t)opening->n, "k", (json_int_t)opening->k, "seed",
                          (json_int_t)opening->seed, "random", (int)opening->random, "verify",
                          (int)!opening->unverified, "share",
                          (json_int_t)(opening->sharers == 0 ? 1 : opening->sharers)));
}

json_t *order_launch(size_t slot, int count, double stop_ms)
{
    return with(to_slot("launch", slot),
                json_pack("{s:i, s:f}", "count", count, "stop_ms", stop_ms));
}

json_t *order_check(size_t slot, uint64_t seed)
{
    return with(to_slot("check", slot), json_pack("{s:I}", "seed", (json_int_t)seed));
}

json_t *order_verify(size_t slot)
{
    return to_slot("verify", slot);
}
