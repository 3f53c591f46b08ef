/* Runs work-groups of emitted kernels on x86-64: memory of any size of which only what is touched exists, work-items that alternate at
 * barriers, and the reports of clang's checks. A fault ends the process with status 3 and a line on stdout.
 *
 * evaluate.py loads this as a library, with builtins.cl, before a kernel. */
#define _GNU_SOURCE
#include <emmintrin.h>
#include <signal.h>
#include <stdbool.h>

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

enum {
    STACK = 256 * 1024, /* of a work-item */
    PAGE = 4096,
    INTEGERS = 6, /* arguments in registers */
    FLOATS = 8,
    ON_STACK = 32
};

/* Nothing lies this close before or after a buffer, so an index that went wrong traps. */
static const size_t gap = (size_t)1 << 36;

static void fault(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    putchar('\n');
    fflush(stdout);
    _exit(3);
}

/* --- memory --- */

/* Zeros, which exist once they are touched. The end of the buffer is the end of a page but for what aligns its start to 128
 * bytes. */
void *machine_map(size_t bytes)
{
    const size_t whole = (bytes + 127 + PAGE - 1) / PAGE * PAGE;
    char *start =
        mmap(NULL, whole + 2 * gap, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED || mprotect(start + gap, whole, PROT_READ | PROT_WRITE) != 0)
        fault("no address space for %zu bytes", bytes);
    const uintptr_t first = (uintptr_t)start + gap + whole - bytes;
    return (void *)(first / 128 * 128);
}

/* The address of the first page from `address` to `end` that was touched; `end`: none was. */
size_t machine_touched(size_t address, size_t end)
{
    static unsigned char resident[1 << 18];
    if (address >= end)
        return end;
    for (address = address / PAGE * PAGE; address < end; address += sizeof resident * PAGE) {
        const size_t left = (end - address + PAGE - 1) / PAGE;
        const size_t pages = left < sizeof resident ? left : sizeof resident;
        if (mincore((void *)address, pages * PAGE, resident) != 0)
            fault("mincore fails");
        const unsigned char *found = memchr(resident, 1, pages);
        if (found != NULL)
            return address + (size_t)(found - resident) * PAGE;
    }
    return end;
}

/* Elements of `size` bytes of a matrix: those of lines and places from first to before end. The values are a table of as many as
 * `period`, by the line, or else the place in it. */
void machine_fill(char *matrix, size_t size, size_t ld, const size_t lines[2],
                  const size_t places[2], const char *table, size_t period, int by_line)
{
    for (size_t line = lines[0]; line < lines[1]; line++)
        for (size_t place = places[0]; place < places[1]; place++)
            memcpy(matrix + (line * ld + place) * size,
                   table + (by_line ? line : place) % period * size, size);
}

/* --- work-items --- */

struct words {
    uint64_t word[ON_STACK];
};

struct call {
    void (*kernel)(void);
    uint64_t integers[INTEGERS];
    double floats[FLOATS][2];
    struct words stack;
};

static struct {
    size_t group[3], groups[3], local[3], offset[3];
    size_t item, items;
    const struct call *call;
} now;
static ucontext_t scheduler, *contexts;
static char *stacks, *ended;

size_t get_group_id(unsigned d) __asm__("_Z12get_group_idj");
size_t get_local_id(unsigned d) __asm__("_Z12get_local_idj");
size_t get_global_id(unsigned d) __asm__("_Z13get_global_idj");
size_t get_num_groups(unsigned d) __asm__("_Z14get_num_groupsj");
size_t get_local_size(unsigned d) __asm__("_Z14get_local_sizej");
size_t get_global_size(unsigned d) __asm__("_Z15get_global_sizej");
void barrier(unsigned flags) __asm__("_Z7barrierj");
void *__translate_sampler_initializer(int value);

size_t get_group_id(unsigned d)
{
    return now.group[d];
}
size_t get_num_groups(unsigned d)
{
    return now.groups[d];
}
size_t get_local_size(unsigned d)
{
    return now.local[d];
}
size_t get_global_size(unsigned d)
{
    return now.groups[d] * now.local[d];
}

size_t get_local_id(unsigned d)
{
    size_t below = 1;
    for (unsigned i = 0; i < d; i++)
        below *= now.local[i];
    return now.item / below % now.local[d];
}

size_t get_global_id(unsigned d)
{
    return now.offset[d] + now.group[d] * now.local[d] + get_local_id(d);
}

void barrier(unsigned flags)
{
    (void)flags;
    if (now.items > 1)
        swapcontext(&contexts[now.item], &scheduler);
}

void *__translate_sampler_initializer(int value)
{
    static int sampler;
    (void)value;
    return &sampler;
}

/* Every argument where the x86-64 System V ABI has it: whole numbers and pointers in six registers and then on the stack, real
 * numbers in eight others. */
static void call_kernel(void)
{
    typedef void kernel(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, __m128d,
                        __m128d, __m128d, __m128d, __m128d, __m128d, __m128d, __m128d,
                        struct words);
    const struct call *c = now.call;
    const uint64_t *i = c->integers;
    __m128d f[FLOATS];
    for (int j = 0; j < FLOATS; j++)
        f[j] = _mm_loadu_pd(c->floats[j]);
    ((kernel *)c->kernel)(i[0], i[1], i[2], i[3], i[4], i[5], f[0], f[1], f[2], f[3], f[4], f[5],
                          f[6], f[7], c->stack);
    ended[now.item] = 1;
}

