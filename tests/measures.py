#!/usr/bin/env python3
"""Measures how far the page of a family shows its kernel.

Use: measures.py CLGEMM_GEN SOURCE-FOLDER [--check]

Templates are copied to a scratch folder, where each line ends in a mark with its file and number, and each piece of a table stands between
marks. Kernels that clgemm-gen makes of the copy so tell of each line which template wrote it, whatever the line looks like.

read          lines that are read for the main kernel: those of the page and of each partial that wrote some of it, each once, but for those that
              name a partial
near          share of the statement lines of the main kernel that stand in the page or in a partial that it names. A statement line is one of
              the body that has more than blanks, braces and comments. It stands where its line break does.
opened        files beside the page that must be opened to read the text of one load of A or B from global memory: those that the
              load is made of, those on the shortest way of tags from the page to them, and where a function loads, those of its call. The largest
              number of all loads of the kernel.
contributors  files and pieces that wrote some of what is emitted
depth         of a file: how deep sections and blocks are nested in it

--check: fails where a ceiling of KERNELS or COUNTS is not kept, a kernel is not near enough, or a file is nested too deep. A ceiling is what is
reached; it is lowered with what it measures.
"""
import collections
import os
import re
import subprocess
import sys
import tempfile

LEAST_NEAR = 0.95
MOST_OPENED = 2  # the goal of each
MOST_DEPTH = 5
MOST_GOLDEN = (82, 9000)  # kernels and their lines

# Kernels: name, options, most lines read, most files opened.
RING = '--type bf16 --type-c f32 --layout row --family matrix --tile 2x32 --wg 32x4 --stages 3 '
KERNELS = [
    ('register 4x8', '--family register --tile 4x8', 155, 2),
    ('default', '', 244, 2),
    ('local', '--family local', 359, 2),
    ('cpu-avx512', '--for cpu-avx512', 310, 2),
    ('gemv', '--family gemv', 222, 2),
    ('mma f16', '--family matrix --type f16', 269, 2),
    ('wgmma bf16', '--type bf16 --type-c f32 --layout row --family matrix --engine wgmma --for nvidia-hopper --vec-c 2', 277, 2),
    ('ring of panels', RING + '--engine wgmma --copy bulk --panels ab', 258, 2),
    ('ring of boxes', RING + '--engine wgmma --copy tensor', 355, 2),
    ('ring emulated', RING + '--engine emulated:wgmma --copy tensor', 248, 3),
]
# At most so many: partials of one line that one template names, tables of one piece that one template names, partials that write kernels
# of several steps. The goal is 0 of each.
COUNTS = {'partials of one line': 0, 'tables of one line': 0, 'partials of several steps': 0}

OPEN, CLOSE = '\u27e8', '\u27e9'
MARK = re.compile(OPEN + '([^' + OPEN + CLOSE + ']*)' + CLOSE)
TAG = re.compile(r'{{([#^/>!<$&])? ?([^}]*)}}')
ALONE = re.compile(r'^\s*{{[#^/>!<$=][^}]*}}\s*$')
SECTION = re.compile(r'(?:{{|<%)([#^<$/])[^}%]*(?:}}|%>)')
NAMES_PARTIAL = re.compile(r'^\s*{{>[^}]*}}\s*$')
LOAD = re.compile(r'\b[AB](_\w+)?(\[| \+|\))|read_image\w*\([AB]')
FUNCTION = re.compile(r'^(?:static|inline|void)\b.*?(\w+)\(')


