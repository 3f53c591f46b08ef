"""Random requests of blocks whose parts lie apart: C must have the bits of that of blocks together.

apart.py PLATFORM SEED COUNT [list]: on the first CPU of the platform with that name, COUNT requests that no rule refuses; `list` prints them.
Returns 1 where one differs, 77 where there is no such platform.
"""

import random
import sys

import numpy as np
import pyopencl as cl

import clgemm

TYPES = {"q4_0": 32, "q4_1": 32, "q5_0": 32, "q5_1": 32, "q8_0": 32, "iq4_nl": 32, "mxfp4": 32, "q4_k": 256, "q5_k": 256, "q6_k": 256}
FAMILIES = {
    "naive": {"tile": ["1x1"], "wg": ["4x4", "2x8"]},
    "register": {"tile": ["2x2", "4x8", "8x4"], "wg": ["4x4", "2x8"], "vec_a": [None, 4, 16], "vec_b": [None, 2, 8], "tile_k": [None, 16]},
    "gemv": {"tile": ["1x2", "2x4", "1x1"], "wg": ["8x4", "1x8", "16x2"], "sum_vec": [None, 1], "unroll_k": [None, 64, 256], "split_k": [None, 2]},
    "local": {"tile": ["2x4", "4x4"], "wg": ["4x8"], "tile_k": [16, 32], "stages": [None, 2], "vec_b": [None, 1, 8]},
    "thin": {"engine": ["emulated:mma"], "tile": ["2x2", "4x2"], "wg": ["4x16", "4x8"]},
    "matrix": {"engine": ["emulated:mma"], "tile": ["2x4", "2x2"], "wg": ["8x8"], "tile_k": [None, 32, 128, 256, 512], "stages": [None, 2, 3], "copy": ["plain", "async"]},
}


def parts_of(kind, rng, lines, k):
    """Blocks of random bytes, with scales and least values below 2, powers of two from 2^-7 to 2^6 (of halves, others are zero): their parts, by name."""
    count = lines * k // TYPES[kind]
    sizes = {name: len(part) for name, part in clgemm.split_blocks(kind, bytes(len(clgemm.join_blocks(kind, one_block(kind))))).items()}
    small = (120, 134) if kind == "mxfp4" else (0, 64)
    ranges = {"scales": small, "leasts": small}
    return {name: rng.integers(*ranges.get(name, (0, 256)), (lines, count // lines * size), np.uint8) for name, size in sizes.items()}


def one_block(kind):
    """Parts of a block of zeros: from the shortest length that splits on."""
    for length in range(1, 512):
        try:
            return clgemm.split_blocks(kind, bytes(length))
        except clgemm.ClgemmError:
            pass
    raise SystemExit(f"{kind}: no block has fewer than 512 bytes")


def draw(random_number):
    """Options of a request, and which operand is in blocks."""
    family = random_number.choice(list(FAMILIES))
    options = {name: random_number.choice(values) for name, values in FAMILIES[family].items()}
    side = random_number.choice("ab")
    options.update(family=family, layout="row", transpose="nt")
    options[f"type_{side}"] = random_number.choice(list(TYPES))
    options["type_b" if side == "a" else "type_a"] = random_number.choice(["f32", "f16", "bf16"])
    options["type_c"] = random_number.choice(["f32", "f16"])
    options["decode"] = random_number.choice([None, None, None, side])
    options["index"] = random_number.choice([None, 32])
    return {name: value for name, value in options.items() if value is not None}, side


def multiply(context, options, form, side, other, parts):
    gemm = clgemm.Gemm(context, quants=form, **options)
    blocks = parts["quants"]
    beside = {}
    if form == "apart":
        for name, part in parts.items():
            if name != "quants":
                halves = name == "leasts" or (name == "scales" and options[f"type_{side}"] != "mxfp4")
                beside[f"{side.upper()}_{name}"] = part.view(np.float16) if halves else part
    else:
        joined = clgemm.join_blocks(options[f"type_{side}"], {name: part.tobytes() for name, part in parts.items()})
        blocks = np.frombuffer(joined, np.uint8).reshape(len(blocks), -1)
    operands = (blocks, other) if side == "a" else (other, blocks)
    return gemm(*operands, **beside)


def main():
    platform, seed, wanted = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    found = [one for one in cl.get_platforms() if platform in one.name]
    if not found:
        return 77
    context = cl.Context(found[0].get_devices(cl.device_type.CPU)[:1])
    random_number, rng = random.Random(seed), np.random.default_rng(seed)
    compared, wrong, families = 0, 0, set()
    while compared < wanted:
        options, side = draw(random_number)
        k = random_number.choice([256, 512, 1024]) if TYPES[options[f"type_{side}"]] == 256 else 32 * random_number.randint(1, 20)
        lines, others = random_number.randint(1, 40), random_number.randint(1, 12)
        other = (rng.integers(-11, 12, (others, k)) / 8).astype(np.float16 if options["type_b" if side == "a" else "type_a"] == "f16" else np.float32)
        if "bf16" in options.values():
            other = (other.view(np.uint32) >> 16).astype(np.uint16)
        parts = parts_of(options[f"type_{side}"], rng, lines, k)
        try:
            results = [multiply(context, options, form, side, other, parts) for form in ("together", "apart")]
        except clgemm.RefusedError:
            continue
        compared += 1
        if len(sys.argv) > 4:
            print(f"{lines} x {k}, {others}: {options}", flush=True)
        families.add(options["family"])
        together, apart = (result.tobytes() for result in results)
        if together != apart or not any(together):
            wrong += 1
            print(f"{'differs' if together != apart else 'is zero'}: {lines} x {k}, {others} of the other: {options}")
    print(f"seed {seed}: {compared} requests of {len(families)} families, {wrong} wrong")
    return wrong > 0


sys.exit(main())
