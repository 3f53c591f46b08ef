/* Functions of OpenCL C for x86-64, as clang names them: those that emitted kernels call. Built without clang's own declarations,
 * which they would be second definitions of; work-items and barriers are in machine.c. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define OVERLOAD __attribute__((overloadable))

#define WIDTHS(M, ...) M(2, __VA_ARGS__) M(4, __VA_ARGS__) M(8, __VA_ARGS__) M(16, __VA_ARGS__)
#define WHOLE(M, ...) \
    M(char, __VA_ARGS__) M(uchar, __VA_ARGS__) M(short, __VA_ARGS__) M(ushort, __VA_ARGS__) M(int, __VA_ARGS__) M(uint, __VA_ARGS__) \
    M(long, __VA_ARGS__) M(ulong, __VA_ARGS__)
#define REAL(M, ...) M(half, __VA_ARGS__) M(float, __VA_ARGS__) M(double, __VA_ARGS__)

/* --- atomics --- */
OVERLOAD int atomic_fetch_add_explicit(volatile atomic_int *p, int x, memory_order order, memory_scope scope)
{
    return __opencl_atomic_fetch_add(p, x, memory_order_seq_cst, memory_scope_device);
}

OVERLOAD uint atomic_cmpxchg(volatile __global uint *p, uint wanted, uint x)
{
    uint old = *p;
    *p = old == wanted ? x : old;
    return old;
}

/* --- moves --- */
#define MOVE(N, T) \
    typedef T packed_##T##N __attribute__((ext_vector_type(N), aligned(__alignof__(T)))); \
    OVERLOAD T##N vload##N(size_t i, const T *p) { return *(const packed_##T##N *)(p + i * N); } \
    OVERLOAD void vstore##N(T##N v, size_t i, T *p) { *(packed_##T##N *)(p + i * N) = v; }
#define MOVES(T, _) WIDTHS(MOVE, T)
WHOLE(MOVES, )
REAL(MOVES, )

OVERLOAD float vload_half(size_t i, const half *p) { return p[i]; }
OVERLOAD void vstore_half(float v, size_t i, half *p) { p[i] = (half)v; }
OVERLOAD void vstore_half(double v, size_t i, half *p) { p[i] = (half)v; }
#define HALVES(N, _) \
    OVERLOAD float##N vload_half##N(size_t i, const half *p) \
    { \
        float##N v; \
        for (int j = 0; j < N; j++) \
            v[j] = p[i * N + j]; \
        return v; \
    } \
    OVERLOAD void vstore_half##N(float##N v, size_t i, half *p) \
    { \
        for (int j = 0; j < N; j++) \
            p[i * N + j] = (half)v[j]; \
    } \
    OVERLOAD void vstore_half##N(double##N v, size_t i, half *p) \
    { \
        for (int j = 0; j < N; j++) \
            p[i * N + j] = (half)v[j]; \
    } \
    OVERLOAD float##N vloada_half##N(size_t i, const half *p) { return vload_half##N(i, p); } \
    OVERLOAD void vstorea_half##N(float##N v, size_t i, half *p) { vstore_half##N(v, i, p); } \
    OVERLOAD void vstorea_half##N(double##N v, size_t i, half *p) { vstore_half##N(v, i, p); }
WIDTHS(HALVES, )

#define COPY(T, _) \
    OVERLOAD event_t async_work_group_copy(__local T *to, const __global T *from, size_t n, event_t e) \
    { \
        for (size_t i = 0; i < n; i++) \
            to[i] = from[i]; \
        return e; \
    }
#define COPIES(N, T) COPY(T##N, )
#define COPIES_OF(T, _) COPY(T, ) WIDTHS(COPIES, T)
WHOLE(COPIES_OF, )
REAL(COPIES_OF, )
void OVERLOAD wait_group_events(int n, event_t *events) {}

/* --- arithmetic --- */
#define LEAST(T, _) \
    OVERLOAD T min(T a, T b) { return a < b ? a : b; } \
    OVERLOAD T max(T a, T b) { return a > b ? a : b; }
