#include "emit/share_lines.h"

#include <stdint.h>
#include <string.h>

#include "emit/emit.h"

enum {
    NONE = 0, /* no neighbour yet */
    SEVERAL = 1,
    FIRST_SYMBOL = 2
};

/* Lines of a text that are alike but for numbers, or a single one. */
struct run {
    size_t symbol; /* those of the same lines have the same one; NONE: it is not shared */
    size_t line, line_count;
    size_t indent;
};

struct source {
    struct span *lines; /* without the blanks that they begin with */
    size_t *indents;
    size_t line_count;
    struct run *runs;
    size_t run_count;
};

/* Runs of the same lines. */
struct run_kind {
    const struct span *lines;
    size_t line_count;
    size_t before, after; /* the symbols that stand there wherever this one does */
    size_t piece;         /* that begins with it; SIZE_MAX: none yet */
};

struct lines {
    struct job *job;
    const struct share_rule *rule;
    struct source *sources;
    struct run_kind *symbols; /* from FIRST_SYMBOL on */
    size_t symbol_count;
    size_t *slots; /* a hash table of symbols, at most half full */
    size_t slot_count;
    struct line_piece *pieces;
    size_t piece_count;
};

/* ---------------------------------------------------------------- lines that are alike */

static bool is_digit(struct span line, size_t i)
{
    return i < line.length && line.text[i] >= '0' && line.text[i] <= '9';
}

/* The next byte of a line, '0' for a number; none for one that is added. '\0' at the end. */
static char next_sign(struct span line, size_t *i)
{
    while (*i + 3 < line.length && memcmp(line.text + *i, " + ", 3) == 0 && is_digit(line, *i + 3))
        for (*i += 3; is_digit(line, *i); ++*i)
            ;
    if (*i == line.length)
        return '\0';
    if (!is_digit(line, *i))
        return line.text[(*i)++];
    while (is_digit(line, *i))
        ++*i;
    return '0';
}

static bool alike(struct span one, struct span other)
{
    size_t i = 0, j = 0;
    char sign;
    do {
        sign = next_sign(one, &i);
        if (sign != next_sign(other, &j))
            return false;
    } while (sign);
    return true;
}

/* ---------------------------------------------------------------- plain statements */

static bool is_shareable(const struct lines *all, const struct source *source, size_t line)
{
    return !all->rule->statements || (source->indents[line] > 0 && line > 0 &&
                                      definitions_is_statement(source->lines[line]) &&
                                      definitions_ends_statement(source->lines[line - 1]));
}

/* ---------------------------------------------------------------- runs */

static void read_lines(struct lines *all, struct source *source, struct span text)
{
    source->line_count = definitions_lines(all->job, text, &source->lines, &source->indents);
    source->runs = arena_array(all->job->arena, source->line_count, sizeof *source->runs);
}

static bool same_lines(const struct run_kind *symbol, const struct span *lines, size_t count)
{
    bool same = symbol->line_count == count;
    for (size_t i = 0; i < count && same; i++)
        same = span_equal(symbol->lines[i], lines[i]);
    return same;
}

static size_t hash_of(const struct span *lines, size_t count)
{
    uint64_t hash = count;
    for (size_t i = 0; i < count; i++)
        hash = hash * 31 + emit_hash(lines[i].text, lines[i].length);
    return (size_t)(hash ^ hash >> 32);
}

/* The symbol of a run's lines. */
static size_t symbol_of(struct lines *all, const struct span *lines, size_t count)
{
    size_t slot = hash_of(lines, count) % all->slot_count;
    while (all->slots[slot] && !same_lines(&all->symbols[all->slots[slot]], lines, count))
        slot = (slot + 1) % all->slot_count;
    if (all->slots[slot])
        return all->slots[slot];
    all->symbols[all->symbol_count] = (struct run_kind){lines, count, NONE, NONE, SIZE_MAX};
    return all->slots[slot] = all->symbol_count++;
}

static void find_runs(struct lines *all, struct source *source)
{
    for (size_t i = 0; i < source->line_count;) {
        struct run *const run = &source->runs[source->run_count++];
        const bool shareable = is_shareable(all, source, i);
        size_t end = i + 1, bytes = source->lines[i].length + 1;
        while (end < source->line_count && end - i < all->rule->list && shareable &&
               is_shareable(all, source, end) && source->indents[i] == source->indents[end] &&
               alike(source->lines[i], source->lines[end]) &&
               (bytes += source->lines[end].length + 1) <= all->rule->most)
            end++;
        *run = (struct run){NONE, i, end - i, source->indents[i]};
        if (shareable)
            run->symbol = symbol_of(all, &source->lines[i], end - i);
        i = end;
    }
}

/* ---------------------------------------------------------------- what always follows */

/* The run that a piece may go on to from run i; NULL: none. */
static const struct run *next_run(const struct lines *all, const struct source *source, size_t i)
{
    const struct run *const run = &source->runs[i], *const next = run + 1;
    if (i + 1 == source->run_count || run->symbol == NONE || next->symbol == NONE ||
        (all->rule->statements && run->indent != next->indent))
        return NULL;
    return next;
}

static void meet(size_t *neighbour, size_t symbol)
{
    *neighbour = *neighbour == NONE || *neighbour == symbol ? symbol : SEVERAL;
}

