#!/usr/bin/env python3
"""Evaluates emitted kernels at the largest sizes that their manifests allow.

    evaluate.py MACHINE CLANG <REQUESTS

Each line of REQUESTS is the options of a kernel. CLANG compiles it for x86-64, with checks of signed arithmetic, of what an int is
assigned and of the bounds of arrays; MACHINE (machine.c, builtins.cl) runs it. Each symbol of the manifest in turn has the largest
value that no constraint refuses; the first, middle and last work-groups of each step are run in memory of which only what they
touch exists. Judged are arithmetic that overflows, addresses outside of a buffer, loops without end, elements of C that are wrong
where A and B are numbers, elements at the corners of C that were not written, and what was written beside them. Left out are
images, lists of offsets for many members, and what calls instructions or sub-group functions of a device.

Loops of many iterations are made short: after two iterations the counter goes on near the end (`shorten`).
"""

import ctypes
import functools
import os
import re
import shlex
import struct
import subprocess
import sys
import tempfile
import time
import traceback

import clgemm
from clgemm.errors import ClgemmError, LaunchError
from clgemm.launch import resolve
from clgemm.symbols import known_symbols, multiple_of, scalars

FLAGS = (
    "-x cl -cl-std=CL3.0 -cl-ext=+all -target x86_64-linux-gnu -O1 -fPIC -shared -nostdlib -Wno-everything "
    "-D__opencl_c_atomic_order_acq_rel=1 -D__opencl_c_atomic_scope_device=1 "
    "-fsanitize=signed-integer-overflow,integer-divide-by-zero,array-bounds,"
    "implicit-signed-integer-truncation,implicit-integer-sign-change"
).split()

# A loop whose counter is far from its bound goes on near it; the result is a multiple of the step further. Turns are counted as the loop
# has them, so that all lanes that begin within one step have as many left.
SHORT = (
    "static long ranges_step(long at, long step, long limit) { long steps = step > 0 ? (limit - at + step - 1) / step : 0; "
    "return at < 2 * step || steps < 64 ? step : (steps - 8) * step; } "
)
SECONDS = 20  # CPU time of a case before it has no end
LARGEST = 1 << 33  # a symbol without a limit, as an offset of 64 bits
APART = 1 << 34  # elements from one member to the next that a list of offsets says
ROOM = 1 << 45  # bytes of a buffer

CODES = {"f16": "e", "f32": "f", "f64": "d", "i32": "i", "i8": "b", "u8": "B", "c32": "f", "c64": "d", "i64": "q"}


def encode(kind, value):
    """The bytes of an element."""
    if kind == "bf16":
        return struct.pack("<f", value)[2:]
    return struct.pack("<" + CODES[kind], value) + (bytes(struct.calcsize(CODES[kind])) if kind[0] == "c" else b"")


def shorten(text):
    """The text, with loops in which the counter goes on near a bound that is no literal."""

    def loop(found):
        first, condition, steps = found.groups()
        parts = []
        for part in steps.split(", "):
            counter = re.fullmatch(r"\+\+(\w+)|(\w+) \+= (.+)", part)
            name, step = (counter[1] or counter[2], counter[3] or "1") if counter else (None, None)
            bound = counter and re.search(rf"\b{name}(?: \+ \w+)? <=? ([A-Za-z_]\w*)(?![\w(])", condition)
            parts.append(f"{name} += ranges_step({name}, {step}, {bound[1]})" if bound else part)
        return f"for ({first}; {condition}; {', '.join(parts)})"

    text = re.sub(r"for \(([^;\n]*); ([^;\n]*); ([^;\n]*)\)(?=(?: \{)?$)", loop, text, flags=re.M)
    # for (int k = 0; k < end;) { for (int i = 0; i < 4; ++i, k += 2) {
    outer = r"(for \([^;\n]*; (\w+) < ([A-Za-z_]\w*);\) \{)"
    inner = r"(?=[^{}]*?for \(int \w+ = 0; \w+ < (\d+); \+\+\w+, (?:\+\+\2|\2 \+= (\d+))\))"

    def pair(found):
        head, name, bound, count, step = found.groups()
        turn = int(count) * int(step or 1)
        return f"{head} {name} += ranges_step({name}, {turn}, {bound}) - {turn};"

    text = re.sub(outer + inner, pair, text)
    text = re.sub(r"(while \((\w+) \+ (\w+) <= (\w+)\) \{)", r"\1 \2 += ranges_step(\2, \3, \4) - \3;", text)
    text = re.sub(r"\b(\w+) \+= (\w+);(\s*\} while \(\1 < (\w+)\))", r"\1 += ranges_step(\1, \2, \4);\3", text)
    return SHORT + text


