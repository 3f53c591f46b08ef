"""Renders a recipe of conda-forge as rattler-build does, and writes what is run for it: conda.py RECIPE PLATFORM FOLDER.

FOLDER/build.sh builds and installs; FOLDER/test.sh is run where that is installed; FOLDER/contents has a path for each line, relative to the prefix.
"""

import sys
from pathlib import Path

from rattler_build import PlatformConfig, Stage0Recipe, VariantConfig
from rattler_build.render import RenderConfig

recipe, platform, folder = sys.argv[1:]
# What conda-forge's pinning adds to a recipe.
pinning = VariantConfig({"c_compiler": ["gcc"], "c_stdlib": ["sysroot"], "c_stdlib_version": ["2.17"]})
system = PlatformConfig(target_platform=platform, build_platform=platform, host_platform=platform)
(variant,) = Stage0Recipe.from_file(recipe).render(pinning, RenderConfig(system))
rendered = variant.recipe.to_dict()
if "${{" in str(rendered):
    sys.exit(f"not rendered: {rendered}")
print(platform, rendered["requirements"]["build"], rendered["requirements"]["host"])

Path(folder, "build.sh").write_text("\n".join(rendered["build"]["script"]) + "\n")
commands, contents = [], []
places = {"bin": "bin/{}", "include": "include/{}", "lib": "lib/lib{}.so", "files": "{}"}
for test in rendered["tests"]:
    commands += test.get("script", [])
    for kind, names in test.get("package_contents", {}).items():
        contents += [places[kind].format(name) for name in names]
if not commands or not contents:
    sys.exit(f"the recipe has no test of this kind: {rendered['tests']}")
Path(folder, "test.sh").write_text("\n".join(commands) + "\n")
Path(folder, "contents").write_text("\n".join(contents) + "\n")
