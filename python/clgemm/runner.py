"""The steps of a manifest on a device: programs, workspaces, commands. It knows nothing of what the kernels compute."""

from __future__ import annotations

import contextlib
import shlex
import threading
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

import numpy as np
import pyopencl as cl

from .device import check_device, check_sub_group
from .elements import packed
from .errors import DeviceError, FileError, LaunchError
from .images import check_images, make_image
from .launch import Launch, Memory, Part, Texels
from .manifest import source

Objects = Dict[str, cl.MemoryObject]


class Workspaces:
    """Workspaces of a kernel: kept from run to run, replaced where a launch needs larger ones, or images of another size."""

    def __init__(self, context: cl.Context, device: cl.Device) -> None:
        self._context = context
        self._device = device
        self._objects: Objects = {}
        self._images: Dict[str, Texels] = {}

    def give(self, memory: Memory) -> cl.MemoryObject:
        """The object for a workspace. Errors: DeviceError."""
        name, held = memory.name, self._objects.get(memory.name)
        if memory.image is not None:
            if held is None or self._images[name] != memory.image:
                self._objects[name] = make_image(self._context, self._device, name, memory.image)
                self._images[name] = memory.image
        elif held is None or held.size < memory.bytes:
            self._objects[name] = self._buffer(memory)
        return self._objects[name]

    def _buffer(self, memory: Memory) -> cl.Buffer:
        """A new one: of counters, which a run leaves zero, all zero."""
        if memory.role == "counters":
            flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
            return cl.Buffer(self._context, flags, hostbuf=np.zeros(memory.bytes, np.uint8))
        return cl.Buffer(self._context, cl.mem_flags.READ_WRITE, memory.bytes)