static void find_neighbours(struct lines *all, const struct source *source)
{
    for (size_t i = 0; i < source->run_count; i++) {
        const struct run *const run = &source->runs[i], *const next = next_run(all, source, i);
        const bool first = i == 0 || !next_run(all, source, i - 1);
        if (run->symbol == NONE)
            continue;
        if (first)
            all->symbols[run->symbol].before = SEVERAL;
        if (next)
            meet(&all->symbols[next->symbol].before, run->symbol);
        meet(&all->symbols[run->symbol].after, next ? next->symbol : SEVERAL);
    }
}

/* Whether a run and the next one stand together wherever one of them does. */
static bool is_joined(const struct lines *all, const struct source *source, size_t i)
{
    const struct run *const run = &source->runs[i], *const next = next_run(all, source, i);
    return next && next->symbol != run->symbol && all->symbols[run->symbol].after == next->symbol &&
           all->symbols[next->symbol].before == run->symbol;
}

/* ---------------------------------------------------------------- pieces */

static size_t bytes_of(const struct span *lines, size_t count)
{
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += lines[i].length;
    return bytes;
}

/* The run behind those of a piece that begins with run i; of a run that is not shared, the next one. */
static size_t end_of_piece(const struct lines *all, const struct source *source, size_t i)
{
    size_t bytes = 0;
    for (;; i++) {
        const struct run *const run = &source->runs[i];
        bytes += bytes_of(&source->lines[run->line], run->line_count) + run->line_count;
        if (!is_joined(all, source, i))
            return i + 1;
        const struct run *const next = run + 1;
        if (bytes + bytes_of(&source->lines[next->line], next->line_count) + next->line_count >
            all->rule->most)
            return i + 1;
    }
}

static void count_pieces(struct lines *all, const struct source *source)
{
    for (size_t i = 0, end; i < source->run_count; i = end) {
        const struct run *const run = &source->runs[i];
        end = end_of_piece(all, source, i);
        if (run->symbol == NONE)
            continue;
        const struct run *const last = &source->runs[end - 1];
        struct run_kind *const symbol = &all->symbols[run->symbol];
        if (symbol->piece == SIZE_MAX) {
            symbol->piece = all->piece_count++;
            all->pieces[symbol->piece] = (struct line_piece){
                &source->lines[run->line], last->line + last->line_count - run->line, 0};
        }
        all->pieces[symbol->piece].uses++;
    }
}

static bool pays(const struct share_rule *rule, const struct line_piece *piece)
{
    const size_t bytes = bytes_of(piece->lines, piece->line_count);
    return piece->uses > 1 && piece->line_count >= rule->least &&
           piece->uses * (bytes + piece->line_count * rule->text_cost) >
               bytes + piece->line_count * rule->line_cost + rule->piece_cost +
                   piece->uses * rule->use_cost;
}

/* Those that pay move up; places of the others are SIZE_MAX. */
static size_t *choose_pieces(struct lines *all)
{
    size_t *const places = arena_array(all->job->arena, all->piece_count, sizeof *places);
    size_t count = 0;
    for (size_t i = 0; i < all->piece_count; i++) {
        places[i] = SIZE_MAX;
        if (!pays(all->rule, &all->pieces[i]))
            continue;
        places[i] = count;
        all->pieces[count++] = all->pieces[i];
    }
    all->piece_count = count;
    return places;
}

static void write_text(const struct lines *all, const struct source *source, const size_t *places,
                       struct line_text *text)
{
    text->parts = arena_array(all->job->arena, source->line_count, sizeof *text->parts);
    for (size_t i = 0, end; i < source->run_count; i = end) {
        const struct run *const run = &source->runs[i];
        end = end_of_piece(all, source, i);
        const struct run *const last = &source->runs[end - 1];
        const size_t piece =
            run->symbol == NONE ? SIZE_MAX : places[all->symbols[run->symbol].piece];
        const size_t behind = piece == SIZE_MAX ? last->line + last->line_count : run->line + 1;
        for (size_t line = run->line; line < behind; line++)
            text->parts[text->count++] =
                (struct line_part){piece, source->lines[line], source->indents[line]};
    }
}

struct shared_lines share_lines(struct job *job, const struct span *texts, size_t count,
                                const struct share_rule *rule)
{
    struct lines all = {.job = job, .rule = rule, .symbol_count = FIRST_SYMBOL};
    struct line_text *const written = arena_array(job->arena, count, sizeof *written);
    size_t line_count = 0;
    all.sources = arena_array(job->arena, count, sizeof *all.sources);
    for (size_t i = 0; i < count; i++) {
        read_lines(&all, &all.sources[i], texts[i]);
        line_count += all.sources[i].line_count;
    }
    all.symbols = arena_array(job->arena, line_count + FIRST_SYMBOL, sizeof *all.symbols);
    all.slot_count = 2 * line_count + 1;
    all.slots = arena_array(job->arena, all.slot_count, sizeof *all.slots);
    all.pieces = arena_array(job->arena, line_count, sizeof *all.pieces);
    for (size_t i = 0; i < count; i++)
        find_runs(&all, &all.sources[i]);
    for (size_t i = 0; i < count; i++)
        find_neighbours(&all, &all.sources[i]);
    for (size_t i = 0; i < count; i++)
        count_pieces(&all, &all.sources[i]);
    const size_t *const places = choose_pieces(&all);
    for (size_t i = 0; i < count; i++)
        write_text(&all, &all.sources[i], places, &written[i]);
    return (struct shared_lines){all.pieces, all.piece_count, written};
}
