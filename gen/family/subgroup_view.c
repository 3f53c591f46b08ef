/*
 * The view of the subgroup family: see subgroup.c for the scheme.
 */
#include "gen/family/lanes.h"

#include <string.h>

long long lane_depth(const struct spec *spec)
{
    return spec->wg.width < 8 ? spec->wg.width : 8;
}

bool rows_in_lanes(const struct spec *spec)
{
    return !spec->a.image && spec->a.transposed;
}

/* The largest power of two up to 8 that divides `number`. */
long long vector_that_divides(long long number)
{
    long long vector = 8;
    while (number % vector)
        vector /= 2;
    return vector;
}

/* ---------------------------------------------------------------------- multiplication */

/* Appends the exchange of what one lane holds in a register, whose multiply-adds follow in the list
 * that is returned; `shared` is the name of what comes of it. */
static struct value *add_share(const struct lanes *d, struct value *group, long long holder,
                               long long lane, const char **shared)
{
    struct job *const job = d->job;
    struct value *const steps = (struct value *)value_get(group, "steps");
    struct value *const step = value_add(steps, value_object(job));
    const char *const name = lanes_a_register(d, holder);
    *shared = arena_printf(job->arena, "%s_of_%lld", name, lane);
    value_set_text(job, step, "register", name);
    value_set_text(job, step, "shared", *shared);
    value_set_integer(job, step, "slot", holder);
    value_set_integer(job, step, "lane", lane);
    return value_set_list(job, step, "products");
}

/* A part of the multiplication, under a comment: `loads` and `steps` are filled by the caller. */
static struct value *add_group(const struct lanes *d, const char *what)
{
    struct value *const groups = (struct value *)value_get(d->view, "groups");
    struct value *const group = value_add(groups, value_object(d->job));
    value_set_text(d->job, group, "what", what);
    value_set_list(d->job, group, "loads");
    value_set_list(d->job, group, "steps");
    return group;
}

/* Of wide lanes: the product of one row with `depth` rows of B from step k on, out of the register
 * and lane that hold them. */
static void add_wide_share(const struct lanes *d, struct value *group, long long row, long long k)
{
    struct job *const job = d->job;
    const long long chunks = d->spec->tile_k / d->lanes;
    const long long holder = row / d->depth * chunks + k / d->lanes;
    const long long lane = row % d->depth * (d->lanes / d->depth) + k % d->lanes / d->depth;
    const char *shared;
    struct value *const products = add_share(d, group, holder, lane, &shared);
    for (long long i = 0; i < d->depth; i++) {
        const char *const part =
            d->depth == 1 ? shared
                          : arena_printf(job->arena, "%s%s", shared, component(job, d->depth, i));
        const char *const factor = widened(job, d->columns, part);
        for (long long c = 0; c < d->spec->tile.width / d->columns; c++)
            add_product(job, products, accumulator(job, row, c), factor,
                        lanes_b_value(d, k + i, c));
    }
}

/* "row 3", "rows 4 to 7". */
static const char *range_words(struct job *job, const char *word, long long first, long long count)
{
    return count == 1
               ? arena_printf(job->arena, "%s %lld", word, first)
               : arena_printf(job->arena, "%ss %lld to %lld", word, first, first + count - 1);
}

/* Row by row where the rows of B are all there; else step by step, so that few of them are. */
static void add_wide_shares(const struct lanes *d)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    if (holds_b(spec)) {
        for (long long first = 0; first < d->groups; first += d->depth) {
            const char *const rows = range_words(job, d->row, first, d->depth);
            struct value *const group =
                add_group(d, arena_printf(job->arena, "The tile's %s.", rows));
            for (long long row = first; row < first + d->depth; row++)
                for (long long k = 0; k < spec->tile_k; k += d->depth)
                    add_wide_share(d, group, row, k);
        }
        return;
    }
    for (long long k = 0; k < spec->tile_k; k += d->depth) {
        const char *const rows = range_words(job, d->row, k, d->depth);
        struct value *const group = add_group(
            d, arena_printf(job->arena, "With %s of the tile of %s.", rows, spec->b.name));
        lanes_add_b_rows(d, (struct value *)value_get(group, "loads"), k, d->depth);
        for (long long row = 0; row < d->groups; row++)
            add_wide_share(d, group, row, k);
    }
}

