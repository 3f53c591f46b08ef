#include "gen/base/reserved.h"

#include <stddef.h>
#include <string.h>

#include "gen/base/text.h"

/* Words of one kind, separated by blanks. */
static const char c_words[] =
    " auto break case const continue default do else enum extern for goto if inline main register "
    "restrict return signed sizeof static struct switch typedef union unsigned void volatile while "
    "NULL true false ";
static const char cxx_words[] =
    " alignas alignof and and_eq asm bitand bitor catch class compl concept const_cast consteval "
    "constexpr constinit co_await co_return co_yield decltype delete dynamic_cast explicit export "
    "friend mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected "
    "public reinterpret_cast requires static_assert static_cast template this thread_local throw "
    "try typeid typename using virtual wchar_t xor xor_eq ";
static const char opencl_words[] =
    " atomic bit_reverse cl_mem_fence_flags clk_event_t clk_profiling_info complex constant "
    "event_t "
    "fence generic global imaginary intptr_t kernel kernel_enqueue_flags_t local ndrange_t "
    "pipe ptrdiff_t quad queue_t read_only read_write reserve_id_t sampler_t size_t "
    "uintptr_t uniform vec_step write_only NAN INFINITY MAXFLOAT HUGE_VAL HUGE_VALF abs "
    "abs_diff add_sat all any barrier bitselect clamp clz cross ctz degrees distance dot "
    "fast_distance fast_length fast_normalize hadd isequal isfinite isgreater isgreaterequal "
    "isinf isless islessequal islessgreater isnan isnormal isnotequal isordered isunordered "
    "length mad24 mad_hi mad_sat max mem_fence min mix mul24 mul_hi normalize popcount "
    "prefetch printf radians read_mem_fence rhadd rotate select shuffle shuffle2 sign "
    "signbit smoothstep step sub_sat upsample wait_group_events write_mem_fence ";
static const char macro_words[] =
    " CHAR_BIT CHAR_MAX CHAR_MIN INT_MAX INT_MIN LONG_MAX LONG_MIN MAX_WORK_DIM SCHAR_MAX "
    "SCHAR_MIN SHRT_MAX SHRT_MIN UCHAR_MAX UINT_MAX ULONG_MAX USHRT_MAX ";
/* What compilers define as macros unless a standard is asked for, and types that a launcher's includes
 * bring along: C++ takes `struct int8_t` for a contradiction. Those of cl.h all begin with cl_. */
static const char host_words[] =
    " linux unix i386 sun mips sparc hpux int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t "
    "uint64_t int_least8_t int_least16_t int_least32_t int_least64_t uint_least8_t uint_least16_t "
    "uint_least32_t uint_least64_t int_fast8_t int_fast16_t int_fast32_t int_fast64_t uint_fast8_t "
    "uint_fast16_t uint_fast32_t uint_fast64_t intmax_t uintmax_t max_align_t nullptr_t locale_t "
    "ssize_t off_t pid_t uid_t gid_t id_t dev_t ino_t mode_t nlink_t time_t clock_t clockid_t "
    "timer_t key_t sigset_t ";
/* Those of which there may be others before and behind: half_sin, native_sin. */
static const char math_words[] =
    " acos acosh acospi asin asinh asinpi atan atan2 atan2pi atanh atanpi cbrt ceil copysign cos "
    "cosh cospi divide erf erfc exp exp10 exp2 expm1 fabs fdim floor fma fmax fmin fmod fract "
    "frexp hypot ilogb ldexp lgamma lgamma_r log log10 log1p log2 logb mad maxmag minmag modf nan "
    "nextafter pow pown powr recip remainder remquo rint rootn round rsqrt sin sincos sinh sinpi "
    "sqrt tan tanh tanpi tgamma trunc ";
/* Macros of an emitted file, until its end. Everything else that it defines begins with the kernel's name. */
static const char kernel_words[] = " CLGEMM_SHARED CLGEMM_PUBLISH CLGEMM_EXCHANGE "
                                   "CLGEMM_SYNCHRONISE CLGEMM_SUB_GROUP CLGEMM_IN_STEP ";

/* A type or function of these is followed by a number of elements, or by none. */
static const char stems[] = " bool char uchar short ushort int uint long ulong float double half "
                            "vload vstore ";

/* What begins like this is OpenCL's. */
static const char beginnings[] =
    " __ async_work_group_ atom_ atomic_ ATOMIC_ CL_ CLK_ cl_ _cl_ convert_ DBL_ FLT_ FP_ "
    "get_default_ get_enqueued_ get_global_ get_group_ get_image_ get_local_ get_max_sub_ "
    "get_num_ get_sub_group_ get_work_dim HALF_ image1d_ image2d_ image3d_ intel_sub_group_ M_ "
    "read_image sub_group_ vload_half vloada_half vstore_half vstorea_half work_group_ "
    "write_image ";

static bool begins(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

/* Whether the name begins with one of the words. */
static bool begins_among(const char *name, const char *words)
{
    bool found = false;
    for (; words[1] && !found; words += 1 + strcspn(words + 1, " "))
        found = strncmp(name, words + 1, strcspn(words + 1, " ")) == 0;
    return found;
}

/* "float", "float4", "vload16". */
static bool has_stem(const char *name)
{
    size_t length = strlen(name);
    while (length > 1 && name[length - 1] >= '0' && name[length - 1] <= '9')
        length--;
    return words_have(name, length, stems);
}

bool name_is_reserved(const char *name)
{
    static const char *const lists[] = {c_words,    cxx_words,  opencl_words, macro_words,
                                        host_words, math_words, kernel_words};
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        if (words_have(name, length, lists[i]))
            return true;
    if (begins_among(name, beginnings))
        return true;
    if (begins(name, "as_"))
        return has_stem(name + 3);
    if (begins(name, "half_"))
        return words_have(name + 5, length - 5, math_words);
    if (begins(name, "native_"))
        return words_have(name + 7, length - 7, math_words);
    return has_stem(name);
}
