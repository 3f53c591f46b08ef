"""A kernel as a function of arrays."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
import pyopencl as cl

from .device import profile_for
from .elements import STORED, array_of, check_result, given_as, readable
from .errors import LaunchError
from .kernel import generate
from .launch import Launch, Memory, resolve
from .manifest import AnyKernel, load
from .on_device import buffer_of, can_write, is_on_device, of_device, write, zeros
from .operands import Array, Place, list_of_offsets, lists_of, sizes_of, vector
from .request import OptionValue
from .runner import Runner
from .symbols import COMPANIONS, LISTS_OF_GROUPS, Number, count, has_list, own_of_groups, residuals, strided

#: A value of a launch: a number, or an array or buffer of the epilogue or of offsets.
Value = Union[Number, Array, Sequence[Any], cl.MemoryObject, None]


class Gemm:
    """C = epilogue(alpha op(A) op(B) + beta C) by one kernel on one device.

    Call it with arrays of numpy or pyopencl, or `enqueue` it with buffers. Any kernel of clgemm is run: all that is known of it is its
    manifest. Threads may share it; one run at a time has its workspaces.
    """

    def __init__(
        self,
        context: cl.Context,
        kernel: Optional[AnyKernel] = None,
        /,
        *,
        device: Optional[cl.Device] = None,
        **options: OptionValue,
    ) -> None:
        """
        kernel   a `Kernel`, a manifest, or the path of one; None: one is generated
        device   of the context; None: its first
        options  of the kernel that is generated, as for `generate`; the profile is that of the device unless they name one, and with
                 `fixed` sizes the kernel is the one that it has for them

        Errors: those of `generate`; DeviceError, FileError.
        """
        self.context = context
        self.device = device if device is not None else context.devices[0]
        if kernel is None:
            profile = profile_for(self.device)
            if options.get("fixed") is not None and options.get("for_") is None:
                options["for_"] = profile  # as one that is named: kernels for sizes are those of such a profile
            kernel = generate(profile=profile, **options)
        elif options:
            raise LaunchError(f"a kernel is given, and options of another one: {', '.join(options)}")
        self.manifest, folder = load(kernel)
        self._queue = cl.CommandQueue(context, self.device)
        self._runner = Runner(context, self.device, self.manifest, folder)
        self._names = {buffer["role"]: buffer["name"] for buffer in self.manifest["buffers"]}

    def __call__(
        self,
        a: Any,
        b: Any,
        c: Any = None,
        /,
        *,
        queue: Optional[cl.CommandQueue] = None,
        **values: Value,
    ) -> Any:
        """Multiplies arrays. The result is an array of numpy, and there when the call returns; where a, b or c is one of pyopencl, it
        is one of these, and others wait for it.

        a, b    as they are stored: a is M x K, or K x M where the kernel transposes it; b is K x N, or N x K. With a third axis
                in front they are those of a batch; a matrix without it serves all members. Of groups the one alone has it that each
                has of its own: of rows b, of columns a (ragged n), of parts of K c (ragged k)
        c       M x N: receives the result, and is read where beta is not 0; None: a new array
        queue   of the context; None: that of an array on the device, else one of its own
        values  alpha (1 where it is not given), beta (0), and by their names in the manifest the operands of the epilogue: bias,
                residual (M x N), scale and so on; of a gated product D, as b; of quantised matrices the scales and zero points (A_scales, B_zeros), as the
                matrix is stored, with one for each group along K, of zero points a byte for two; of groups the `offsets`: the
                first row, column or k of each, and where the last one ends. Rows of no group stay as they are in c. With experts
                their numbers in b, `experts`; with listed rows those of a and c, `index_a` and `index_c`: then a and c may have
                any number of rows. Rows that are added (rows_c add) are added to those of c

        Arrays are rounded to the kernel's types. They may be of any strides; one that lies as the kernel reads it is not
        rearranged on the host, and one that is on the device stays there. Elements of bf16, e4m3 and e5m2 are given as floating-point
        numbers, or as their bits, uint16 and uint8; the result is of float32, on the device of bits.
        Errors: LaunchError, DeviceError.
        """
        a, b = array_of("a", a), array_of("b", b)
        self._check_result(c)
        on_device, events = of_device(self.context, (a, b, c, *values.values()))
        launch = self._launch_of(a, b, c, values)
        if queue is None:
            queue = next((array.queue for array in on_device if array.queue is not None), self._queue)
        with self._runner.faults():
            result = self._result(launch, c, queue if any(map(is_on_device, (a, b, c))) else None)
            reads_c = self._shares_result() or is_on_device(result)
            contents = self._contents(launch, {**values, "a": a, "b": b, "c": result if reads_c else c})
            buffers = {name: self._buffer(launch.memory[name], content) for name, content in contents.items()}
            if is_on_device(result):
                events += result.events
            event = self._runner.enqueue(queue, launch, buffers, events)
            for array in on_device:
                array.add_event(event)
            memory = launch.memory[self._names["c"]]
            if isinstance(contents[memory.name], cl.Buffer):
                if result is not c:
                    result.add_event(event)
            elif memory.elements:
                flat = np.empty(memory.elements, STORED[memory.type])
                cl.enqueue_copy(queue, flat, buffers[memory.name], wait_for=[event])
                found = readable(Place(launch, memory, count("ldc", launch.values)).view(flat), memory.type, result.dtype)
                found = found if result.ndim == 3 else found[0]
                if is_on_device(result):
                    write(result, found, queue)
                else:
                    result[...] = found
        return result

    def enqueue(
        self,
        queue: cl.CommandQueue,
        a: cl.MemoryObject,
        b: cl.MemoryObject,
        c: cl.MemoryObject,
        /,
        *,
        m: Optional[int] = None,
        n: Optional[int] = None,
        k: Optional[int] = None,
        wait_for: Sequence[cl.Event] = (),
        prepare: bool = True,
        **values: Value,
    ) -> cl.Event:
        """Enqueues the multiplication of buffers; the event is that of its end.

        a, b, c   buffers of the context in the kernel's types and layout, or arrays of pyopencl, whose shapes do not count
        m, n, k   the sizes, where they are not fixed in the kernel
        wait_for  events to wait for first
        prepare   False: b or a is as it was in the run before, and steps that only rearrange it need not run again
        values    of the manifest's symbols: alpha (1), beta (0), lda, offset_a, batch, stride_a, ldr, scale and so on; and buffers
                  for the operands of the epilogue (bias, residual), for D of a gated product, for scales and zero points (B_scales, B_zeros) and for offsets_a, offsets_b and offsets_c of a batch,
                  or the lists of groups (offsets, experts, index_a, index_c), which may be sequences of numbers too

        Errors: LaunchError, DeviceError.
        """
        arrays, events = of_device(self.context, (a, b, c, *values.values()))
        values = {name: buffer_of(name, value) for name, value in values.items()}
        launch = resolve(self.manifest, m, n, k, self._numbers(values))
        operands = {self._names[name]: buffer_of(name, value) for name, value in (("a", a), ("b", b), ("c", c))}
        for buffer in self.manifest["buffers"]:
            role, name = buffer["role"], buffer["name"]
            value = values.get(role if role.startswith("offsets_") else name)
            if role.startswith(("offsets", "experts", "index")) and value is not None and not isinstance(value, cl.MemoryObject):
                with self._runner.faults():
                    value = self._buffer(launch.memory[name], list_of_offsets(value, role))  # type: ignore[arg-type]
            if role not in ("workspace", "counters", "a", "b", "c") and value is not None:
                operands[name] = value
        event = self._runner.enqueue(queue, launch, operands, [*wait_for, *events], prepare)
        for array in arrays:
            array.add_event(event)
        return event

    def _is_buffer(self, name: str) -> bool:
        return any(buffer["name"] == name for buffer in self.manifest["buffers"])

    def _numbers(self, values: Mapping[str, Value]) -> Dict[str, Any]:
        """Values of symbols: what is no buffer."""
        return {
            name: value
            for name, value in values.items()
            if (name.startswith("offsets_") or not self._is_buffer(name)) and not isinstance(value, cl.MemoryObject)
        }

    def _launch_of(self, a: Array, b: Array, c: Any, values: Mapping[str, Value]) -> Launch:
        m, n, k, members = sizes_of(self.manifest, a, b)
        numbers = self._numbers(values)
        kind = self.manifest["problem"]["batch"]["kind"]
        if kind == "none":
            return resolve(self.manifest, m, n, k, numbers)
        if members is None and c is not None and c.ndim == 3:
            members = c.shape[0]
        if self._has_groups():
            m = self._list_rows(numbers, values, a, c, m)
            if has_list(self.manifest, "experts"):
                numbers.setdefault("matrices", 1 if members is None else members)
                members = None
            members = self._groups_of(values.get("offsets"), members)
        if members is not None:
            numbers.setdefault("batch", members)
        shared = [letter for letter, array in (("a", a), ("b", b)) if array.ndim == 2]
        if strided(self.manifest) and resolve(self.manifest, m, n, k, numbers).values["batch"] != 1:
            for letter in set(shared).intersection(strided(self.manifest)):
                numbers.setdefault(f"stride_{letter}", 0)
        launch = resolve(self.manifest, m, n, k, numbers)
        if kind == "offsets":
            launch = resolve(self.manifest, m, n, k, {**numbers, **lists_of(self.manifest, launch.values, shared)})
        return launch

    def _has_groups(self) -> bool:
        """Whether members of its batch are groups."""
        return own_of_groups(self.manifest) != ""

    def _shares_result(self) -> bool:
        """Whether these have rows or columns of one c, which has others too."""
        return self._has_groups() and own_of_groups(self.manifest) != "c"

    def _groups_of(self, offsets: Any, members: Optional[int]) -> int:
        """The groups that a list of offsets is of. Errors: LaunchError."""
        if offsets is None:
            raise LaunchError("the kernel multiplies groups; ask offsets=ARRAY: where each begins, and where the last one ends")
        count = len(offsets) - 1
        if count < 0 or members not in (None, count):
            raise LaunchError(f"{len(offsets)} offsets are given for {members} groups; there is one more than groups")
        return count

    def _list_of_groups(self, launch: Launch, values: Mapping[str, Any], role: str) -> Array:
        """Their offsets or experts, or the rows of a and c. Errors: LaunchError."""
        numbers = values.get(role)
        length = launch.memory[self._names[role]].elements
        if numbers is None or len(numbers) != length:
            raise LaunchError(f"the kernel reads {length} numbers of `{role}`; ask {role}=ARRAY of as many")
        return list_of_offsets(numbers, role)

    def _list_rows(self, numbers: Dict[str, Any], values: Mapping[str, Value], a: Array, c: Any, m: int) -> int:
        """Gives rows_a and rows_c their values, and m: as many rows as lists name. Errors: LaunchError."""
        for role, rows in (("index_a", m), ("index_c", None if c is None else c.shape[0])):
            if not has_list(self.manifest, role):
                continue
            listed = values.get(role)
            if listed is None:
                raise LaunchError(f"the kernel reads rows by `{role}`; ask {role}=ARRAY")
            m = len(listed)  # type: ignore[arg-type]
            if rows is not None:
                numbers.setdefault(f"rows_{role[-1]}", rows)
        return m

    def _check_result(self, c: Any) -> None:
        """That an array can receive a result. Errors: LaunchError."""
        if c is None:
            return
        if not is_on_device(c) and not isinstance(c, np.ndarray):
            raise LaunchError(f"c receives the result, and is {type(c).__name__}, no array of numpy or pyopencl")
        if not is_on_device(c) and not c.flags.writeable:
            raise LaunchError("c receives the result, and is read-only; ask c.copy()")
        array_of("c", c)
        if is_on_device(c) and not can_write(c):
            raise LaunchError("c receives the result, and is a part of an array on the device; ask c.copy()")
        check_result(c.dtype, self.manifest["problem"]["types"]["c"])

    def _result(self, launch: Launch, c: Any, queue: Optional[cl.CommandQueue]) -> Any:
        """The array that receives the result: where there is a queue, on its device. Errors: LaunchError."""
        m, n, members = (count(name, launch.values) for name in ("m", "n", "batch"))
        m = int(launch.values.get("rows_c", m).real)
        batched = self.manifest["problem"]["batch"]["kind"] != "none" and not self._shares_result()
        shape = (members, m, n) if batched else (m, n)
        element = self.manifest["problem"]["types"]["c"]
        if c is None:
            if launch.values["beta"] != 0:
                raise LaunchError(f"beta = {launch.values['beta']} scales c, and there is none; ask beta=0")
            order = "F" if self.manifest["problem"]["layout"] == "column" and not batched else "C"
            return np.zeros(shape, given_as(element), order) if queue is None else zeros(queue, shape, STORED[element], order)
        if c.shape != shape:
            raise LaunchError(f"c is of shape {c.shape}, not {shape}")
        return c  # type: ignore[no-any-return]

    def _contents(self, launch: Launch, values: Mapping[str, Any]) -> Dict[str, Union[Array, cl.Buffer, None]]:
        """What the caller's buffers hold at first, by name, or the buffers; None: anything."""
        widths = {name: count(ld, launch.values) for name, ld in residuals(self.manifest)}
        lists: Dict[str, Any] = {}
        contents: Dict[str, Union[Array, cl.Buffer, None]] = {}
        for name, memory in launch.memory.items():
            role = memory.role
            if role in ("workspace", "counters"):
                continue
            if role == "c" and (values["c"] is None or launch.values["beta"] == 0 and not self._shares_result() and not is_on_device(values["c"])):
                contents[name] = None
            elif role == "d" and values.get(name) is None:
                raise LaunchError(f"the kernel multiplies a by `{name}`, too; ask {name}=ARRAY")
            elif role == "d":
                contents[name] = Place(launch, memory, count("ldd", launch.values)).put(values[name], memory.type)
            elif role in ("a", "b", "c"):
                contents[name] = Place(launch, memory, count(f"ld{role}", launch.values)).put(values[role], memory.type)
            elif role.startswith("offsets_"):
                lists = lists or self._lists(launch, values)
                contents[name] = list_of_offsets(lists[role], role)
            elif role in LISTS_OF_GROUPS:
                contents[name] = self._list_of_groups(launch, values, role)
            elif values.get(name) is None and role in COMPANIONS:
                raise LaunchError(f"{COMPANIONS[role]} is quantised and has `{name}`; ask {name}=ARRAY")
            elif role in COMPANIONS:
                ld = count(f"ld{COMPANIONS[role]}", launch.values)
                contents[name] = Place(launch, memory, ld).put(values[name], memory.type)
            elif values.get(name) is None:
                raise LaunchError(f"the epilogue has an operand `{name}`; ask {name}=ARRAY")
            elif role == "residual":
                contents[name] = Place(launch, memory, widths[name]).put(values[name], memory.type)
            else:
                contents[name] = vector(name, values[name], memory)
        return contents

    def _lists(self, launch: Launch, values: Mapping[str, Any]) -> Dict[str, Array]:
        shared = [letter for letter in ("a", "b") if values[letter].ndim == 2]
        return lists_of(self.manifest, launch.values, shared)

    def _buffer(self, memory: Memory, content: Union[Array, cl.Buffer, None]) -> cl.Buffer:
        if isinstance(content, cl.Buffer):
            return content
        flags = cl.mem_flags.READ_WRITE
        if content is None or content.nbytes == 0:
            return cl.Buffer(self.context, flags, memory.bytes)
        return cl.Buffer(self.context, flags | cl.mem_flags.COPY_HOST_PTR, hostbuf=content)