/* For every group of rows and step of K: who holds the values, and the multiply-adds with them. */
static void add_shares(const struct lanes *d)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    for (long long g = 0; g < d->groups; g++) {
        const long long first = lanes_group_row(d, g);
        const long long last = first + (d->group - 1) * lanes_row_step(d);
        struct value *const group =
            add_group(d, d->group > 1 && d->turned
                             ? arena_printf(job->arena,
                                            "The tile's %s %lld and every %lldth after it to %lld.",
                                            d->row, first, d->lanes, last)
                             : arena_printf(job->arena, "The tile's %s.",
                                            range_words(job, d->row, first, d->group)));
        for (long long k = 0; k < spec->tile_k; k++) {
            const long long blocks = d->groups / d->lanes;
            const long long holder =
                d->turned ? k * blocks + g % blocks : g * (spec->tile_k / d->lanes) + k / d->lanes;
            const long long lane = d->turned ? g / blocks : k % d->lanes;
            const char *shared;
            struct value *const products = add_share(d, group, holder, lane, &shared);
            for (long long c = 0; c < spec->tile.width; c++)
                add_product(job, products, accumulator(job, g, c), shared,
                            widened(job, d->group, lanes_b_value(d, k, c)));
        }
    }
}

static void add_remainder(const struct lanes *d, struct value *remainder)
{
    struct job *const job = d->job;
    struct value *const loads = (struct value *)value_get(remainder, "loads");
    struct value *const products = (struct value *)value_get(remainder, "products");
    for (long long g = 0; g < d->groups; g++) {
        struct value *const elements =
            load_of_elements(job, loads, arena_printf(job->arena, "%s_%lld", d->a, g), d->group);
        for (long long i = 0; i < d->group; i++)
            value_add(elements, lanes_a_element(d, lanes_group_row(d, g) + i * lanes_row_step(d),
                                                "k", 0, false, d->guard_m));
        load_done(job, loads);
    }
    if (d->wide)
        lanes_add_b_rows(d, loads, 0, 1);
    for (long long c = 0; c < d->spec->tile.width && !d->wide; c++)
        value_add(load_of_elements(job, loads, arena_printf(job->arena, "%s_%lld", d->b, c), 1),
                  lanes_b_element(d, c, 0));
    for (long long g = 0; g < d->groups; g++) {
        const char *const a = arena_printf(job->arena, "%s_%lld", d->a, g);
        for (long long c = 0; c < d->spec->tile.width / d->columns; c++)
            add_product(job, products, accumulator(job, g, c), widened(job, d->columns, a),
                        d->wide
                            ? lanes_b_value(d, 0, c)
                            : widened(job, d->group, arena_printf(job->arena, "%s_%lld", d->b, c)));
    }
}

/* Vectors along a row of C. */
static void add_wide_stores(const struct lanes *d)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    add_store(job, spec, d->view, d->columns, 0, d->guard_n);
    struct value *const calls = value_set_list(job, d->view, "stores");
    for (long long r = 0; r < d->groups; r++) {
        for (long long c = 0; c < spec->tile.width / d->columns; c++) {
            const char *const row = sum_text(job, d->row, r);
            const char *const column = sum_text(job, d->column, c * d->lanes * d->columns);
            const char *const below =
                d->guard_m ? arena_printf(job->arena, "%s < %s", row, symbol_in_kernel(spec->m))
                           : NULL;
            const char *const beside =
                d->guard_n && d->columns == 1
                    ? arena_printf(job->arena, "%s < %s", column, symbol_in_kernel(spec->n))
                    : NULL;
            add_store_call(job, spec, calls, d->columns, false,
                           below && beside ? arena_printf(job->arena, "%s && %s", below, beside)
                           : below         ? below
                                           : beside,
                           row, column, d->guard_n ? room_text(job, spec, false, column) : NULL,
                           accumulator(job, r, c));
        }
    }
}

