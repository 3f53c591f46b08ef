"""What a kernel needs of a device, checked before it is built."""

from __future__ import annotations

import re
from typing import Any, Mapping, Optional, Sequence

import pyopencl as cl

from .errors import DeviceError
from .library import Device, library, text

_TYPES = ((cl.device_type.CPU, "cpu"), (cl.device_type.GPU, "gpu"), (cl.device_type.ACCELERATOR, "accelerator"))


def type_of(device: cl.Device) -> str:
    """The type of a device in the words of manifests and profiles; "" where it has none of them."""
    return next((name for bit, name in _TYPES if device.type & bit), "")


def profile_for(device: cl.Device) -> str:
    """The name of the profile that fits a device best; "generic" where none does."""
    facts = Device(
        type_of(device).encode(), device.vendor.encode(), device.name.encode(), device.native_vector_width_float
    )
    return text(library().clgemm_profile_for(facts))


def check_device(device: cl.Device, manifest: Mapping[str, Any]) -> None:
    """Refuses a device that lacks what a program of the manifest needs. Local memory is left to the build and the launch:
    some devices accept more than they tell. Errors: DeviceError."""
    for program in manifest["programs"]:
        lacking = _lacking(device, program)
        if lacking is not None:
            raise DeviceError(f"{program['file']} {lacking}")


def _lacking(device: cl.Device, program: Mapping[str, Any]) -> Optional[str]:
    """What stands behind the program's name in the sentence; None: nothing is lacking."""
    needs = program["requires"]
    kind = needs.get("device", {})
    if program["finalize"] is not None:
        return f"is to be finalised by `{program['finalize']}` after its build, which this package cannot do"
    if _version(needs["opencl_c"]) > _newest_version(device):
        return f"needs OpenCL C {needs['opencl_c']}, {device.name} has {device.opencl_c_version}"
    if kind.get("type", type_of(device)) != type_of(device) or kind.get("vendor", "") not in device.vendor:
        return (
            f"is for {kind.get('type', 'devices')} of {kind.get('vendor', 'any vendor')} (build options "
            f"`{program['build_options']}`), {device.name} is a {type_of(device)} of {device.vendor}; ask for another profile"
        )
    for extension in needs["extensions"]:
        if extension not in device.extensions.split():
            return f"needs the extension {extension}, which {device.name} does not announce; ask for a kernel without it"
    if needs["images"] and not device.image_support:
        return f"needs images, which {device.name} does not have; ask --access buffer"
    if needs["work_group_size"] > device.max_work_group_size:
        return (
            f"needs work-groups of {needs['work_group_size']} work-items, {device.name} takes "
            f"{device.max_work_group_size} at most; ask for a smaller --wg"
        )
    return None


def _version(words: str) -> tuple[int, ...]:
    """(1, 2) of "1.2" or "OpenCL C 1.2 ..."."""
    found = re.search(r"(\d+)\.(\d+)", words)
    return tuple(map(int, found.groups())) if found else (0, 0)


def _newest_version(device: cl.Device) -> tuple[int, ...]:
    """Of OpenCL C. A device of OpenCL 3.0 lists all that it has; opencl_c_version is the one that programs are built for by themselves."""
    versions = [_version(device.opencl_c_version)]
    if _version(device.version) >= (3, 0):
        # Bits of a cl_version: 10 of the major number, 10 of the minor one, 12 of the patch.
        versions += [(one.version >> 22, one.version >> 12 & 0x3FF) for one in device.opencl_c_all_versions]
    return max(versions)


def check_sub_group(device: cl.Device, kernel: cl.Kernel, step: Mapping[str, Any]) -> None:
    """Refuses a step whose sub-groups would not have the size that it needs. Errors: DeviceError."""
    wanted = step["sub_group"]
    if wanted is None:
        return
    size = _sub_group_size(device, kernel, step["local"])
    if size is None:
        raise DeviceError(
            f"step `{step['name']}` needs sub-groups of {wanted['size']}, and {device.name} cannot say which it gives; ask "
            "--sub-groups emulated"
        )
    if size % wanted["size"] if wanted["rule"] == "multiple" else size != wanted["size"]:
        rule = "a multiple of " if wanted["rule"] == "multiple" else ""
        raise DeviceError(
            f"step `{step['name']}` needs sub-groups of {rule}{wanted['size']}, {device.name} gives {size} for this work-group"
        )


def _sub_group_size(device: cl.Device, kernel: cl.Kernel, local: Sequence[int]) -> Optional[int]:
    """The size of a launch's sub-groups; None: the device does not say."""
    query = getattr(cl.kernel_sub_group_info, "MAX_SUB_GROUP_SIZE_FOR_NDRANGE", None)
    # The loader may lead this call to nowhere where the device has no sub-groups.
    if query is not None and ("subgroups" in device.extensions or _fact(device, "max_num_sub_groups")):
        try:
            return int(kernel.get_sub_group_info(device, query, list(local))) or None
        except cl.Error:
            pass
    return _fact(device, "warp_size_nv") or _fact(device, "wavefront_width_amd") or None


def _fact(device: cl.Device, name: str) -> int:
    """A number that not every device tells; 0: this one does not."""
    try:
        return int(getattr(device, name))
    except (AttributeError, cl.Error):
        return 0