class Templates:
    """The files and pieces of a folder of templates, and which of them each names."""

    def __init__(self, folder):
        self.lines = {}   # of a file
        self.pieces = {}  # text of a piece
        for where, _, names in sorted(os.walk(folder)):
            for name in sorted(names):
                base, kind = os.path.splitext(os.path.relpath(os.path.join(where, name), folder))
                with open(os.path.join(where, name), encoding='utf-8') as file:
                    lines = file.read().splitlines()
                if kind == '.mustache':
                    self.lines[base] = lines
                elif kind == '.pieces':
                    for piece, *text in (line.split(None, 1) for line in lines if line and not line.startswith('#')):
                        self.pieces[base + '/' + piece] = ''.join(text)

    def tags(self, name):
        """The templates that a template names, as often as it does, but for those that a view names."""
        text = self.pieces[name] if name in self.pieces else '\n'.join(self.lines[name])
        return [of for kind, of in TAG.findall(text) if kind in ('>', '<') and not of.startswith('*')]

    def depth(self, name):
        depth = deepest = 0
        for kind in SECTION.findall('\n'.join(self.lines[name])):
            depth += -1 if kind == '/' else 1
            deepest = max(deepest, depth)
        return deepest

    def file_of(self, name):
        return name.rsplit('/', 1)[0] + '.pieces' if name in self.pieces else name

    def write_marked(self, folder):
        for name, lines in self.lines.items():
            path = os.path.join(folder, name + '.mustache')
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'w', encoding='utf-8') as file:
                for number, line in enumerate(lines, 1):
                    file.write(line + ('' if ALONE.match(line) else '%s%s:%d%s' % (OPEN, name, number, CLOSE)) + '\n')
        tables = collections.defaultdict(str)
        for name, text in self.pieces.items():
            tables[name.rsplit('/', 1)[0]] += '%s %s+%s%s%s%s-%s\n' % (name.rsplit('/', 1)[1], OPEN, name, CLOSE, text, OPEN, CLOSE)
        for table, lines in tables.items():
            with open(os.path.join(folder, table + '.pieces'), 'w', encoding='utf-8') as file:
                file.write(lines)


class Line:
    """A line that was emitted: its text, the template and line that ended it, all files and pieces that wrote some of it."""

    def __init__(self, marked):
        self.text = MARK.sub('', marked)
        marks = MARK.findall(marked)
        ends = [mark.rsplit(':', 1) for mark in marks if mark[0] not in '+-']
        self.pieces = {mark[1:] for mark in marks if mark[0] == '+'}
        self.files = {end[0] for end in ends}
        self.file, self.number = (ends[-1][0], int(ends[-1][1])) if ends else ('', 0)

    def is_statement(self):
        code = re.sub(r'/\*.*?\*/', '', self.text)
        return not re.match(r'\s*(/\*|\*)', self.text) and bool(re.sub(r'[\s{}]|\belse\b(?! if)', '', code))


class Kernel:
    """A kernel as it was emitted from marked templates, and its measures."""

    def __init__(self, generator, options, marked, templates):
        command = [generator] + options.split() + ['--template-dir', marked]
        made = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        if made.returncode:
            sys.exit('%s: %s' % (' '.join(command), made.stderr.decode()))
        self.templates = templates
        self.lines = [Line(line) for line in made.stdout.decode().splitlines()]
        last = max(i for i, line in enumerate(self.lines) if line.text.startswith('__kernel'))
        first = next(i for i in range(last, len(self.lines)) if self.lines[i].text == '{')
        end = next(i for i in range(first, len(self.lines)) if self.lines[i].text == '}')
        self.page = self.lines[first].file
        self.inside = self.lines[first + 1:end]
        self.body = [line for line in self.inside if line.is_statement()]
        self.way = self.ways()

    def read(self):
        files = {self.page}.union(*(line.files for line in self.inside))
        return sum(not NAMES_PARTIAL.match(line) for name in files for line in self.templates.lines[name])

    def near(self):
        return sum(line.file in self.beside() for line in self.body) / len(self.body)

    def beside(self):
        return {self.page} | set(self.templates.tags(self.page))

    def ways(self):
        """Of each template the one that names it, on a shortest way from the page."""
        way = {self.page: None}
        queue = [self.page]
        for name in queue:
            for named in self.templates.tags(name):
                if named not in way and (named in self.templates.lines or named in self.templates.pieces):
                    way[named] = name
                    queue.append(named)
        return way

    def opened_for(self, line):
        files = {self.templates.file_of(name) for name in line.pieces}
        for name in line.files:
            while name:
                files.add(self.templates.file_of(name))
                name = self.way.get(name)
        return files - {self.page}

    def opened(self):
        """The files of the load that has most."""
        most = set()
        function = None
        for line in self.lines:
            named = FUNCTION.match(line.text)
            if named:
                function = named.group(1)
            elif line.is_statement() and LOAD.search(line.text):
                files = self.opened_for(line)
                for call in self.body:
                    if function and function + '(' in call.text:
                        files |= self.opened_for(call)
                most = max(most, files, key=len)
        return most

    def contributors(self):
        return (len(set().union(*(line.files for line in self.lines))), len(set().union(*(line.pieces for line in self.lines))))


