"""Manifests that are not as they should be: each is refused as such, or is run."""

import copy
import json
import os
import sys
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Iterator, Tuple

import clgemm
from clgemm.launch import resolve
from clgemm.manifest import load

SOURCE = os.environ.get("CLGEMM_SOURCE")
KERNELS = (
    {"family": "naive", "layout": "row"},
    {"family": "register", "tile": (4, 4), "wg": (4, 4), "edges": "pad", "epilogue": "bias:row,residual,scale,relu", "split_k": 2},
    {"family": "register", "tile": (4, 4), "wg": (4, 4), "access_a": "image"},
    {"family": "naive", "batch": "strided"},
    {"family": "naive", "batch": "offsets", "type": "f16"},
    {"family": "naive", "batch": "groups"},
    {"family": "naive", "batch": "groups", "ragged": "k"},
    {"family": "naive", "batch": "groups", "experts": "index", "rows_a": "index", "rows_c": "index", "layout": "row"},
    {"family": "naive", "type_b": "u4_32", "layout": "row", "transpose": "nt", "fixed": (8, 8, 64)},
)


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


WRONG = (None, True, -1, 0.5, 1e400, "x", [], {}, 1 << 70, nested(3000))


def places(value: Any, path: Tuple[Any, ...] = ()) -> Iterator[Tuple[Any, ...]]:
    """Every member and item of a manifest, but for the options, which no host reads."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        if path or key not in ("config", "generator", "numbers", "peak"):
            yield (*path, key)
            yield from places(inner, (*path, key))


def mutants(manifest: Any) -> Iterator[Tuple[str, Any]]:
    """What a manifest becomes where one member is left out, or is of another type: two of the wrong ones in turn."""
    for place, path in enumerate(list(places(manifest))):
        for number in (-1, place % len(WRONG), (7 * place + 3) % len(WRONG)):
            # One list for all: what is changed is put back.
            *front, last = path
            parent = manifest
            for key in front:
                parent = parent[key]
            kept = list(parent) if isinstance(parent, list) else dict(parent)
            if number < 0:
                del parent[last]
            else:
                parent[last] = WRONG[number]
            yield f"{path} {number}", manifest
            parent.clear()
            parent.extend(kept) if isinstance(parent, list) else parent.update(kept)


class Members(unittest.TestCase):
    def launch(self, manifest: Any) -> None:
        """All that is calculated before a device is asked."""
        checked, _ = load(manifest)
        members = checked["problem"]["batch"]["kind"] != "none"
        given = {"batch": 2} if members else {}
        launch = resolve(checked, 8, 8, 64, {**given, "scale": 2} if checked["problem"]["epilogue"] else given)
        self.assertTrue(launch.memory)
        for phase in ("prepare", "run"):
            for step in launch.steps(phase):
                if step["kind"] == "kernel":
                    launch.parts(step, 4)
                    for argument in step["args"]:
                        if argument["kind"] in ("value", "literal"):
                            launch.number(argument)

    def test_mutants(self) -> None:
        served = refused = 0
        for options in KERNELS:
            manifest = copy.deepcopy(clgemm.generate(**options).manifest)  # type: ignore[arg-type]
            self.launch(manifest)
            for words, mutant in mutants(manifest):
                try:
                    self.launch(mutant)
                    served += 1
                except clgemm.ClgemmError as error:
                    self.assertLess(len(error.text), 500)
                    refused += 1
                except Exception as error:
                    raise AssertionError(f"{options}: {words}: {error!r:.200}") from error
            self.launch(manifest)
        # Names, meanings and sentences may be any text; most else matters.
        self.assertGreater(refused, 2 * served)

    def test_refused_by_name(self) -> None:
        manifest = clgemm.generate(family="naive").manifest
        for path, value, words in (
            (("steps", 0, "program"), 1, "`steps[0].program` is 1, of 1 programs"),
            (("steps", 0, "args", 3, "symbol"), "ldr2", "there is no symbol `ldr2`"),
            (("buffers", 1, "name"), "A", "two buffers are named `A`"),
            (("buffers", 1, "role"), "a", "`buffers` has 2 of role `a`"),
            (("buffers", 0, "element", "bytes"), 2, "one of f32 has 4"),
            (("buffers", 0, "extents", 0, "stride"), "ldz", "there is no size `ldz`"),
            (("problem", "layout"), "diagonal", "`problem.layout` is 'diagonal', not one of row, column"),
        ):
            broken = copy.deepcopy(manifest)
            place: Any = broken
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = value
            with self.subTest(words), self.assertRaises(clgemm.FileError) as refused:
                load(broken)
            self.assertIn(words, refused.exception.text)
        del broken["steps"][0]["entry"]
        broken["problem"]["layout"] = "row"
        with self.assertRaises(clgemm.FileError) as refused:
            load(broken)
        self.assertIn("`steps[0].entry` is missing", refused.exception.text)

    def test_files(self) -> None:
        deep = sys.getrecursionlimit() * 100
        with TemporaryDirectory() as folder:
            path = Path(folder, "bad.json")
            for content in (b"", b"\xff", b"[" * deep, b"{}", b"[]", b"null", b'{"schema": "clgemm-manifest/1"}'):
                path.write_bytes(content)
                with self.subTest(content[:40]), self.assertRaises(clgemm.FileError):
                    load(path)
            for wrong in (5, None, b"bad.json", "a\0b", folder):
                with self.subTest(wrong), self.assertRaises(clgemm.FileError):
                    load(wrong)  # type: ignore[arg-type]

    def test_known(self) -> None:
        """Manifests of the documentation and of other tests are taken."""
        if not SOURCE:
            self.skipTest("CLGEMM_SOURCE names no source of clgemm")
        page = Path(SOURCE, "doc", "manifest.md").read_text(encoding="utf-8")
        self.launch(json.loads(page.partition("```json\n")[2].partition("```")[0]))
        for path in sorted(Path(SOURCE, "tests", "harness", "data").glob("*.json")):
            if b"clgemm-manifest/1" in path.read_bytes():
                with self.subTest(path.name):
                    load(path)


if __name__ == "__main__":
    unittest.main()