static void add_stores(const struct lanes *d)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    if (d->wide) {
        add_wide_stores(d);
        return;
    }
    add_store(job, spec, d->view, d->group, lanes_row_step(d), d->guard_m);
    struct value *const calls = value_set_list(job, d->view, "stores");
    for (long long c = 0; c < spec->tile.width; c++) {
        for (long long g = 0; g < d->groups; g++) {
            const char *const row = sum_text(job, d->row, lanes_group_row(d, g));
            const char *const column = sum_text(job, d->column, c * d->lanes);
            const char *const beside =
                arena_printf(job->arena, "%s < %s", column, symbol_in_kernel(spec->n));
            const char *const below =
                arena_printf(job->arena, "%s < %s", row, symbol_in_kernel(spec->m));
            const bool alone = d->group == 1 && d->guard_m;
            const char *const condition = alone && d->guard_n
                                              ? arena_printf(job->arena, "%s && %s", beside, below)
                                          : alone      ? below
                                          : d->guard_n ? beside
                                                       : NULL;
            add_store_call(job, spec, calls, d->group, true, condition, row, column,
                           d->guard_m ? room_text(job, spec, true, row) : NULL,
                           accumulator(job, g, c));
        }
    }
}

/* ------------------------------------------------------------------------------ set-up */

/* The branches of the portable file that exchange registers. */
static void add_natives(const struct lanes *d, long long width)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    const bool warps = !warp_against_group(job, spec);
    const struct {
        const char *condition, *pragma, *function;
        bool required, ptx, vectors;
    } branches[] = {
        {"defined(cl_intel_required_subgroup_size) && defined(cl_intel_subgroups)", NULL,
         "intel_sub_group_shuffle", true, false, true},
        {"defined(cl_intel_required_subgroup_size) && defined(cl_khr_subgroup_shuffle)",
         "cl_khr_subgroup_shuffle", "sub_group_shuffle", true, false, false},
        {"defined(__NV_CL_C_VERSION)", NULL, "warp_shuffle", false, true, false},
    };
    struct value *const natives = value_set_list(job, d->view, "natives");
    for (int i = 0; i < (warps ? 3 : 2); i++) {
        struct value *const native = value_add(natives, value_object(job));
        value_set_text(job, native, "directive", i ? "#elif" : "#if");
        value_set_text(job, native, "condition", branches[i].condition);
        value_set(native, "pragma",
                  branches[i].pragma ? value_text(job, branches[i].pragma)
                                     : value_bool(job, false));
        value_set_bool(job, native, "ptx", branches[i].ptx);
        value_set(native, "required",
                  branches[i].required
                      ? value_printf(job, " __attribute__((intel_reqd_sub_group_size(%lld)))",
                                     spec->sg_size)
                      : value_text(job, ""));
        value_set_bool(job, native, "at_once", branches[i].vectors || width == 1);
        value_set_text(job, native, "function", branches[i].function);
    }
    /* Operands of shfl: parts of a warp as wide as a row; the lanes that take part, of a warp or of
     * all there are. */
    const long long items = spec->wg.height * d->lanes;
    value_set_bool(job, d->view, "warps", warps);
    value_set(d->view, "segment", value_printf(job, "0x%llx", (SPEC_WARP - d->lanes) << 8 | 0x1f));
    value_set(d->view, "members",
              value_printf(job, "0x%llx", items >= SPEC_WARP ? 0xffffffff : (1LL << items) - 1));
}

