#!/usr/bin/env python3
"""Validates manifests against doc/clgemm-manifest-2.schema.json, or other values against another schema.

    validate_manifest.py [--schema FILE] [--lines] FILE...

A FILE that ends in .md is searched for ```json blocks that are manifests; with --lines each line of a FILE is a value. Exit code 0: all valid;
1: not; 77: python3-jsonschema is not installed.
"""
import argparse
import json
import os
import re
import sys

try:
    import jsonschema
except ImportError:
    print("skipped: python3-jsonschema is not installed")
    sys.exit(77)


def manifests(path, lines):
    with open(path, encoding="utf-8") as stream:
        text = stream.read()
    if lines:
        return [(f"{path}, line {i + 1}", line) for i, line in enumerate(text.splitlines())]
    if not path.endswith(".md"):
        return [(path, text)]
    blocks = re.findall(r"^```json\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [(f"{path}, block {i + 1}", block) for i, block in enumerate(blocks)]


def unique(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a member appears twice")
    return members


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser()
    parser.add_argument("--schema", default=os.path.join(
        here, "..", "..", "doc", "clgemm-manifest-2.schema.json"))
    parser.add_argument("--lines", action="store_true")
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    with open(arguments.schema, encoding="utf-8") as stream:
        schema = json.load(stream)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    valid = True
    for path in arguments.files:
        for label, text in manifests(path, arguments.lines):
            try:
                errors = list(validator.iter_errors(json.loads(text, object_pairs_hook=unique)))
            except ValueError as error:
                print(f"{label}: not JSON: {error}")
                valid = False
                continue
            for error in errors:
                best = jsonschema.exceptions.best_match([error])
                where = "/".join(str(part) for part in best.absolute_path)
                print(f"{label}: {where}: {best.message[:300]}")
            valid = valid and not errors
    return 0 if valid else 1


if __name__ == "__main__":
    sys.exit(main())
