#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/report/internal.h"

enum {
    SHADES = 10,      /* classes h0 to h9 of the style */
    MOST_VALUES = 256 /* of a parameter: one with more, as a number that is drawn, makes no table */
};

/* A space that was searched, by parameters whose values vary. */
struct map {
    struct page *page;
    const struct page_space *space;
    json_t *names;  /* [name, ...] */
    json_t *values; /* [[value in words, ...], ...], in order */
    size_t width;   /* parameters */
    size_t *points; /* indices of the values, a row an evaluation */
    double best;    /* GFLOP/s */
    size_t pair[2]; /* shown first */
};

/* ------------------------------------------------------------------------------------- parameters */

/* The order in which people count: digits are numbers. */
static int compare_words(const char *a, const char *b)
{
    while (*a != '\0' && *b != '\0') {
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
            char *end_a, *end_b;
            unsigned long left = strtoul(a, &end_a, 10), right = strtoul(b, &end_b, 10);

            if (left != right)
                return left < right ? -1 : 1;
            a = end_a;
            b = end_b;
            continue;
        }
        if (*a != *b)
            return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
        a++;
        b++;
    }
    return (*a != '\0') - (*b != '\0');
}

/* A value in words; one that a point lacks is "-", as where it is left to the generator. */
static const char *words_of(struct map *map, const json_t *parameters, const char *name)
{
    const json_t *value = json_object_get(parameters, name);
    const char *words;
    char *text;

    if (value == NULL || json_is_string(value))
        return value == NULL ? "-" : json_string_value(value);
    text = json_dumps(value, JSON_ENCODE_ANY);
    words = page_text(map->page, "%s", text == NULL ? "" : text);
    free(text);
    return words;
}

/* The place of a value in an ordered list, and whether it is there. */
static bool find_value(const json_t *values, const char *words, size_t *place)
{
    for (*place = 0; *place < json_array_size(values); ++*place) {
        int order = compare_words(words, json_string_value(json_array_get(values, *place)));

        if (order <= 0)
            return order == 0;
    }
    return false;
}

/* The values of a parameter in order, up to one more than MOST_VALUES. */
static json_t *list_values(struct map *map, const char *name)
{
    json_t *values = json_array();
    size_t place;

    for (size_t i = 0; i < map->space->count && json_array_size(values) <= MOST_VALUES; i++) {
        const json_t *parameters = map->space->evaluations[i].parameters;
        const char *words = words_of(map, parameters, name);

        if (json_object_size(parameters) > 0 && !find_value(values, words, &place))
            json_array_insert_new(values, place, json_string(words));
    }
    return values;
}

/* Names of parameters that take two values at least, and their values. */
static void find_parameters(struct map *map)
{
    json_t *all = json_object(), *value;
    const char *name;

    for (size_t i = 0; i < map->space->count; i++)
        json_object_update_missing(all, (json_t *)map->space->evaluations[i].parameters);
    map->names = json_array();
    map->values = json_array();
    json_object_foreach(all, name, value)
    {
        json_t *values = list_values(map, name);

        if (json_array_size(values) > 1 && json_array_size(values) <= MOST_VALUES) {
            json_array_append_new(map->names, json_string(name));
            json_array_append(map->values, values);
        }
        json_decref(values);
    }
    json_decref(all);
    map->width = json_array_size(map->names);
}

static void find_points(struct map *map)
{
    map->points = calloc(map->space->count * map->width + 1, sizeof *map->points);
    for (size_t i = 0; i < map->space->count && map->points != NULL; i++)
        for (size_t p = 0; p < map->width; p++)
            find_value(json_array_get(map->values, p),
                       words_of(map, map->space->evaluations[i].parameters,
                                json_string_value(json_array_get(map->names, p))),
                       &map->points[i * map->width + p]);
    for (size_t i = 0; i < map->space->count; i++)
        map->best = fmax(map->best, map->space->evaluations[i].gflops);
}

static size_t value_count(const struct map *map, size_t parameter)
{
    return json_array_size(json_array_get(map->values, parameter));
}

/* Evaluations of the kernel that is made where nothing is chosen are no points. */
static bool is_point(const struct map *map, size_t evaluation)
{
    return json_object_size(map->space->evaluations[evaluation].parameters) > 0;
}

/* How far the values of a parameter part fast points from slow ones: the share of the variance of
 * the speeds' logarithms that lies between them (one-way analysis of variance). */
static double weigh(const struct map *map, size_t parameter)
{
    size_t count = value_count(map, parameter), total = 0;
    double *sums = calloc(2 * count, sizeof *sums), *counts = sums + count;
    double sum = 0, squares = 0, between = 0;

    for (size_t i = 0; i < map->space->count && sums != NULL; i++) {
        double speed = map->space->evaluations[i].gflops;
        size_t value = map->points[i * map->width + parameter];

        if (!(speed > 0) || !is_point(map, i))
            continue;
        sums[value] += log(speed);
        counts[value]++;
        sum += log(speed);
        squares += log(speed) * log(speed);
        total++;
    }
    for (size_t i = 0; i < count && sums != NULL; i++)
        between += counts[i] > 0 ? sums[i] * sums[i] / counts[i] : 0;
    free(sums);
    if (total < 2 || squares - sum * sum / (double)total < 1e-12)
        return 0;
    return (between - sum * sum / (double)total) / (squares - sum * sum / (double)total);
}

