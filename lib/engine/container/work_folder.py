"""A temporary folder for the build."""

import fcntl
import os
import re
import shutil
import tempfile
from contextlib import contextmanager

from failure import BuildFailure
from processes import write_log

PREFIX = ".triton-engine-build-"
# Names that tempfile generates for work folders.
WORK_FOLDER_NAME = re.compile(re.escape(PREFIX) + r"[a-z0-9_]{8}$")


@contextmanager
def work_folder(output):
    """Creates a folder on the volume of the output, which has space for engines.

    Only one build at a time can write to an output folder. Work folders of other builds are therefore from killed builds, and are removed.
    """
    output_descriptor = os.open(output, os.O_RDONLY | os.O_DIRECTORY)
    try:
        if is_alone(output_descriptor, output):
            remove_leftovers(output)
        folder = tempfile.mkdtemp(prefix=PREFIX, dir=output)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(output_descriptor)


def is_alone(folder, path):
    """Locks the folder. The kernel releases the lock when this program ends. Child processes do not inherit the lock."""
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    except BlockingIOError:
        message = "A different build writes to {}: wait for its end, or choose a different folder for the output."
        raise BuildFailure(message.format(path)) from None
    except OSError as error:
        write_log("{} has no locks, so what killed builds have left is kept: {}".format(path, error))
        return False


def remove_leftovers(output):
    for name in filter(WORK_FOLDER_NAME.match, os.listdir(output)):
        write_log("Removing what a killed build has left: {}".format(name))
        shutil.rmtree(os.path.join(output, name), ignore_errors=True)
