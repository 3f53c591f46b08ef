/*
 * Made by clgemm 0.1.0: clgemm-gen --chain attention --mask causal --name gemm
 */

/* Turns the scores of a row in a block, of which it sees the first ones, into weights: powers of 2 of their differences to
 * the largest score so far. The result is what sums of weights before are scaled by, as the total is. */
static float gemm_weigh(__local float *const line, const int seen, __local float *const largest,
    __local float *const total)
{
    for (int i = seen; i < 32; ++i)
        line[i] = -INFINITY;
    float4 most = vload4(0, line);
    for (int i = 4; i < 32; i += 4)
        most = max(most, vload4(0, line + i));
    const float2 most_of_2 = max(most.lo, most.hi);
    const float now = max(*largest, max(most_of_2.x, most_of_2.y));
    /* Scores that are all -infinity so far have weights of 0. */
    const float zero = now == -INFINITY ? 0 : now;
    float4 weights = 0;
    for (int i = 0; i < 32; i += 4) {
        const float4 weight = exp2(vload4(0, line + i) - zero);
        vstore4(weight, 0, line + i);
        weights += weight;
    }
    const float2 weights_of_2 = weights.lo + weights.hi;
    const float scale = exp2(*largest - zero);
    *total = *total * scale + (weights_of_2.x + weights_of_2.y);
    *largest = now;
    return scale;
}

/* ... */
