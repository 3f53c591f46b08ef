"""Whether the programs of a dispatch are its kernels as they are alone, but for the names of functions and their order.

same_programs.py CLGEMM_GEN NAME PRINT: reads NAME.cl and NAME.json of the current folder, has each kernel written alone by its own
command, and compares both with what the program PRINT prints for its number, the strings of NAME_dispatch.h.
"""
import json
import re
import shlex
import subprocess
import sys

GEN, NAME, PRINT = sys.argv[1:4]
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\w+|\S')
MACROS = ['-D__OPENCL_C_VERSION__=300', '-D__opencl_c_atomic_order_acq_rel', '-D__opencl_c_atomic_scope_device']


def tokens(text, *options):
    """Of a text behind the preprocessor; #pragma lines are one token each, #pragma OPENCL none."""
    out = subprocess.run(['cpp', '-P', *MACROS, *options, '-'], input=text, capture_output=True, text=True, check=True).stdout
    found = []
    for line in out.split('\n'):
        if line.startswith('#'):
            if not line.startswith('#pragma OPENCL'):
                found.append(' '.join(line.split()))
            continue
        found += TOKEN.findall(line)
    return found


def definitions(sequence):
    """Lists of tokens, one for each definition at file scope."""
    found, current, depth = [], [], 0
    for token in sequence:
        current.append(token)
        depth += token in ('(', '{', '[')
        depth -= token in (')', '}', ']')
        if depth == 0 and (token == ';' or (token == '}' and current[0] != 'typedef')):
            found.append(current)
            current = []
    return found + ([current] if current else [])


def meaning(sequence, kernel):
    """All definitions, in a form that is the same where names differ alone: a name is what defines it."""
    known, found = {}, []
    for definition in definitions(sequence):
        own, words = {}, []
        for token in definition:
            if not re.match(NAME + r'_\w', token):
                words.append(token)
            elif token in known:
                words.append(known[token])
            else:
                words.append('own%d' % own.setdefault(token, len(own)))
        text = ' '.join(words)
        for token, number in own.items():
            known[token] = '<%s of %s>' % (number, text)
        found.append(text + (' is the kernel' if kernel in own else ''))
    return sorted(found)


def main():
    with open(NAME + '.json', encoding='utf-8') as file:
        kernels = json.load(file)['kernels']
    with open(NAME + '.cl', encoding='utf-8') as file:
        everything = file.read()
    texts = {}
    for number, kernel in enumerate(kernels):
        name = kernel['name']
        command = [GEN, *shlex.split(kernel['generator']['command'])[1:], '-o', 'alone.cl']
        subprocess.run(command, check=True, capture_output=True)
        with open('alone.cl', encoding='utf-8') as file:
            wanted = meaning(tokens(file.read()), name)
        printed = subprocess.run([PRINT, str(number)], check=True, capture_output=True, text=True).stdout
        for where, text, options in ((NAME + '.cl', everything, ['-D%s_KERNEL=%d' % (NAME.upper(), number)]),
                                     (NAME + '_dispatch.h', printed, [])):
            if meaning(tokens(text, *options), name) != wanted:
                sys.exit('%s: %s is another kernel than its command makes' % (where, name))
        for step in kernel['steps']:
            if step['kind'] == 'kernel' and not re.search(r'\bvoid %s\(' % step['entry'], everything):
                sys.exit('%s: there is no kernel %s' % (name, step['entry']))
        texts[name] = wanted
    if not any(program['finalize'] for kernel in kernels for program in kernel['programs']):
        mains = re.findall(r'\bvoid (\w+) \(', ' '.join(tokens(everything)))
        if not set(texts) <= set(mains) or len(set(mains)) != len(mains):
            sys.exit('without a number there are other kernels, or one twice')
    print(len(texts))


main()
