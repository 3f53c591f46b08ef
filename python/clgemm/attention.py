"""Attention as a function of arrays."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
import pyopencl as cl

from .elements import array_of
from .errors import LaunchError
from .launch import resolve
from .operands import Array
from .product import OfArrays
from .request import OptionValue
from .symbols import FURTHER


class Attention(OfArrays):
    """softmax(alpha Q K^T) V for each head of each member of a batch, by one kernel on one device: doc/chain.md.

    Call it with arrays of numpy. Sizes are those of the arrays; the elements of a row of a head are compiled in.
    """

    def __init__(self, context: cl.Context, *, device: Optional[cl.Device] = None, **options: OptionValue) -> None:
        """
        device   of the context; None: its first
        options  of the kernel, as for `generate`: head=64, mask="causal", type="f16"; the profile is that of the device unless they name one

        Errors: those of `generate`; DeviceError, FileError.
        """
        super().__init__(context, device, {"chain": "attention", **options})

    def __call__(self, q: Any, k: Any, v: Any, o: Any = None, /, *, alpha: Optional[float] = None, **further: Any) -> Array:
        """Computes attention; the result is there when the call returns.

        q, k, v  batch x rows x heads x elements, k and v with as many heads as q or with a part of them, which several heads of q share;
                 of one member also rows x heads x elements
        o        receives the result; None: a new array. It is of the shape of q
        alpha    scales the scores; None: elements ** -0.5, or what the kernel has compiled in
        further  what the kernel has beside: mask, batch x keys of mask="keys", batch x heads x rows x keys of mask="matrix"; lengths_q and lengths_k,
                 of lengths="member", rows and keys of each member. Rows of o beyond these are left as they are. Of one member without the first axis

        Errors: LaunchError, DeviceError.
        """
        operands = {"a": ("q", q), "b": ("k", k), "d": ("v", v), "c": ("o", o)}
        arrays = {letter: array_of(name, array) for letter, (name, array) in operands.items() if array is not None}
        alone = all(array.ndim == 3 for array in arrays.values())
        has = [name for name in FURTHER if name in self._product["operands"]]
        for name in has:
            if name not in further:
                raise LaunchError(f"the kernel has an operand `{name}`; ask {name}=ARRAY")
        for name in further:
            if name not in has:
                raise LaunchError(f"the kernel has no operand `{name}`")
        arrays.update({name: array_of(name, array) for name, array in further.items()})
        if alone:
            arrays = {letter: array[np.newaxis] for letter, array in arrays.items()}
        sizes = self._sizes(arrays, {})
        if alpha is None and self.manifest["problem"]["alpha"] is None:
            alpha = sizes["head"] ** -0.5
        launch = resolve(self.manifest, None, None, None, {"alpha": alpha}, sizes)
        result = self._result(arrays.get("c"), sizes)
        self._run(launch, {**arrays, "c": result})
        return result[0] if alone else result