/* Names for the exchange itself: what is declared before, published and required. */
static void add_exchange(const struct lanes *d)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    struct value *const view = d->view;
    const bool is_auto = spec->spelling == SPELLING_AUTO;
    const bool nvidia = spec->spelling == SPELLING_NVIDIA;
    const bool native = !is_auto && spec->spelling != SPELLING_EMULATED;
    const bool logical =
        native && !nvidia && (spec->spelling == SPELLING_KHR || spec->sg_size != d->lanes);
    const bool tall = spec->wg.height > 1;

    value_set_bool(job, view, "auto", is_auto);
    value_set_bool(job, view, "emulated", spec->spelling == SPELLING_EMULATED);
    value_set_bool(job, view, "intel", spec->spelling == SPELLING_INTEL);
    value_set_bool(job, view, "khr", spec->spelling == SPELLING_KHR);
    value_set_bool(job, view, "nvidia", nvidia);
    value_set_text(job, view, "first", logical ? "first_lane + " : "");
    value_set_bool(job, view, "logical", logical);
    value_set_integer(job, view, "lanes", d->lanes);
    value_set_integer(job, view, "sg_size", spec->sg_size);
    value_set_integer(job, view, "slots", lanes_a_registers(d));
    const long long width = d->wide ? d->depth : d->group;
    value_set_text(job, view, "exchanged", float_type(job, width));
    value_set(view, "suffix", width > 1 ? value_printf(job, "%lld", width) : value_text(job, ""));
    value_set_bool(job, view, "vector_shuffle",
                   width > 1 && (nvidia || spec->spelling == SPELLING_KHR));
    value_set_text(job, view, "shuffle", nvidia ? "warp_shuffle" : "sub_group_shuffle");
    value_set_text(job, view, "company", nvidia ? "row" : "sub-group");
    add_natives(d, width);
    value_set_text(job, view, "own_row", tall ? "[get_local_id(1)]" : "");
    value_set(view, "group_rows",
              tall ? value_integer(job, spec->wg.height) : value_bool(job, false));
    value_set(
        view, "attribute",
        is_auto ? value_text(job, " SUB_GROUP")
        : spec->spelling == SPELLING_INTEL
            ? value_printf(job, "\n__attribute__((intel_reqd_sub_group_size(%lld)))", spec->sg_size)
            : value_text(job, ""));
    struct value *const components = value_set_list(job, view, "components");
    for (long long i = 0; i < width && width > 1; i++) {
        struct value *const item = value_add(components, value_object(job));
        value_set_text(job, item, "component", component(job, width, i));
        value_set_text(job, item, "end", i + 1 < width ? "," : ");");
        value_set(item, "define",
                  i ? value_text(job, "    ")
                    : value_printf(job, "#define SHARED(slot, value, lane) (%s)( \\\n    ",
                                   float_type(job, width)));
        value_set_text(job, item, "end_macro", i + 1 < width ? ", \\" : ")");
    }
    struct value *const publish = value_set_list(job, view, "publish");
    for (long long i = 0; i < lanes_a_registers(d) && !native; i++) {
        struct value *const item = value_add(publish, value_object(job));
        value_set_text(job, item, "register", lanes_a_register(d, i));
        value_set_integer(job, item, "slot", i);
    }
    value_set_bool(job, view, "names_own_k", !d->turned && !d->blocks && !d->wide);
    value_set_bool(job, view, "keeps_in_step",
                   spec->barrier && spec->spelling != SPELLING_EMULATED);
}

/* Where the tile begins. Block reads name the first column of the group, all others the lane's own.
 */
static void add_places(const struct lanes *d, bool needs_first_row)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    const struct shape group = spec_group_tile(spec);
    struct value *const view = d->view;
    const bool needs_first_column = d->blocks;
    const char *const row_of_group =
        arena_printf(job->arena, "get_group_id(1) * %lld", group.height);
    const char *const column_of_group =
        arena_printf(job->arena, "get_group_id(0) * %lld", group.width);

    value_set_bool(job, view, "names_first_row", needs_first_row);
    value_set_bool(job, view, "names_first_column", needs_first_column);
    value_set_text(job, view, "row_of_group", row_of_group);
    value_set_text(job, view, "column_of_group", column_of_group);
    const char *const first_row =
        needs_first_row ? arena_printf(job->arena, "first_%s", d->row) : row_of_group;
    value_set(view, "row_start",
              spec->wg.height > 1
                  ? value_printf(job, "%s + get_local_id(1) * %lld", first_row, spec->tile.height)
                  : value_text(job, first_row));
    value_set(view, "column_start",
              value_printf(job, d->columns > 1 ? "%s + lane * %lld" : "%s + lane",
                           needs_first_column ? arena_printf(job->arena, "first_%s", d->column)
                                              : column_of_group,
                           d->columns));
    struct value *const columns = value_set_list(job, view, "own_columns");
    if (strchr(lanes_b_place(d, 0), '_')) {
        for (long long c = 0; c < spec->tile.width; c++) {
            struct value *const item = value_add(columns, value_object(job));
            value_set_text(job, item, "own", lanes_b_place(d, c));
            value_set(
                item, "value",
                value_printf(job, "min(%s, %s - 1)",
                             sum_text(job, d->column,
                                      c / d->columns * d->columns * d->lanes + c % d->columns),
                             symbol_in_kernel(spec->n)));
        }
    }
}