/* One work-group: its work-items go on in turn from barrier to barrier. */
void machine_run(const struct call *call, const size_t group[3], const size_t groups[3],
                 const size_t local[3], const size_t offset[3])
{
    memcpy(now.group, group, sizeof now.group);
    memcpy(now.groups, groups, sizeof now.groups);
    memcpy(now.local, local, sizeof now.local);
    memcpy(now.offset, offset, sizeof now.offset);
    now.call = call;
    now.items = local[0] * local[1] * local[2];
    contexts = calloc(now.items, sizeof *contexts);
    ended = calloc(now.items, 1);
    stacks = mmap(NULL, now.items * STACK, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (contexts == NULL || ended == NULL || stacks == MAP_FAILED)
        fault("out of memory");
    for (now.item = 0; now.item < now.items; now.item++) {
        getcontext(&contexts[now.item]);
        contexts[now.item].uc_stack.ss_sp = stacks + now.item * STACK;
        contexts[now.item].uc_stack.ss_size = STACK;
        contexts[now.item].uc_link = &scheduler;
        makecontext(&contexts[now.item], call_kernel, 0);
    }
    for (size_t left = now.items; left > 0;)
        for (now.item = 0; now.item < now.items; now.item++)
            if (!ended[now.item]) {
                swapcontext(&scheduler, &contexts[now.item]);
                left -= (size_t)ended[now.item];
            }
    munmap(stacks, now.items * STACK);
    free(contexts);
    free(ended);
}

/* --- faults --- */

static struct {
    const char *name;
    uintptr_t first, end;
} buffers[32];
static size_t buffer_count;

/* Names a buffer in reports of addresses. */
void machine_name(const char *name, const char *first, size_t bytes)
{
    if (buffer_count < sizeof buffers / sizeof *buffers) {
        buffers[buffer_count].name = strdup(name);
        buffers[buffer_count].first = (uintptr_t)first;
        buffers[buffer_count++].end = (uintptr_t)first + bytes;
    }
}

static void where(char *text, size_t room)
{
    snprintf(text, room, "work-group %zu %zu %zu, work-item %zu", now.group[0], now.group[1],
             now.group[2], now.item);
}

static void caught(int signal, siginfo_t *info, void *context)
{
    char place[128];
    (void)context;
    where(place, sizeof place);
    if (signal == SIGPROF)
        fault("no end: %s", place);
    const uintptr_t address = (uintptr_t)info->si_addr;
    for (size_t i = 0; i < buffer_count; i++)
        if (address + gap >= buffers[i].first && address < buffers[i].end + gap)
            fault("access %lld bytes %s %s: %s",
                  (long long)(address < buffers[i].first ? buffers[i].first - address
                                                         : address - buffers[i].end),
                  address < buffers[i].first ? "before" : "behind the end of", buffers[i].name,
                  place);
    fault("signal %d at %p: %s", signal, info->si_addr, place);
}

/* Signals become faults; so do `seconds` of CPU time. */
void machine_start(int seconds)
{
    static char stack[1 << 16];
    const stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&other, NULL);
    struct sigaction action = {.sa_sigaction = caught, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGPROF};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
    const struct itimerval limit = {.it_value.tv_sec = seconds};
    setitimer(ITIMER_PROF, &limit, NULL);
}

/* What clang passes to the handlers of its checks. */
struct type {
    uint16_t kind, info;
    char name[];
};
struct data {
    const char *file;
    uint32_t line, column;
    const struct type *type, *other;
};

static long long number(const struct type *type, uint64_t value)
{
    const unsigned bits = 1u << (type->info >> 1);
    if (bits >= 64)
        return (long long)value;
    const uint64_t mask = ((uint64_t)1 << bits) - 1;
    const bool negative = (type->info & 1) != 0 && (value >> (bits - 1) & 1) != 0;
    return (long long)(negative ? value | ~mask : value & mask);
}

static void checked(const struct data *data, const char *what, uint64_t left, uint64_t right)
{
    char place[128];
    where(place, sizeof place);
    fault("line %u:%u: %lld %s %lld of %s: %s", data->line, data->column, number(data->type, left),
          what, number(data->type, right), data->type->name, place);
}

#define HANDLER(name, what)                                                                        \
    void __ubsan_handle_##name(const struct data *data, uint64_t left, uint64_t right);            \
    void __ubsan_handle_##name(const struct data *data, uint64_t left, uint64_t right)             \
    {                                                                                              \
        checked(data, what, left, right);                                                          \
    }
HANDLER(add_overflow, "+")
HANDLER(sub_overflow, "-")
HANDLER(mul_overflow, "*")
HANDLER(divrem_overflow, "/")
HANDLER(negate_overflow, "negated")
HANDLER(implicit_conversion, "becomes a smaller type:")

void __ubsan_handle_out_of_bounds(const struct data *data, uint64_t index);
void __ubsan_handle_out_of_bounds(const struct data *data, uint64_t index)
{
    char place[128];
    where(place, sizeof place);
    fault("line %u:%u: element %lld of %s: %s", data->line, data->column,
          number(data->other, index), data->type->name, place);
}
