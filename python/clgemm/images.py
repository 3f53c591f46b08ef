"""Images: whether a device has those of a manifest, and reads what was written."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Tuple

import numpy as np
import pyopencl as cl

from .errors import DeviceError
from .launch import Texels

_ITEMS = 32
_WIDTH = 8
_ROUND_TRIP = """
kernel void fill(write_only image2d_t to, global const float *from)
{
    const int i = get_global_id(0);
    write_imagef(to, (int2)(i % 8, i / 8), (float4)(from[i], 0, 0, 1));
}
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
kernel void probe(read_only image2d_t from, global float *to)
{
    const int i = get_global_id(0);
    to[i] = read_imagef(from, nearest, (int2)(i % 8, i / 8)).x;
}
"""

#: What was found of a device and a format.
_works: Dict[Tuple[int, str, str], bool] = {}


def format_of(order: str, kind: str) -> cl.ImageFormat:
    """An image format by the words of the manifest: "RGBA", "HALF_FLOAT"."""
    return cl.ImageFormat(getattr(cl.channel_order, order), getattr(cl.channel_type, kind))


def check_images(context: cl.Context, device: cl.Device, manifest: Mapping[str, Any]) -> None:
    """Refuses formats of images that the device does not have, or does not read as they were written. Errors: DeviceError."""
    flags, listed = cl.mem_flags.READ_WRITE, None
    for buffer in manifest["buffers"]:
        image = buffer["image"]
        if image is None:
            continue
        words = f"image `{buffer['name']}` has texels of {image['order']}, {image['type']}"
        if listed is None:
            listed = cl.get_supported_image_formats(context, flags, cl.mem_object_type.IMAGE2D)
        wanted = format_of(image["order"], image["type"])
        if not any(_same(wanted, found) for found in listed):
            raise DeviceError(f"{words}, and {device.name} has no such images; ask --access buffer")
        if "FLOAT" in image["type"] and not _reads_back(context, device, image["order"], image["type"]):
            raise DeviceError(f"{words}, which {device.name} does not read as they were written; ask --access buffer")


def _same(one: cl.ImageFormat, other: cl.ImageFormat) -> bool:
    return bool(
        one.channel_order == other.channel_order and one.channel_data_type == other.channel_data_type
    )


def _reads_back(context: cl.Context, device: cl.Device, order: str, kind: str) -> bool:
    """Whether a kernel reads from an image what another one has written. PoCL 3.1 lists R of HALF_FLOAT, and does not."""
    key = (device.int_ptr, order, kind)
    if key not in _works:
        _works[key] = _try(context, device, format_of(order, kind))
    return _works[key]


def _try(context: cl.Context, device: cl.Device, kind: cl.ImageFormat) -> bool:
    numbers = np.arange(_ITEMS, dtype=np.float32)
    try:
        program = cl.Program(context, _ROUND_TRIP).build(devices=[device])
        queue = cl.CommandQueue(context, device)
        given = cl.Buffer(context, cl.mem_flags.READ_ONLY | cl.mem_flags.COPY_HOST_PTR, hostbuf=numbers)
        found = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, numbers.nbytes)
        image = cl.Image(context, cl.mem_flags.READ_WRITE, kind, (_WIDTH, _ITEMS // _WIDTH))
        cl.Kernel(program, "fill")(queue, (_ITEMS,), None, image, given)
        cl.Kernel(program, "probe")(queue, (_ITEMS,), None, image, found)
        read = np.empty_like(numbers)
        cl.enqueue_copy(queue, read, found)
    except cl.Error:
        return False
    return bool(np.array_equal(read, numbers))


def make_image(context: cl.Context, device: cl.Device, name: str, texels: Texels) -> cl.Image:
    """An image of a launch. Errors: DeviceError, where it is larger than the device allows."""
    widest, highest = device.image2d_max_width, device.image2d_max_height
    if texels.width > widest or texels.height > highest:
        raise DeviceError(
            f"image `{name}` would be {texels.width} x {texels.height} texels, {device.name} takes {widest} x {highest} at "
            "most; ask for smaller sizes or --access buffer"
        )
    kind = format_of(texels.order, texels.type)
    return cl.Image(context, cl.mem_flags.READ_WRITE, kind, (texels.width, texels.height))
