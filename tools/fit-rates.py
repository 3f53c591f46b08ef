#!/usr/bin/env python3
"""Fits the rates of a profile (doc/profile.md) to recorded sweeps and prints them as JSON.

    tools/fit-rates.py [--gen clgemm-gen] [--part even|odd|all] RECORDS...

RECORDS are what `clgemm-bench compare --json` printed on the device, kernels of the same engine in a file. Each shape has a number, in
order of its first record in a file; --part takes those of even or odd numbers, so that the others can test what was fitted.

The model is that of gen/plan/model.h. Kernels of a file share what an engine does in a second, what local memory delivers, and the
latency of a step; those that differ in --split-k, type and transposes alone share
their rates. Each kernel's rates then follow its own records as far as
these tell more. Nothing is random but the steps of the search, and they have a seed.
"""
import argparse
import json
import math
import random
import shlex
import subprocess

UNITS = 132
NO_RATE = ('split-k', 'name', 'for', 'type', 'transpose')  # options that do not tell rates apart


def median(numbers):
    return sorted(numbers)[len(numbers) // 2]


class Kernel:
    """What the model reads of a kernel: from its manifest."""

    def __init__(self, gen, command):
        words = shlex.split(command)[1:]
        made = subprocess.run([gen, *words, '--emit', 'json'], check=True, capture_output=True, text=True)
        manifest = json.loads(made.stdout)
        self.parts, self.tile, self.steps = 1, {}, 0
        self.bytes, self.step_bytes = [0, 0, 0], [0, 0, 0]
        for step in manifest['steps']:
            main = step['name'] == 'multiply'
            self.steps += not main
            self.add(step, self.bytes if main else self.step_bytes)
            for axis in step['global'] if main else []:
                axis = {**axis, **axis.get('in_sequence', {})}
                if axis.get('dim') in ('m', 'n'):
                    self.tile[axis['dim']] = axis['per_group']
                elif 'dim' in axis:
                    self.parts *= axis['dim']
        options = ' '.join(words).split('--')
        self.options = dict((option.split() + ['yes'])[:2] for option in options if option)
        self.key = ' '.join(f'--{name} {value}' for name, value in sorted(self.options.items()) if name not in NO_RATE)

    @staticmethod
    def add(step, totals):
        for term in step['numbers']['bytes']:
            product = set(term['product'])
            for at, pair in enumerate(({'m', 'k'}, {'k', 'n'}, {'m', 'n'})):
                if pair <= product:
                    totals[at] += term['factor']


def cover(whole, part):
    return -(-whole // part)


def moved(factors, m, n, k):
    return factors[0] * m * k + factors[1] * k * n + factors[2] * m * n


def predict(device, rates, kernel, shape):
    """Microseconds. `rates`: work-groups of a unit, nanoseconds alone, shared, of a tile."""
    start, step_us, byte, overlap = device
    groups, alone, shared, tile = rates
    m, n, k = shape
    full, left = divmod(cover(m, kernel.tile['m']) * cover(n, kernel.tile['n']) * kernel.parts, UNITS * groups)
    elements = k / kernel.parts

    def wave(at_once):
        return elements * max(alone, at_once * shared) + tile

    waves = (full * wave(groups) + (wave(cover(left, UNITS)) if left else 0)) / 1000
    memory = moved(kernel.bytes, m, n, k) * byte
    return (start + kernel.steps * step_us + moved(kernel.step_bytes, m, n, k) * byte +
            max(waves, memory) + overlap * min(waves, memory))


def engine_rates(engine, kernel):
    """The rates that follow from the engine: work in a nanosecond, bytes of local memory, latency of an element of K, a tile."""
    work, local, latency, tile = engine
    m, n, size = kernel.tile['m'], kernel.tile['n'], kernel.bytes[0]
    return [kernel.groups, latency, max(m * n / work, (m + n) * size / local), tile]


def residents(kernel):
    """Work-groups of a unit, by its accumulators and the stages of its tiles, of an NVIDIA multiprocessor."""
    size = kernel.bytes[0]
    local = int(kernel.options.get('stages', 1)) * int(kernel.options['tile-k']) * (kernel.tile['m'] + kernel.tile['n']) * size
    accumulators = kernel.tile['m'] * kernel.tile['n'] * max(size, 4)
    return max(1, min(232448 // (local + 2048), 262144 // int(accumulators * 1.4 + 32768), 4))


def search(loss, start, steps, chance):
    best, least = list(start), loss(start)
    for step in range(steps):
        width = 0.3 if step < steps / 2 else 0.06
        other = [x * math.exp(chance.gauss(0, width)) if chance.random() < 0.5 else x for x in best]
        found = loss(other)
        if found < least:
            best, least = other, found
    return best


def read(paths, gen, part):
    """Lists (file, kernel, shape, microseconds, weight)."""
    rows, kernels = [], {}
    for path in paths:
        numbers, found = {}, []
        for line in open(path, encoding='utf-8'):
            record = json.loads(line) if line.startswith('{') else {}
            if record.get('record') != 'comparison':
                continue
            name, shape = (path, record['command']), (record['m'], record['n'], record['k'])
            if name not in kernels:
                kernels[name] = Kernel(gen, record['command'])
                kernels[name].groups = residents(kernels[name])
            number = numbers.setdefault(shape, len(numbers))
            if part == 'all' or number % 2 == (part == 'odd'):
                found.append((path, kernels[name], shape, 1000 * median(record['packed']['kernel_ms'])))
        for path, kernel, shape, time in found:
            least = min(row[3] for row in found if row[2] == shape)
            rows.append((path, kernel, shape, time, (least / time) ** 2))
    return rows


def error(device, rates, row):
    return row[4] * math.log(predict(device, rates, row[1], row[2]) / row[3]) ** 2


def fit(rows, paths, steps=6000):
    """The device's rates, and those of kernels by their keys."""
    chance = random.Random(1)

    def engine_of(numbers, path):
        at = 4 + 4 * paths.index(path)
        return numbers[at:at + 4]

    def loss(numbers):
        return sum(error(numbers[:4], engine_rates(engine_of(numbers, row[0]), row[1]), row) for row in rows)

    numbers = search(loss, [8, 3, 4e-7, 0.3] + [2000, 40, 2, 3000] * len(paths), steps, chance)
    device, own = numbers[:4], {}
    for key in {(row[0], row[1].key) for row in rows}:
        mine = [row for row in rows if (row[0], row[1].key) == key]
        prior = engine_rates(engine_of(numbers, key[0]), mine[0][1])

        def loss_of_kernel(rates):
            return (sum(error(device, prior[:1] + rates, row) for row in mine) +
                    0.01 * sum(math.log(a / b) ** 2 for a, b in zip(rates, prior[1:])))

        own[key] = prior[:1] + search(loss_of_kernel, prior[1:], 400, random.Random(key[1]))
    return device, own


def rounded(number):
    return float(f'{number:.3g}')


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--gen', default='clgemm-gen')
    parser.add_argument('--part', choices=('all', 'even', 'odd'), default='all')
    parser.add_argument('records', nargs='+')
    asked = parser.parse_args()
    rows = read(asked.records, asked.gen, asked.part)
    device, own = fit(rows, asked.records)
    print(json.dumps({'start_us': rounded(device[0]), 'step_us': rounded(device[1]),
                      'memory_gbs': rounded(1e-3 / device[2]), 'overlap': rounded(device[3])}))
    for (path, key), rates in sorted(own.items()):
        print(json.dumps({'file': path, 'options': key,
                          'rates': dict(zip(('groups', 'alone_ns', 'shared_ns', 'tile_ns'),
                                            [rates[0]] + [rounded(x) for x in rates[1:]]))}))


if __name__ == '__main__':
    main()
