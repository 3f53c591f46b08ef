#!/usr/bin/env python3
"""Makes a record of rounds (tests/harness/standin_record.c) of the journal of a profile.

    journal-to-record.py DEVICE KERNELS JOURNAL > RECORD

DEVICE: what the worker of the device answered to `device`, a line. KERNELS: what STANDIN_KERNELS of the stand-in has written in a run with
that device (a record that ends behind its third line) by the program that made the journal.
"""
import json
import sys


def read_times(path):
    """Times by source and shape: the last ones, and the order of the shapes."""
    times, shapes = {}, []
    for line in open(path):
        entry = json.loads(line)
        if entry.get('state') != 'times':
            continue
        problem = entry['key']['problem']
        shape = 'x'.join(str(problem[name]) for name in 'mnk')
        if shape not in shapes:
            shapes.append(shape)
        times.setdefault(entry['key']['source'].split('+')[0], {})[shape] = entry['fields']['median_ms']
    return times, shapes


def word(config, name):
    value = config.get(name, '-')
    return value if isinstance(value, str) and value != '' and ' ' not in value else '-'


def main():
    device, kernels, journal = sys.argv[1:]
    times, shapes = read_times(journal)
    configs = {}
    for line in open(kernels):
        source, config = line.split(' ', 1)
        if source in times:
            configs[source] = json.loads(config)
    names = sorted({name for config in configs.values() for name in config})
    names = [name for name in names if len({word(config, name) for config in configs.values()}) > 1]
    print(open(device).readline().strip())
    print(' '.join(names))
    print(' '.join(shapes))
    for source, config in configs.items():
        row = [word(config, name) for name in names]
        row += ['%.4g' % times[source][shape] if shape in times[source] else '-' for shape in shapes]
        print(' '.join(row))


main()