def options_of(line):
    """Options of a command line as keywords of clgemm.generate."""
    options, words = {}, shlex.split(line)
    while words:
        name, assigned, value = words.pop(0).removeprefix("--").partition("=")
        name = {"for": "for_"}.get(name, name.replace("-", "_"))
        if not assigned:
            value = words.pop(0) if words and not words[0].startswith("--") else True
        options[name] = f"{options[name]},{value}" if name in options else value
    return options


class Call(ctypes.Structure):
    _fields_ = [
        ("kernel", ctypes.c_void_p),
        ("integers", ctypes.c_uint64 * 6),
        ("floats", (ctypes.c_double * 2) * 8),
        ("stack", ctypes.c_uint64 * 32),
    ]


SIZES = ctypes.c_size_t * 3

# What a kernel calls that only its device has.
NATIVE = re.compile(r"'asm'|sub_group_|__builtin_amdgcn")


class Evaluation:
    """A kernel that is compiled."""

    def __init__(self, kernel, machine, clang, stem):
        """Compiles into files that begin with `stem`, which no other kernel has. Errors: OSError."""
        self.manifest = kernel.manifest
        self.machine = machine
        source, shared = stem + ".cl", stem + ".so"
        with open(source, "w", encoding="utf-8") as file:
            file.write(shorten(kernel.source))
        macros = [word for word in self.manifest["programs"][0]["build_options"].split() if word.startswith("-D")]
        built = subprocess.run([clang, *FLAGS, *macros, source, "-o", shared], capture_output=True, text=True, check=False)
        if built.returncode:
            errors = [line for line in built.stderr.splitlines() if "error" in line]
            raise OSError(errors[0] if errors else built.stderr)
        self.entries = ctypes.CDLL(shared, os.RTLD_NOW | os.RTLD_LOCAL)

    # --- cases ---

    def cases(self):
        """Name and launch of each case."""
        for small in ({"m": 5, "n": 7, "k": 37}, {"m": 1, "n": 1, "k": 1}):
            problem = self.manifest["problem"]
            sizes = {
                name: None if problem["sizes"][name] is not None else self.multiple(name, value) for name, value in small.items()
            }
            given = {name: 1 for name in scalars(self.manifest)}
            if problem["beta"] is None and small["m"] == 1:
                given["beta"] = 1
            kind = problem["batch"]["kind"]
            members = problem["batch"].get("members") or 2
            if kind != "none":
                given["batch"] = members
            lists = {f"offsets_{letter}": [i * APART for i in range(members)] for letter in "abc"} if kind == "offsets" else {}
            for name in [*sizes, *known_symbols(self.manifest)]:
                if name in ("alpha", "beta", "batch") or name.startswith(("offsets_", "scale")):
                    continue
                found = self.largest(name, {**sizes, **given, **lists})
                if found is not None:
                    yield f"{name} = {found.values[name]}, " + ", ".join(
                        f"{other} = {found.values[other]}" for other in "mnk" if other != name
                    ), name, found

    def multiple(self, name, value):
        multiple = multiple_of(self.manifest, name)
        return -(-value // multiple) * multiple

    def largest(self, name, given):
        """The launch with the largest value of a symbol that is not refused, or None: it has only one."""
        multiple = multiple_of(self.manifest, name)

        def launch(value):
            asked = {**given, name: value * multiple}
            try:
                found = resolve(self.manifest, *(asked.pop(size) for size in "mnk"), asked)
                fits = all(memory.bytes <= ROOM for memory in found.memory.values())
                for step in found.steps("prepare") + found.steps():
                    for argument in step["args"]:
                        if argument["kind"] in ("value", "literal", "sum"):
                            found.number(argument)
                return found if fits else None
            except LaunchError:
                return None

        low = 0
        best = None
        for bit in reversed(range(LARGEST.bit_length())):
            found = launch(low | 1 << bit)
            if found is not None:
                low |= 1 << bit
                best = found
        return best if low > 64 else None

    # --- one case, in a process of its own ---

    def run(self, grown, launch):
        machine = self.machine
        machine.machine_start(SECONDS)
        start = {}
        for name, memory in launch.memory.items():
            start[name] = machine.machine_map(memory.bytes)
            machine.machine_name(name.encode(), start[name], memory.bytes)
        steps = [step for step in launch.steps("prepare") + launch.steps() if step["kind"] == "kernel"]
        for buffer in self.manifest["buffers"]:
            if buffer["role"].startswith("offsets_"):
                size = launch.memory[buffer["name"]].bytes
                ctypes.memmove(start[buffer["name"]], struct.pack("<4q", *(i * APART for i in range(4)))[:size], size)
            if buffer["role"] == "offsets":  # the last group has the last row or column, the one before all others; or most of K
                axis = self.manifest["problem"]["batch"].get("ragged", "m")
                groups, size = int(launch.values["batch"]), int(launch.values[axis])
                firsts = [0] * (groups - 1) + [self.first_of_last(size) if axis == "k" else size - 1, size]
                ctypes.memmove(start[buffer["name"]], struct.pack(f"<{groups + 1}i", *firsts), 4 * (groups + 1))
            if buffer["role"] == "experts":  # they share the first matrix, but for the last group
                numbers = [0] * (int(launch.values["batch"]) - 1) + [int(launch.values["matrices"]) - 1]
                ctypes.memmove(start[buffer["name"]], struct.pack(f"<{len(numbers)}i", *numbers), 4 * len(numbers))
        group = max(max(d.get("per_group", 1) for d in step["global"]) for step in steps)
        for buffer in self.manifest["buffers"]:
            if buffer["role"] in ("index_a", "index_c"):
                for first, end in self.ends(int(launch.values["m"]), group):
                    numbers = [self.row(buffer["role"][-1], row, launch) for row in range(first, end)]
                    ctypes.memmove(start[buffer["name"]] + 4 * first, struct.pack(f"<{len(numbers)}i", *numbers), 4 * len(numbers))
        numbers = self.fill(launch, start, group)
        for step in steps:
            self.step(step, launch, start)
        # Of work-groups that compute tiles in turn those of the last tile are not known.
        numbers = numbers and not any({"persistent", "count"} & dimension.keys() for step in steps for dimension in step["global"])
        self.judge(launch, start, numbers, grown != "k", len(steps) == 1)

    def step(self, step, launch, start):
        call = Call(ctypes.cast(getattr(self.entries, step["entry"]), ctypes.c_void_p).value)
        integers, reals = [], []
        for argument in step["args"]:
            if argument["kind"] == "buffer":
                integers.append(start[argument["buffer"]])
                continue
            if argument["kind"] == "local":
                integers.append(self.machine.machine_map(argument["bytes"]))
                continue
            kind, value = launch.number(argument)
            if kind in ("i32", "i64", "u32", "u64"):
                integers.append(int(value))
            else:
                reals.append(encode(kind, value.real) if kind != "bf16" else encode("f32", value.real))
        for i, value in enumerate(integers):
            (call.integers if i < 6 else call.stack)[i if i < 6 else i - 6] = value & (1 << 64) - 1
        for i, value in enumerate(reals):
            ctypes.memmove(ctypes.byref(call.floats[i]), value, len(value))
        parts = launch.parts(step, 1 << 20)
        for part in parts if len(parts) < 3 else [parts[0], parts[-1]]:
            dimensions = len(part.local_size)
            local = SIZES(*part.local_size, *[1] * (3 - dimensions))
            groups = SIZES(*(g // l for g, l in zip(part.global_size, part.local_size)), *[1] * (3 - dimensions))
            offset = SIZES(*(part.offset or [0] * dimensions), *[0] * (3 - dimensions))
            chosen = [
                range(count) if count <= 40 else (0, 1, count // 2, count - 2, count - 1) for count in groups
            ]
            for z in chosen[2]:
                for y in chosen[1]:
                    for x in chosen[0]:
                        self.machine.machine_run(ctypes.byref(call), SIZES(x, y, z), groups, local, offset)

    # --- values: element (i, k) of op(A) is 2 ^ (i mod 3), (k, j) of op(B) 2 ^ (j mod 5): all sums are exact ---

    @staticmethod
    def ends(size, group):
        """Where work-groups at the ends and in the middle are, with some room."""
        reach = 2 * group + 8
        middle = (size // 2 - 2 * reach, size // 2 + 2 * reach)
        return [(0, size)] if size <= 4 * reach else [(0, reach), middle, (size - reach, size)]

    @staticmethod
    def row(letter, row, launch):
        """The row of A or C that a row of the launch is, by a list: the upper half lies at the end, a multiple of 3 further."""
        rows, listed = int(launch.values["m"]), int(launch.values.get(f"rows_{letter}", launch.values["m"]))
        return row if row < rows // 2 else row + (listed - rows) // 3 * 3

    @staticmethod
    def first_of_last(size):
        """Where the part of K of the last group begins; the one before it has what is before, others have none."""
        return min(3, size // 2)

    def depth(self, member, launch):
        """How much of K a member of the batch multiplies."""
        size, last = launch.values["k"], int(launch.values.get("batch", 1)) - 1
        if self.manifest["problem"]["batch"].get("ragged") != "k":
            return size
        before = self.first_of_last(int(size))
        return size - before if member == last else before if member == last - 1 else 0

    def axes(self, letter, launch):
        """Lines and places of a matrix as it is stored: the symbol and value of each."""
        values = {**launch.values, "m": launch.values.get(f"rows_{letter}", launch.values["m"])}
        problem = self.manifest["problem"]
        names = {"a": "mk", "b": "kn", "c": "mn"}[letter]
        turned = (letter != "c" and problem["transpose"][letter]) != (problem["layout"] == "column")
        return [(name, values[name]) for name in (reversed(names) if turned else names)]

    def members(self, letter, launch):
        """Where the members of a batch begin, the first two and the last one, and the distance of all."""
        last = int(launch.values["matrices" if letter == "b" and "matrices" in launch.values else "batch"]) - 1
        apart = APART if self.manifest["problem"]["batch"]["kind"] == "offsets" else launch.values.get(f"stride_{letter}", 0)
        return [launch.values[f"offset_{letter}"] + member * apart for member in sorted({0, min(last, 1), last})], apart

    def fill(self, launch, start, group):
        """Puts values into what work-groups at the ends read. The result is whether A and B are numbers, and the second B of a
        chain, which is none."""
        problem = self.manifest["problem"]
        types = problem["types"]
        if problem.get("chain") or any(types[letter] not in CODES and types[letter] != "bf16" for letter in "abc"):
            return False
        for letter in "ab":
            buffer = next(b for b in self.manifest["buffers"] if b["role"] == letter)
            own, period = ("m", 3) if letter == "a" else ("n", 5)
            axes = self.axes(letter, launch)
            ends = [self.ends(size, group) for _, size in axes]
            table = b"".join(encode(types[letter], 1 << i) for i in range(period))
            for first in self.members(letter, launch)[0]:
                for lines in ends[0]:
                    for places in ends[1]:
                        self.machine.machine_fill(
                            start[buffer["name"]] + first * buffer["element"]["bytes"],
                            buffer["element"]["bytes"], launch.values[f"ld{letter}"],
                            (ctypes.c_size_t * 2)(*lines), (ctypes.c_size_t * 2)(*places), table, period, axes[0][0] == own)
        return not problem["epilogue"]

    def judge(self, launch, start, numbers, exact, alone):
        """Compares what was written into C. `numbers`: A and B had values; `exact`: all of them were read; `alone`: by the
        multiplication, so that whatever is written is right, and not only the corners, for which work-groups at the ends suffice."""
        problem = self.manifest["problem"]
        kind = problem["types"]["c"]
        buffer = next(b for b in self.manifest["buffers"] if b["role"] == "c")
        size, base, memory = buffer["element"]["bytes"], start[buffer["name"]], launch.memory[buffer["name"]]
        (line_name, lines), (_, places) = self.axes("c", launch)
        ld, alpha = launch.values["ldc"], launch.values["alpha"]
        members, apart = self.members("c", launch)
        known = numbers and exact
        most = {"i8": 127, "u8": 255}.get(kind)

        @functools.lru_cache(None)
        def product(depth, power):
            value = alpha * depth * 2**power
            return encode(kind, value if most is None else min(value, most))

        def expected(line, place, member):
            i, j = (line, place) if line_name == "m" else (place, line)
            return product(self.depth(member, launch), i % 3 + j % 5)

        def plain(found):
            """A complex number without the sign of a zero."""
            parts = {"c32": "<2f", "c64": "<2d"}.get(kind)
            return struct.pack(parts, *(part + 0.0 for part in struct.unpack(parts, found))) if parts else found

        def say(what, line, place, found):
            print(f"element {place} of line {line} of C {what}: {found.hex()}", flush=True)
            os._exit(3)

        page, end = base, base + memory.bytes
        for _ in range(4000):
            page = self.machine.machine_touched(page, end)
            if page == end:
                break
            at, stop = max(page, base), min(page // 4096 * 4096 + 4096, end)
            page = stop
            at += -(at - base) % size
            data = ctypes.string_at(at, stop - at) if stop > at else b""
            if data.count(0) == len(data):
                continue
            for i in range(0, len(data) - size + 1, size):
                found = plain(data[i : i + size])
                if found.count(0) == size:
                    continue
                behind = (at + i - base) // size - members[0]
                member, behind = divmod(behind, apart) if apart and behind >= 0 else (0, behind)
                line, place = divmod(behind, ld)
                if behind < 0 or line >= lines or place >= places:
                    say("is none of it, and written", line, place, found)
                if alone and known and found != expected(line, place, member):
                    say(f"is not {expected(line, place, member).hex()}", line, place, found)
        if not numbers or alpha == 0:
            return
        for first in members:
            member = (first - members[0]) // apart if apart else 0
            if not self.depth(member, launch):
                continue
            ends = {0, lines - 1} if line_name == "n" else {self.row("c", row, launch) for row in (0, int(launch.values["m"]) - 1)}
            for line in ends:
                for place in {0, places - 1}:
                    found = plain(ctypes.string_at(base + (first + line * ld + place) * size, size))
                    if known and found != expected(line, place, member):
                        say(f"is not {expected(line, place, member).hex()}", line, place, found)
                    if found.count(0) == size:
                        say("is not written", line, place, found)


def main():
    machine = ctypes.CDLL(sys.argv[1], os.RTLD_NOW | os.RTLD_GLOBAL)
    machine.machine_map.restype = machine.machine_touched.restype = ctypes.c_size_t
    machine.machine_map.argtypes = [ctypes.c_size_t]
    machine.machine_touched.argtypes = [ctypes.c_size_t, ctypes.c_size_t]
    machine.machine_name.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_size_t]
    machine.machine_fill.argtypes = [ctypes.c_size_t] * 3 + [ctypes.c_void_p] * 2 + [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int]
    verbose = bool(os.environ.get("VERBOSE"))
    counts = dict.fromkeys(("kernels", "refused", "left out", "cases", "failed"), 0)
    with tempfile.TemporaryDirectory() as folder:
        for line in sys.stdin:
            try:
                kernel = clgemm.generate(**options_of(line))
            except ClgemmError as error:
                counts["refused"] += 1
                if verbose:
                    print(f"refused: {line.strip()}: {error}")
                continue
            batch = kernel.manifest["problem"]["batch"]
            many = batch["kind"] == "offsets" and (batch["members"] or 0) > 4  # which would lie over more than there are addresses
            if many or any(buffer["image"] for buffer in kernel.manifest["buffers"]):
                counts["left out"] += 1
                continue
            began = time.time()
            try:
                evaluation = Evaluation(kernel, machine, sys.argv[2], os.path.join(folder, str(counts["kernels"])))
            except OSError as error:
                native = NATIVE.search(str(error)) is not None
                counts["left out" if native else "failed"] += 1
                if not native or verbose:
                    print(f"{'left out' if native else 'failed'}: {line.strip()}: {error}", flush=True)
                continue
            counts["kernels"] += 1
            built = time.time()
            for name, grown, launch in evaluation.cases():
                counts["cases"] += 1
                sys.stdout.flush()
                child = os.fork()
                if child == 0:
                    try:
                        evaluation.run(grown, launch)
                    except BaseException:
                        traceback.print_exc()
                        os._exit(4)
                    os._exit(0)
                _, status = os.waitpid(child, 0)
                if status:
                    counts["failed"] += 1
                    print(f"failed: {line.strip()}: {name}", flush=True)
            if verbose:
                print(f"{built - began:.2f} + {time.time() - built:.2f} s: {line.strip()}", flush=True)
    print(", ".join(f"{count} {what}" for what, count in counts.items()))
    return 1 if counts["failed"] or counts["kernels"] == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