/* The pair that matters most; the one with fewer values goes across. */
static void choose_pair(struct map *map)
{
    double most[2] = {-1, -1};

    for (size_t p = 0; p < map->width; p++) {
        double weight = weigh(map, p);

        if (weight > most[0]) {
            most[1] = most[0];
            map->pair[1] = map->pair[0];
            most[0] = weight;
            map->pair[0] = p;
        } else if (weight > most[1]) {
            most[1] = weight;
            map->pair[1] = p;
        }
    }
    if (value_count(map, map->pair[0]) < value_count(map, map->pair[1])) {
        size_t other = map->pair[0];

        map->pair[0] = map->pair[1];
        map->pair[1] = other;
    }
}

/* ---------------------------------------------------------------------------------------- writing */

/* The script does the same for other pairs. */
static void write_cell(const struct map *map, size_t row, size_t column)
{
    FILE *out = map->page->out;
    size_t tried = 0;
    double best = 0;
    char text[CHART_TEXT];

    for (size_t i = 0; i < map->space->count; i++) {
        const size_t *point = map->points + i * map->width;

        if (!is_point(map, i) || point[map->pair[0]] != row || point[map->pair[1]] != column)
            continue;
        tried++;
        best = fmax(best, map->space->evaluations[i].gflops);
    }
    if (tried == 0)
        fputs("<td></td>", out);
    else if (best == 0)
        fprintf(out, "<td class=\"bad\" title=\"%zu tried\">failed</td>", tried);
    else
        fprintf(out, "<td class=\"h%d\" title=\"%zu tried\">%s</td>",
                (int)fmin(SHADES - 1, floor(SHADES * best / map->best)), tried,
                chart_number(best, text));
}

static const char *name_of(const struct map *map, size_t parameter)
{
    return json_string_value(json_array_get(map->names, parameter));
}

static void write_table(const struct map *map, size_t number)
{
    const json_t *rows = json_array_get(map->values, map->pair[0]);
    const json_t *columns = json_array_get(map->values, map->pair[1]);
    FILE *out = map->page->out;

    fprintf(out,
            "<div class=\"box\" tabindex=\"0\" role=\"region\" aria-label=\"Heat map\"><table "
            "class=\"map\" id=\"map%zu\"><caption>Best GFLOP/s: ",
            number);
    html_text(out, name_of(map, map->pair[0]));
    fputs(" down, ", out);
    html_text(out, name_of(map, map->pair[1]));
    fputs(" across</caption><thead><tr><td></td>", out);
    for (size_t j = 0; j < json_array_size(columns); j++) {
        fputs("<th scope=\"col\">", out);
        html_text(out, json_string_value(json_array_get(columns, j)));
        fputs("</th>", out);
    }
    fputs("</tr></thead><tbody>\n", out);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        fputs("<tr><th scope=\"row\">", out);
        html_text(out, json_string_value(json_array_get(rows, i)));
        fputs("</th>", out);
        for (size_t j = 0; j < json_array_size(columns); j++)
            write_cell(map, i, j);
        fputs("</tr>\n", out);
    }
    html_table_end(out);
}

static void write_choice(const struct map *map, size_t number, int axis, const char *label)
{
    FILE *out = map->page->out;

    fprintf(out, "<label>%s <select data-map=\"%zu\" data-axis=\"%d\">", label, number, axis);
    for (size_t p = 0; p < map->width; p++) {
        fprintf(out, "<option value=\"%zu\"%s>", p, p == map->pair[axis] ? " selected" : "");
        html_text(out, name_of(map, p));
        fputs("</option>", out);
    }
    fputs("</select></label>\n", out);
}

/* What the script needs for other pairs: each point as indices and its speed. */
static void write_data(const struct map *map, size_t number)
{
    json_t *points = json_array(), *data;

    for (size_t i = 0; i < map->space->count; i++) {
        json_t *point = json_array();

        for (size_t p = 0; p < map->width; p++)
            json_array_append_new(point, json_integer((json_int_t)map->points[i * map->width + p]));
        json_array_append_new(point, json_real(map->space->evaluations[i].gflops));
        if (is_point(map, i))
            json_array_append(points, point);
        json_decref(point);
    }
    data = json_pack("{s:O, s:O, s:o, s:f}", "names", map->names, "values", map->values, "points",
                     points, "best", map->best);
    fprintf(map->page->out, "<script type=\"application/json\" id=\"points%zu\">", number);
    html_json(map->page->out, data);
    fputs("</script>\n", map->page->out);
    json_decref(data);
}

static void write_map(struct map *map, size_t number)
{
    FILE *out = map->page->out;
    char text[CHART_TEXT];

    choose_pair(map);
    page_use(map->page, map->space->session);
    page_space_begin(map->page, map->space, number);
    fputs("<p class=\"choice\">", out);
    write_choice(map, number, 0, "Down");
    write_choice(map, number, 1, "Across");
    fputs("</p>\n", out);
    write_table(map, number);
    fputs("<p class=\"scale\" aria-hidden=\"true\">0 ", out);
    for (int i = 0; i < SHADES; i++)
        fprintf(out, "<i class=\"h%d\"></i>", i);
    fprintf(out, " %s GFLOP/s</p>\n", chart_number(map->best, text));
    write_data(map, number);
    page_space_end(map->page, number);
}

void page_write_space(struct page *page)
{
    size_t shown = 0;

    for (size_t i = 0; i < page->space_count; i++) {
        struct map map = {.page = page, .space = &page->spaces[i]};

        find_parameters(&map);
        find_points(&map);
        if (map.points == NULL)
            fault_memory(page->fault);
        else if (map.width > 1) {
            if (shown == 0)
                fputs(
                    "<p class=\"hint\">A cell is the best of all points that have both values; an "
                    "empty one was not tried. The first pair is the one that parts fast from slow "
                    "the most.</p>\n",
                    page->out);
            write_map(&map, shown++);
        }
        json_decref(map.names);
        json_decref(map.values);
        free(map.points);
    }
}
