"""A layer of a small transformer, which reads a few new tokens behind those that a cache has: attention with grouped heads below a
causal mask, then a gated feed-forward part, each with what came before added.

Seven products by five kernels: attention is two of them, the gate two. numpy does the rest, and computes all of it once more. Exit
code 77: there is no device.
"""

import sys

import clgemm
import numpy as np
import pyopencl as cl

TOKENS, PAST = 13, 50  # new ones, and those before, whose keys and values are in the cache
WIDTH, HIDDEN = 64, 160
HEADS, SHARED, HEAD = 4, 2, 16  # of queries; of keys and values, two heads of queries each; elements


def normed(x):
    return x / np.sqrt((x * x).mean(1, keepdims=True) + 1e-6)


def on_device(context, x, cache, weights):
    project = clgemm.Gemm(context, layout="row")
    add = clgemm.Gemm(context, layout="row", epilogue="residual")
    attend = clgemm.Attention(context, head=HEAD, mask="causal")
    gate = clgemm.Gemm(context, layout="row", chain="gate:silu")

    heads = project(normed(x), weights["qkv"]).reshape(TOKENS, HEADS + 2 * SHARED, HEAD)
    queries, new = heads[:, :HEADS], heads[:, HEADS:].reshape(TOKENS, 2, SHARED, HEAD)
    keys, values = (np.concatenate([cache[i], new[:, i]]) for i in (0, 1))
    seen = attend(queries, keys, values).reshape(TOKENS, HEADS * HEAD)
    x = add(seen, weights["o"], residual=x)
    hidden = gate(normed(x), weights["gate"], D=weights["up"])
    return add(hidden, weights["down"], residual=x)


def by_numpy(x, cache, weights):
    heads = (normed(x) @ weights["qkv"]).reshape(TOKENS, HEADS + 2 * SHARED, HEAD)
    queries, new = heads[:, :HEADS], heads[:, HEADS:].reshape(TOKENS, 2, SHARED, HEAD)
    keys, values = (np.concatenate([cache[i], new[:, i]]).repeat(HEADS // SHARED, 1) for i in (0, 1))
    scores = np.einsum("qhe,khe->hqk", queries, keys) / np.sqrt(HEAD)
    scores[:, np.arange(PAST + TOKENS) > np.arange(TOKENS)[:, None] + PAST] = -np.inf
    parts = np.exp(scores - scores.max(2, keepdims=True))
    seen = np.einsum("hqk,khe->qhe", parts / parts.sum(2, keepdims=True), values)
    x = seen.reshape(TOKENS, HEADS * HEAD) @ weights["o"] + x
    gate, up = (normed(x) @ weights[name] for name in ("gate", "up"))
    return (gate / (1 + np.exp(-gate)) * up) @ weights["down"] + x


def main():
    try:
        context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
    except (cl.Error, IndexError):
        print("there is no OpenCL device here")
        return 77
    random = np.random.default_rng(1)
    shapes = {
        "qkv": (WIDTH, (HEADS + 2 * SHARED) * HEAD),
        "o": (HEADS * HEAD, WIDTH),
        "gate": (WIDTH, HIDDEN),
        "up": (WIDTH, HIDDEN),
        "down": (HIDDEN, WIDTH),
    }
    weights = {name: random.standard_normal(shape) / np.sqrt(shape[0]) for name, shape in shapes.items()}
    x, cache = random.standard_normal((TOKENS, WIDTH)), random.standard_normal((2, PAST, SHARED, HEAD))
    wrong = np.abs(on_device(context, x, cache, weights) - by_numpy(x, cache, weights)).max()
    print(f"{TOKENS} tokens behind {PAST}; largest difference from numpy in double: {wrong:.2g}: {'right' if wrong < 1e-4 else 'WRONG'}")
    return int(not wrong < 1e-4)


if __name__ == "__main__":
    sys.exit(main())