#define LEAST_OF(N, T) \
    LEAST(T##N, ) \
    OVERLOAD T##N min(T##N a, T b) { return min(a, (T##N)b); } \
    OVERLOAD T##N max(T##N a, T b) { return max(a, (T##N)b); }
#define LEASTS(T, _) LEAST(T, ) WIDTHS(LEAST_OF, T)
WHOLE(LEASTS, )
REAL(LEASTS, )
int OVERLOAD clamp(int a, int least, int most) { return min(max(a, least), most); }

#define MULTIPLY(T, _) \
    OVERLOAD T mad(T a, T b, T c) { return a * b + c; } \
    OVERLOAD T fma(T a, T b, T c) { return a * b + c; }
#define MULTIPLY_OF(N, T) MULTIPLY(T##N, )
#define MULTIPLIES(T, _) MULTIPLY(T, ) WIDTHS(MULTIPLY_OF, T)
REAL(MULTIPLIES, )

OVERLOAD int isnan(float x) { return x != x; }
OVERLOAD int isnan(double x) { return x != x; }
OVERLOAD int isinf(float x) { return x - x != x - x && x == x; }
OVERLOAD int isinf(double x) { return x - x != x - x && x == x; }
OVERLOAD int all(int2 v) { return v.x < 0 && v.y < 0; }
OVERLOAD int all(long2 v) { return v.x < 0 && v.y < 0; }
#define SELECT(N, _) \
    OVERLOAD uint##N select(uint##N a, uint##N b, int##N c) { return c ? b : a; } \
    OVERLOAD float##N select(float##N a, float##N b, int##N c) { return c ? b : a; }
WIDTHS(SELECT, )
OVERLOAD uint select(uint a, uint b, int c) { return c ? b : a; }
OVERLOAD float select(float a, float b, int c) { return c ? b : a; }

#define APPLY(N, T, f, g) \
    OVERLOAD T##N f(T##N x) \
    { \
        for (int j = 0; j < N; j++) \
            x[j] = g(x[j]); \
        return x; \
    }
#define FUNCTION(f) \
    float f##_float(float x) __asm__(#f "f"); \
    double f##_double(double x) __asm__(#f); \
    OVERLOAD float f(float x) { return f##_float(x); } \
    OVERLOAD double f(double x) { return f##_double(x); } \
    WIDTHS(APPLY, float, f, f##_float) \
    WIDTHS(APPLY, double, f, f##_double)
FUNCTION(erf)
FUNCTION(exp)
FUNCTION(exp2)
FUNCTION(tanh)
FUNCTION(sqrt)
FUNCTION(fabs)
OVERLOAD float copysign(float a, float b) { return as_float((as_uint(a) & 0x7fffffff) | (as_uint(b) & 0x80000000)); }
#define EXTREME(T, _) \
    OVERLOAD T fmin(T a, T b) { return a < b ? a : b; } \
    OVERLOAD T fmax(T a, T b) { return a > b ? a : b; }
#define EXTREME_OF(N, T) \
    EXTREME(T##N, ) \
    OVERLOAD T##N fmin(T##N a, T b) { return fmin(a, (T##N)b); } \
    OVERLOAD T##N fmax(T##N a, T b) { return fmax(a, (T##N)b); }
#define EXTREMES(T, _) EXTREME(T, ) WIDTHS(EXTREME_OF, T)
REAL(EXTREMES, )

/* --- conversions --- */
#define CONVERT_VECTOR(N, T, F) \
    OVERLOAD T##N convert_##T##N(F##N x) { return __builtin_convertvector(x, T##N); }
#define CONVERT(F, T) \
    OVERLOAD T convert_##T(F x) { return (T)x; } \
    WIDTHS(CONVERT_VECTOR, T, F)
#define FROM_ALL(T) \
    CONVERT(char, T) CONVERT(uchar, T) CONVERT(short, T) CONVERT(ushort, T) CONVERT(int, T) CONVERT(uint, T) CONVERT(long, T) \
    CONVERT(ulong, T) CONVERT(half, T) CONVERT(float, T) CONVERT(double, T)
FROM_ALL(char)
FROM_ALL(uchar)
FROM_ALL(short)
FROM_ALL(ushort)
FROM_ALL(int)
FROM_ALL(uint)
FROM_ALL(long)
FROM_ALL(half)
FROM_ALL(float)
FROM_ALL(double)
OVERLOAD float convert_float_rtz(double x) { return (float)x; }
#define TOWARD_ZERO(N, T, F) \
    OVERLOAD T##N convert_##T##N##_rtz(F##N x) { return convert_##T##N(x); }
WIDTHS(TOWARD_ZERO, float, double)
#define SATURATE_VECTOR(N, T, F) \
    OVERLOAD T##N convert_##T##N##_sat_rte(F##N x) \
    { \
        T##N v; \
        for (int j = 0; j < N; j++) \
            v[j] = convert_##T##_sat_rte(x[j]); \
        return v; \
    }
#define SATURATE(T, F, LEAST, MOST) \
    OVERLOAD T convert_##T##_sat_rte(F x) { return x < LEAST ? LEAST : x > MOST ? MOST : (T)x; } \
    WIDTHS(SATURATE_VECTOR, T, F)
SATURATE(char, float, -128, 127)
SATURATE(uchar, float, 0, 255)
SATURATE(char, double, -128, 127)
SATURATE(uchar, double, 0, 255)
