"""What a dispatch learns on the device that it runs on: how long its kernels take there, over what was predicted."""

from __future__ import annotations

import time
from math import frexp, inf
from typing import Any, Callable, Dict, List, Optional, Set, Tuple

import numpy as np
import pyopencl as cl

from .elements import CODECS, STORED, stored
from .errors import DeviceError, LaunchError
from .gemm import Gemm
from .launch import Memory, resolve
from .members import APART, BLOCKS, GROUPED
from .table import KernelTable

Sizes = Tuple[int, int, int]

#: As far apart as lines at multiples of 16 bytes and others are, in squared logarithms; and what a product at the very sizes is from them.
OTHER_LINES, NEAREST = 4.0, 0.5

#: Kernels are measured that are expected to take so many times as long as the fastest one, at all products, then slower ones, then the fastest again:
#: other work may have slowed one down.
LIMITS = (1.5, 3.0, 1.2)


def log2(size: int) -> float:
    """The logarithm to the base 2, along lines between powers of 2."""
    half, power = frexp(max(size, 1))
    return power - 1 + 2 * half - 1


class Rates:
    """The times of a table's kernels at products, in thousandths of the predicted ones, and which kernels are left out."""

    def __init__(self, table: KernelTable, device: cl.Device) -> None:
        self.table = table
        self.products: Tuple[Sizes, ...] = table.products()
        self.measured: List[Dict[int, int]] = [{} for _ in table.kernels]
        self.left_out: Set[int] = set()
        self._log2 = [tuple(map(log2, product)) for product in self.products]
        self._picks: Dict[Sizes, Optional[int]] = {}
        self._units = int(device.max_compute_units)
        self._even = max(16 // STORED[table.kernels[0].manifest["problem"]["types"]["a"]].itemsize, 1)
        self._device = " ".join(f"{device.name}, {device.driver_version}".split())

    def predicted(self, kernel: int, sizes: Sizes) -> float:
        """Microseconds; 0.0: the kernel has no rates, or does not serve the sizes."""
        return self.table.time(kernel, *sizes, self._units)

    def expected(self, sizes: Sizes, without: Set[int]) -> List[Tuple[float, int]]:
        """Microseconds and kernels, the fastest first: predicted times, times the mean of the ratios at near products."""
        weights = self._weights(sizes)
        ratios = [self._ratio(kernel, weights) for kernel in range(len(self.table.kernels))]
        known = [ratio for ratio in ratios if ratio > 0]
        usual = sum(known) / len(known) if known else 1.0
        times = [(self.predicted(kernel, sizes) * (ratio or usual), kernel) for kernel, ratio in enumerate(ratios)]
        return sorted((expected, kernel) for expected, kernel in times if expected > 0 and kernel not in without)

    def pick(self, sizes: Sizes) -> Optional[int]:
        """The kernel that is expected to be the fastest; None: nothing is known of any that serves the sizes."""
        if sizes not in self._picks:
            found = self.expected(sizes, self.left_out) if any(self.measured) else []
            self._picks[sizes] = found[0][1] if found else None
        return self._picks[sizes]

    def keep(self, kernel: int, product: int, microseconds: float) -> None:
        """Keeps a time."""
        ratio = 1000 * microseconds / self.predicted(kernel, self.products[product])
        self.measured[kernel][product] = int(min(max(ratio + 0.5, 1), 1e9))
        self._picks.clear()

    def write(self) -> str:
        """The first line names kernels and device, each other one a kernel, with its ratios (0: not measured)."""
        lines = [f"{self.table.name} {hash_of(self.table.source):08x} {self._device}"]
        for index, kernel in enumerate(self.table.kernels):
            ratios = (str(self.measured[index].get(product, 0)) for product in range(len(self.products)))
            lines.append(f"{kernel.name} {'left out' if index in self.left_out else ' '.join(ratios)}")
        text = "\n".join(lines) + "\n"
        return f"{text}{hash_of(text):08x}\n"

    def read(self, text: str) -> bool:
        """Whether the text is what `write` gives of the same kernels, device and driver; then it is taken."""
        before = self.measured, self.left_out
        self.measured, self.left_out = [{} for _ in self.table.kernels], set()
        for index, line in enumerate(text.splitlines()[1 : len(self.table.kernels) + 1]):
            words = line.split(" ")[1:]
            if words == ["left", "out"]:
                self.left_out.add(index)
            elif all(word.isascii() and word.isdigit() and len(word) <= 10 for word in words):
                self.measured[index] = {product: int(word) for product, word in enumerate(words) if word != "0"}
        if self.write() == text and len(self.left_out) < len(self.table.kernels):
            self._picks.clear()
            return True
        self.measured, self.left_out = before
        return False

    def _weights(self, sizes: Sizes) -> List[float]:
        """What each product counts for these sizes: the nearer the more."""
        own, odd = tuple(map(log2, sizes)), self._is_odd(sizes)
        weights = []
        for product, other in zip(self.products, self._log2):
            apart = sum((one - another) ** 2 for one, another in zip(own, other))
            weights.append((NEAREST + apart + (OTHER_LINES if odd != self._is_odd(product) else 0.0)) ** -2)
        return weights

    def _is_odd(self, sizes: Sizes) -> bool:
        """Whether lines of so many elements begin at other places than multiples of 16 bytes."""
        return any(size % self._even for size in sizes[1:])

    def _ratio(self, kernel: int, weights: List[float]) -> float:
        """The weighted mean of a kernel's ratios; 0.0: it was not measured."""
        ratios = self.measured[kernel]
        whole = sum(weights[product] for product in ratios)
        return sum(weights[product] * ratio for product, ratio in ratios.items()) / whole / 1000 if ratios else 0.0


def hash_of(text: str) -> int:
    """FNV-1a of 32 bits (Fowler, Noll, Vo)."""
    value = 2166136261
    for byte in text.encode():
        value = (value ^ byte) * 16777619 & 0xFFFFFFFF
    return value


class Calibration:
    """Measures a dispatch's kernels, as far as there is time."""

    def __init__(self, rates: Rates, gemm_of: Callable[[int], Gemm], queue: cl.CommandQueue, seconds: float, size: int) -> None:
        """
        gemm_of  from a kernel's index, which it builds
        seconds  of wall time, compilers included; the build of a kernel is not cut off
        size     bytes of all buffers of a product at most
        """
        self._rates, self._gemm_of, self._queue, self._size = rates, gemm_of, queue, size
        self._end = time.monotonic() + seconds
        self._fastest: Dict[int, float] = {}
        self._tried: List[Set[int]] = [set() for _ in rates.products]
        self._times: Dict[Tuple[int, int], float] = {}
        self._gemms: Dict[int, Gemm] = {}

    def run(self) -> None:
        """Errors: DeviceError, where no kernel is left."""
        for limit in LIMITS:
            if limit == LIMITS[-1]:
                self._tried = [set() for _ in self._tried]
            for product in range(len(self._rates.products)):
                self._measure_at(product, limit)
        if len(self._rates.left_out) == len(self._rates.table.kernels):
            raise DeviceError("no kernel of the dispatch builds on this device and is right")

    def _left(self) -> float:
        return self._end - time.monotonic()

    def _measure_at(self, product: int, limit: float) -> None:
        rates, tried = self._rates, self._tried[product]
        sizes = rates.products[product]
        while self._left() > 0:
            best = rates.expected(sizes, rates.left_out | tried)[:1]
            fastest = self._fastest.get(product)
            if not best or (fastest is not None and best[0][0] > limit * fastest):
                return
            expected, kernel = best[0]
            tried.add(kernel)
            if not self._is_right(kernel) or (any(rates.measured) and expected > self._left() * 1e6 / 64):
                continue
            taken = self._measure(self._gemms[kernel], sizes)
            if taken is not None and taken < self._times.get((kernel, product), inf):
                self._times[kernel, product] = taken
                rates.keep(kernel, product, taken)
                self._fastest[product] = min(taken, self._fastest.get(product, taken))

    def _is_right(self, kernel: int) -> bool:
        """Whether a kernel builds and multiplies whole numbers as numpy does, where it takes nothing else."""
        if kernel not in self._gemms and kernel not in self._rates.left_out:
            try:
                self._gemms[kernel] = self._gemm_of(kernel)
                right = agrees(self._gemms[kernel], self._queue)
            except DeviceError:
                right = False
            if not right:
                self._rates.left_out.add(kernel)
        return kernel not in self._rates.left_out

    def _measure(self, gemm: Gemm, sizes: Sizes) -> Optional[float]:
        """Microseconds of a product: of up to 25 in 10 ms, or less where time is short, the shortest; None: the kernel does not take it, or it takes too much memory."""
        m, n, k = sizes
        try:
            launch = resolve(gemm.manifest, m, n, k, {})
        except LaunchError:
            return None
        memory = [memory for memory in launch.memory.values() if memory.role not in ("workspace", "counters")]
        if sum(each.bytes for each in memory) > self._size:
            return None
        operands = {each.name: cl.Buffer(gemm.context, cl.mem_flags.COPY_HOST_PTR, hostbuf=contents(each)) for each in memory}
        first = [operands.pop(next(each.name for each in memory if each.role == role)) for role in "abc"]
        least, most, start = inf, min(self._left() / 400, 0.01), time.perf_counter()
        for run in range(26):
            began = time.perf_counter()
            gemm.enqueue(self._queue, *first, m=m, n=n, k=k, prepare=run == 0, **operands).wait()
            now = time.perf_counter()
            least = min(least, now - began) if run > 0 else least
            start = start if run > 0 else now
            if run > 0 and now - start > most:
                break
        return least * 1e6


def contents(memory: Memory) -> np.ndarray[Any, Any]:
    """Whole numbers from -2 to 2 as a buffer has them; of elements that share scales bytes that are no NaN."""
    if memory.type in (*BLOCKS, *APART, *GROUPED):
        return np.resize(np.arange(61, dtype=np.uint8), memory.bytes)
    kind = STORED[memory.type]
    least = 0 if kind.kind == "u" and memory.type[0] == "u" else -2
    return np.resize(stored(memory.name, np.arange(61) * 7 % 5 + least, memory.type), max(memory.bytes // kind.itemsize, 1))


def agrees(gemm: Gemm, queue: cl.CommandQueue) -> bool:
    """Whether the kernel multiplies small whole numbers as numpy does; of blocks of elements, batches and epilogues nothing is said."""
    problem = gemm.manifest["problem"]
    types = problem["types"]
    shares_scales = any(types[letter] in (*BLOCKS, *APART, *GROUPED) for letter in "abc")
    few_digits = types["c"] in CODECS and STORED[types["c"]].itemsize == 1
    if shares_scales or few_digits or problem["epilogue"] or "chain" in problem or problem["batch"]["kind"] != "none":
        return True
    m, n, k = 70, 53, 64
    try:
        resolve(gemm.manifest, m, n, k, {})
    except LaunchError:
        return True
    a = (np.arange(m * k).reshape(m, k) * 7 % 11 % 3).astype(np.float32)
    b = (np.arange(k * n).reshape(k, n) * 5 % 13 % 3).astype(np.float32)
    of_whole = {letter: STORED[types[letter]].kind in "iu" and types[letter] not in CODECS for letter in "ab"}
    given = [array.T if problem["transpose"][letter] else array for letter, array in (("a", a), ("b", b))]
    found = gemm(*(array.astype(np.int8) if of_whole[letter] else array for letter, array in zip("ab", given)), queue=queue)
    limit = np.iinfo(found.dtype).max if found.dtype.kind in "iu" else np.inf
    return bool(np.array_equal(found, np.minimum(a @ b, limit)))
