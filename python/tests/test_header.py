"""What library.py says of structs, functions and numbers is what clgemm.h says."""

import ctypes
import os
import re
import unittest
from pathlib import Path

from clgemm import library

SOURCE = os.environ.get("CLGEMM_SOURCE")


@unittest.skipUnless(SOURCE, "CLGEMM_SOURCE names no source of clgemm")
class Header(unittest.TestCase):
    def setUp(self) -> None:
        text = Path(SOURCE or "", "include", "clgemm.h").read_text(encoding="utf-8")
        self.header = re.sub(r"/\*.*?\*/", "", text, flags=re.S)

    def fields(self, name: str) -> list:
        found = re.search(r"struct clgemm_%s \{(.*?)\n\};" % name, self.header, re.S)
        assert found
        return [
            (words[-1], "char *" if "*" in line else " ".join(words[:-1]), size)
            for line in found.group(1).split(";")
            for words, size in [(re.sub(r"[*\[\]\d]", " ", line).split(), re.sub(r"\D", "", line))]
            if words
        ]

    def test_structs(self) -> None:
        kinds = {
            "char *": ctypes.c_char_p,
            "enum clgemm_code": ctypes.c_int,
            "unsigned": ctypes.c_uint,
        }
        for name in ("Error", "Option", "Preset", "Profile", "Device"):
            expected = [
                (member, ctypes.c_char * int(size) if kind == "char" else kinds[kind])
                for member, kind, size in self.fields(name.lower())
            ]
            with self.subTest(name):
                self.assertEqual(getattr(library, name)._fields_, expected)

    def test_enums(self) -> None:
        artifacts = re.search(r"enum clgemm_artifact \{(.*?)\}", self.header, re.S)
        assert artifacts
        names = [name.strip() for name in artifacts.group(1).split(",")]
        for name, value in library.ARTIFACTS.items():
            self.assertEqual(names[value], "CLGEMM_" + name.upper())
        voices = re.search(r"enum clgemm_voice \{(.*?)\}", self.header, re.S)
        assert voices
        self.assertEqual(
            [name.strip() for name in voices.group(1).split(",")].index("CLGEMM_BY_USER"), library.BY_USER
        )
        codes = dict(re.findall(r"CLGEMM_([A-Z]+) = (\d)", self.header))
        words = {"USAGE": "UsageError", "IO": "FileError", "TEMPLATE": "TemplateError", "REFUSED": "RefusedError"}
        for word, kind in words.items():
            self.assertEqual(library.CODES[int(codes[word])].__name__, kind)

    def test_functions(self) -> None:
        for name, (_, arguments) in library._FUNCTIONS.items():
            found = re.search(r"clgemm_%s\(((?:[^()]|\([^()]*\))*)\)" % name, self.header)
            with self.subTest(name):
                assert found
                # The parameters of a function that is a parameter count for nothing.
                words = re.sub(r"\(\*\w+\)\([^()]*\)", "report", found.group(1)).strip()
                self.assertEqual(0 if words == "void" else words.count(",") + 1, len(arguments))

    def test_soname(self) -> None:
        makefile = Path(SOURCE or "", "Makefile.am").read_text(encoding="utf-8")
        found = re.search(r"-version-info (\d+):\d+:(\d+)", makefile)
        assert found
        current, age = map(int, found.groups())
        self.assertIn(f".{current - age}", library.SONAME)

    def test_version(self) -> None:
        from clgemm.version import VERSION

        self.assertIn(f'#define CLGEMM_VERSION "{VERSION}"', self.header)


if __name__ == "__main__":
    unittest.main()
