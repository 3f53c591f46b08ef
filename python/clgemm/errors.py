"""What may go wrong, as exceptions.

All of them are `ClgemmError`, whose text is one sentence. What the sentence ends with behind "; ask" is `advice`.
"""

from __future__ import annotations


class ClgemmError(Exception):
    """One error.

    text    the sentence, with the numbers in it
    rule    the name of the rule that refused; "" where none did
    option  the name of the option at fault, as on a command line ("tile-k"); "" where it is none
    advice  what to ask instead ("--tile-k 256 or --family naive"), or to leave out ("leave out --stages or --thin"),
            which the generator has tried out; "" where there is none
    source  the template or file at fault; "" where it is none
    line    in `source`, from 1; 0: does not apply
    column  in `source`, from 1; 0: does not apply
    """

    def __init__(
        self, text: str, *, rule: str = "", option: str = "", source: str = "", line: int = 0, column: int = 0
    ) -> None:
        super().__init__(text)
        self.text = text
        self.rule = rule
        self.option = option
        less = text.partition("; leave out ")[2]
        self.advice = text.partition("; ask ")[2] or (less and f"leave out {less}")
        self.source = source
        self.line = line
        self.column = column


class UsageError(ClgemmError):
    """An unknown option or value, or two that contradict each other."""


class FileError(ClgemmError):
    """A file cannot be read, or is not the one that it should be; also the library is out of memory."""


class TemplateError(ClgemmError):
    """A template is missing or broken."""


class RefusedError(ClgemmError):
    """A rule: the request is understood, but no such kernel can be made."""


class LibraryError(ClgemmError):
    """The library libclgemm is not there."""


class LaunchError(ClgemmError):
    """Operands or sizes that a kernel is not made for."""


class DeviceError(ClgemmError):
    """The device lacks what a kernel needs."""