/* Buffer block reads take all lanes' places at once: none of them may lie outside. */
static const char *whole_group(const struct lanes *d)
{
    struct job *const job = d->job;
    const struct spec *const spec = d->spec;
    const struct shape group = spec_group_tile(spec);
    const bool rows = d->blocks && d->turned && d->guard_m;
    const bool columns = lanes_b_by_rows(d) && d->guard_n;
    const char *const by_row = arena_printf(job->arena, "first_%s + %lld <= %s", d->row,
                                            group.height, symbol_in_kernel(spec->m));
    const char *const by_column = arena_printf(job->arena, "first_%s + %lld <= %s", d->column,
                                               group.width, symbol_in_kernel(spec->n));
    return rows && columns ? arena_printf(job->arena, "%s && %s", by_row, by_column)
           : rows          ? by_row
           : columns       ? by_column
                           : NULL;
}

void subgroup_view(struct job *job, const struct spec *spec, struct value *view)
{
    const struct shape group = spec_group_tile(spec);
    struct lanes d = {
        .job = job,
        .spec = spec,
        .view = view,
        .lanes = spec->wg.width,
        .guard_m = spec_guards(spec, spec->m, group.height),
        .guard_n = spec_guards(spec, spec->n, group.width),
        .blocks = spec->share == SHARE_BLOCK_READ && spec->spelling == SPELLING_INTEL,
        .turned = rows_in_lanes(spec),
        .a = arena_printf(job->arena, "%c", spec->a.name[0] - 'A' + 'a'),
        .b = arena_printf(job->arena, "%c", spec->b.name[0] - 'A' + 'a'),
        .row = axis_word(spec, true),
        .column = axis_word(spec, false),
    };
    d.wide = wide_lanes(spec);
    d.group = d.wide
                  ? 1
                  : vector_that_divides(d.turned ? spec->tile.height / d.lanes : spec->tile.height);
    d.groups = spec->tile.height / d.group;
    d.depth = d.wide ? spec->a.vector : 1;
    d.columns = d.wide ? spec->b.vector : 1;

    const char *const whole = whole_group(&d);
    const struct depth_loop loop = depth_loop(spec, whole);
    value_set_list(job, view, "lines");
    if (!d.wide || loop.remainder)
        add_lines(job, spec, view, &spec->a, spec->tile.height, 1, d.guard_m);
    if (d.wide)
        lanes_add_own_lines(&d);
    add_lines(job, spec, view, &spec->b, spec->tile.width, d.lanes, d.guard_n);
    add_k_lines(job, spec, view);
    add_places(&d, whole && d.turned);
    add_exchange(&d);
    add_accumulators(job, view, d.groups, spec->tile.width / d.columns,
                     d.wide ? d.columns : d.group);

    struct value *const remainder = add_depth_loop(job, spec, view, &loop);
    struct value *const loads_a = value_set_list(job, view, "loads_a");
    for (long long i = 0; i < lanes_a_registers(&d); i++)
        lanes_add_a_load(&d, loads_a, i);
    struct value *const loads_b = value_set_list(job, view, "loads_b");
    if (!d.wide || holds_b(spec))
        lanes_add_b_loads(&d, loads_b);
    value_set(view, "share",
              value_printf(job, "expression/share_%s", spelling_word(spec->spelling)));
    value_set_list(job, view, "groups");
    if (d.wide)
        add_wide_shares(&d);
    else
        add_shares(&d);
    if (remainder)
        add_remainder(&d, remainder);
    add_stores(&d);
}