def count_partials(templates, source):
    """The files that should not be, by COUNTS."""
    users = collections.defaultdict(collections.Counter)
    for name in list(templates.lines) + list(templates.pieces):
        for named in templates.tags(name):
            users[named][name] += 1
    code = ''
    for room in ('gen', 'emit'):
        for where, _, names in os.walk(os.path.join(source, room)):
            for name in names:
                with open(os.path.join(where, name), encoding='utf-8') as file:
                    code += re.sub('#include.*', '', file.read())

    def by_one(name):
        return '"' + name + '"' not in code and sum(users[name].values()) == 1

    found = {name: [] for name in COUNTS}
    for name, lines in templates.lines.items():
        if len([line for line in lines if not ALONE.match(line)]) == 1 and by_one(name):
            found['partials of one line'].append(name)
        if '/' in name and templates.tags(name).count('common/signature') > 1:
            found['partials of several steps'].append(name)
    tables = collections.defaultdict(list)
    for name in templates.pieces:
        tables[name.rsplit('/', 1)[0]].append(name)
    for table, pieces in tables.items():
        outside = collections.Counter()
        for piece in pieces:
            outside.update({user: count for user, count in users[piece].items() if user not in pieces})
        if '"' + table + '/' not in code and '/' + table + '/' not in code and len(outside) == 1 and len(pieces) == 1:
            found['tables of one line'].append(table)
    return found


def lines_of(source, rooms, ends):
    count = files = 0
    for room in rooms:
        for where, _, names in os.walk(os.path.join(source, room)):
            for name in names:
                if name.endswith(ends):
                    files += 1
                    with open(os.path.join(where, name), encoding='utf-8') as file:
                        count += sum(1 for _ in file)
    return files, count


def main():
    generator, source = sys.argv[1:3]
    checks = '--check' in sys.argv
    failed = False
    templates = Templates(os.path.join(source, 'templates'))
    with tempfile.TemporaryDirectory() as marked:
        templates.write_marked(marked)
        kernels = [(row, Kernel(generator, row[1], marked, templates)) for row in KERNELS]
    print('kernel         page                     read  near  opened  contributors')
    for (name, _, most_read, most_opened), kernel in kernels:
        read, near, opened = kernel.read(), kernel.near(), kernel.opened()
        print('%-14s %-23s %5d  %.2f  %6d  %2d files + %2d pieces' % ((name, kernel.page, read, near, len(opened)) + kernel.contributors()))
        if len(opened) > MOST_OPENED:
            print('    a load opens %s' % ' '.join(sorted(opened)))
        if near < LEAST_NEAR:
            others = collections.Counter(line.file for line in kernel.body if line.file not in kernel.beside())
            print('    lines of %s' % ', '.join('%s %d' % other for other in others.most_common()))
        if read > most_read or near < LEAST_NEAR or len(opened) > most_opened:
            failed = True
            print('failed: %s: at most %d read, at least %.2f near, at most %d opened' % (name, most_read, LEAST_NEAR, most_opened))
    depths = {name: templates.depth(name) for name in templates.lines}
    print('depth: at most %d, %d files of %d' % (max(depths.values()), list(depths.values()).count(max(depths.values())), len(depths)))
    for name in (name for name in sorted(depths) if depths[name] > MOST_DEPTH):
        failed = True
        print('failed: %s is nested %d deep: at most %d' % (name, depths[name], MOST_DEPTH))
    for word, names in count_partials(templates, source).items():
        print('%s: %d %s' % (word, len(names), ' '.join(names)))
        if len(names) > COUNTS[word]:
            failed = True
            print('failed: at most %d' % COUNTS[word])
    short = sum(len(lines) <= 10 for lines in templates.lines.values())
    print('template files: %d and %d tables, %d of ten lines or fewer; pieces: %d' % (
        len(templates.lines), len({name.rsplit('/', 1)[0] for name in templates.pieces}), short, len(templates.pieces)))
    print('lines of C: gen and emit %d, gen/family %d' % (
        lines_of(source, ('gen', 'emit'), ('.c', '.h', '.def'))[1], lines_of(source, ('gen/family',), ('.c', '.h'))[1]))
    golden = lines_of(source, ('tests/golden',), ('.cl',))
    print('golden kernels: %d, lines: %d' % golden)
    if golden[0] > MOST_GOLDEN[0] or golden[1] > MOST_GOLDEN[1]:
        failed = True
        print('failed: a golden file is there to be read: at most %d, of %d lines' % MOST_GOLDEN)
    return 1 if checks and failed else 0


if __name__ == '__main__':
    sys.exit(main())
