#!/usr/bin/env python
"""
Runs the command with Node.js, in place of this process. The npm packages that are in the installed Python packages are unpacked once, into a
folder that only this user can change and whose name is the hash of their content.
"""

import hashlib
import json
import os
import platform
import shutil
import sys
import tarfile
import tempfile
from importlib.util import find_spec
from pathlib import Path

# Python packages with the npm packages that the command loads. They are not imported, because an import starts the runtime of jsii.
SOURCES = [
    ("cdk_sagemaker_triton", "_jsii"),
    ("aws_cdk", "_jsii"),
    ("aws_cdk", "cloud_assembly_schema/_jsii"),
    ("constructs", "_jsii"),
]


def unpack(archives, folder):
    for archive in archives:
        with tarfile.open(archive) as tar:
            tar.extraction_filter = getattr(tarfile, "data_filter", None)  # versions of Python before 3.10.12 and 3.11.4 have none
            tar.extractall(folder)
        name = json.loads((folder / "package" / "package.json").read_text(encoding="utf8"))["name"]
        target = folder / "node_modules" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        (folder / "package").rename(target)


def unpacked():
    archives = [file for module, folder in SOURCES for file in (Path(find_spec(module).origin).parent / folder).glob("*.tgz")]
    content = hashlib.sha256()
    for archive in archives:
        content.update(archive.read_bytes())
    configured = os.environ.get("XDG_CACHE_HOME", "")
    base = Path(configured) if os.path.isabs(configured) else Path.home() / ".cache"  # a relative path is not one, by the specification
    if not base.is_absolute():
        sys.exit("error: neither XDG_CACHE_HOME nor HOME is the path of a folder")
    cache = base / "cdk-sagemaker-triton-command"
    cache.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = cache.lstat()
    if status.st_uid != os.getuid() or status.st_mode & 0o022:
        sys.exit(f"error: other users can change {cache}: delete it, or set XDG_CACHE_HOME to a folder of your own")
    folder = cache / content.hexdigest()
    if not folder.is_dir():
        with tempfile.TemporaryDirectory(dir=cache) as temporary:
            unpack(archives, Path(temporary) / "new")
            try:
                (Path(temporary) / "new").rename(folder)
            except OSError:
                if not folder.is_dir():  # otherwise, another process was faster
                    raise
    return folder


try:
    script = unpacked() / "node_modules" / "cdk-sagemaker-triton" / "assets" / "cli" / "index.js"
except KeyboardInterrupt:
    sys.exit(130)
except OSError as error:
    sys.exit(f"error: the command could not be unpacked: {error}. To use another folder, set XDG_CACHE_HOME")
os.environ["JSII_AGENT"] = f"Python/{platform.python_version()}"  # errors have the names of Python
# Programs of the current folder, and those of npm packages, are not started: they can be those of someone else.
search_path = [
    entry
    for entry in os.get_exec_path()
    if os.path.isabs(entry) and Path(entry).parts[-2:] != ("node_modules", ".bin") and os.path.realpath(entry) != os.path.realpath(".")
]
name = os.environ.get("JSII_NODE") or "node"
node = shutil.which(name, path=os.pathsep.join(search_path))
if node is None:
    sys.exit(f"error: the command requires Node.js (https://nodejs.org): {name} is not installed")
try:
    os.execv(node, [node, str(script), *sys.argv[1:]])
except OSError as error:
    sys.exit(f"error: the command requires Node.js (https://nodejs.org): {node}: {error.strerror}")