class Runner:
    """A manifest that was built for a device.

    A run takes the workspaces from the one before it, whatever its queue: it waits for that. Threads take turns.
    """

    def __init__(self, context: cl.Context, device: cl.Device, manifest: Mapping[str, Any], folder: Optional[Path]) -> None:
        """Errors: DeviceError (the device lacks something; a program does not build), FileError (a source)."""
        check_device(device, manifest)
        check_images(context, device, manifest)
        self._name = manifest["name"]
        self._context = context
        self._device = device
        self._lock = threading.Lock()
        self._last: Optional[cl.Event] = None
        self._weights: Optional[Tuple[object, ...]] = None
        self._workspaces = Workspaces(context, device)
        programs = [self._build(program, folder) for program in manifest["programs"]]
        with self.faults():
            self._kernels = {
                (step["program"], step["entry"]): cl.Kernel(programs[step["program"]], step["entry"])
                for step in manifest["steps"]
                if step["kind"] == "kernel"
            }

    @contextlib.contextmanager
    def faults(self) -> Iterator[None]:
        """Makes errors of OpenCL, and a lack of memory, those of this package."""
        try:
            yield
        except cl.Error as error:
            raise DeviceError(f"{self._name} cannot be run by {self._device.name}: {error}") from error
        except MemoryError as error:
            raise LaunchError(f"the operands of {self._name} do not fit into memory: {error}") from error

    def _build(self, program: Mapping[str, Any], folder: Optional[Path]) -> cl.Program:
        try:
            options = shlex.split(program["build_options"])
        except ValueError as error:
            raise FileError(f"the build options of {program['file']}, {program['build_options']!r:.60}: {error}") from None
        try:
            return cl.Program(self._context, source(program, folder)).build(options=options, devices=[self._device])
        except cl.Error as error:
            # What the compiler says is in the exception that this one comes from.
            reason = str(error).splitlines()[0]
            raise DeviceError(f"{program['file']} does not build for {self._device.name}: {reason}") from error

    def enqueue(
        self,
        queue: cl.CommandQueue,
        launch: Launch,
        operands: Mapping[str, cl.MemoryObject],
        wait_for: Sequence[cl.Event] = (),
        prepare: bool = True,
    ) -> cl.Event:
        """Enqueues the steps of a launch; the event is that of the last command.

        operands  the caller's buffers by their names in the manifest, as long as the launch says
        prepare   the steps of phase `prepare` are run too. Without: what they wrote in the run before is used again

        Errors: LaunchError (a buffer is too short; nothing was prepared for these sizes), DeviceError.
        """
        with self._lock, self.faults():
            self._check_weights(launch, prepare)
            objects = self._objects(launch, operands)
            events = [*wait_for, self._last] if self._last is not None else list(wait_for)
            for phase in ("prepare", "run") if prepare else ("run",):
                for command in self._commands(queue, launch, objects, phase):
                    self._last = command(events)
                    events = [self._last]
            if len(events) != 1:
                self._last = cl.enqueue_marker(queue, wait_for=events)
            return self._last

    def _objects(self, launch: Launch, operands: Mapping[str, cl.MemoryObject]) -> Objects:
        objects = {}
        for name, memory in launch.memory.items():
            if memory.role in ("workspace", "counters"):
                objects[name] = self._workspaces.give(memory)
                continue
            if not isinstance(operands.get(name), cl.MemoryObject):
                raise LaunchError(f"the kernel needs a buffer for `{name}`")
            used = memory.bytes if memory.elements else 0
            if operands[name].size < used:
                raise LaunchError(f"the buffer of `{name}` has {operands[name].size} bytes, the launch needs {used}")
            objects[name] = operands[name]
        return objects

    def _check_weights(self, launch: Launch, prepare: bool) -> None:
        """What steps of phase `prepare` wrote is of use for the sizes alone that they ran for."""
        sizes = tuple((memory.name, memory.bytes, memory.image) for memory in launch.memory.values() if memory.lifetime == "weights")
        if not prepare and sizes and sizes != self._weights:
            raise LaunchError("nothing was prepared for these sizes; ask prepare=True")
        self._weights = sizes

    def _commands(
        self, queue: cl.CommandQueue, launch: Launch, objects: Objects, phase: str
    ) -> List[Callable[[Sequence[cl.Event]], cl.Event]]:
        """What a phase enqueues: functions of the events that each waits for."""
        commands: List[Callable[[Sequence[cl.Event]], cl.Event]] = []
        for memory in launch.memory.values():
            if memory.zeroed and (memory.lifetime == "weights") == (phase == "prepare"):
                commands.append(_zero(queue, objects[memory.name], memory))
        for step in launch.steps(phase):
            if step["kind"] == "kernel":
                parts = launch.parts(step, self._device.max_compute_units)
                commands += [self._kernel_command(queue, launch, objects, step, parts)] if parts else []
            elif step["kind"] == "fill":
                commands.append(_zero(queue, objects[step["to"]], launch.memory[step["to"]]))
            else:
                commands.append(_copy(queue, launch, objects, step))
        return commands

    def _kernel_command(
        self, queue: cl.CommandQueue, launch: Launch, objects: Objects, step: Mapping[str, Any], parts: Sequence[Part]
    ) -> Callable[[Sequence[cl.Event]], cl.Event]:
        kernel = self._kernels[step["program"], step["entry"]]
        check_sub_group(self._device, kernel, step)
        arguments = [_argument(launch, objects, argument) for argument in step["args"]]

        def command(events: Sequence[cl.Event]) -> cl.Event:
            for index, argument in enumerate(arguments):
                kernel.set_arg(index, argument)
            for part in parts:
                done = cl.enqueue_nd_range_kernel(
                    queue, kernel, part.global_size, part.local_size, part.offset, wait_for=list(events)
                )
                events = [done]
            return done

        return command


def _argument(launch: Launch, objects: Objects, argument: Mapping[str, Any]) -> object:
    if argument["kind"] == "buffer":
        return objects[argument["buffer"]]
    if argument["kind"] == "local":
        return cl.LocalMemory(argument["bytes"])
    return packed(*launch.number(argument))


def _zero(queue: cl.CommandQueue, target: cl.MemoryObject, memory: Memory) -> Callable[[Sequence[cl.Event]], cl.Event]:
    image = memory.image
    if image is None:
        byte = np.zeros(1, np.uint8)
        return lambda events: cl.enqueue_fill_buffer(queue, target, byte, 0, memory.bytes, wait_for=list(events))
    colour = np.zeros(4, np.float32 if "FLOAT" in image.type else np.uint32)
    region = (image.width, image.height, 1)
    return lambda events: cl.enqueue_fill_image(queue, target, colour, (0, 0, 0), region, wait_for=list(events))


def _copy(
    queue: cl.CommandQueue, launch: Launch, objects: Objects, step: Mapping[str, Any]
) -> Callable[[Sequence[cl.Event]], cl.Event]:
    """A dense buffer into an image. Errors: LaunchError, where the buffer holds fewer texels."""
    origin, target = launch.memory[step["from"]], launch.memory[step["to"]]
    image = target.image
    if image is None or origin.bytes < target.bytes:
        raise LaunchError(f"step `{step['name']}` copies more texels than buffer `{origin.name}` holds")
    region = (image.used, image.height)
    return lambda events: cl.enqueue_copy(
        queue, objects[step["to"]], objects[step["from"]], offset=0, origin=(0, 0), region=region, wait_for=list(events)
    )
