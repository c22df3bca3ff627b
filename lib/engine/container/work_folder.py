"""The folder for files that live as long as the build."""

import fcntl
import os
import re
import shutil
import tempfile
from contextlib import contextmanager

from failure import BuildFailure
from processes import say

PREFIX = ".triton-engine-build-"
# As tempfile names them.
OWN = re.compile(re.escape(PREFIX) + r"[a-z0-9_]{8}$")


@contextmanager
def work_folder(output):
    """On the volume of the output, which has room for engines.

    One build at a time writes to an output folder. So folders of other builds there are of builds that were killed, and are removed.
    """
    folder_of_output = os.open(output, os.O_RDONLY | os.O_DIRECTORY)
    try:
        if is_alone(folder_of_output, output):
            remove_left(output)
        folder = tempfile.mkdtemp(prefix=PREFIX, dir=output)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(folder_of_output)


def is_alone(folder, path):
    """The kernel releases the lock when this program ends, in whatever way. Programs that it starts do not inherit the lock."""
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    except BlockingIOError:
        message = "A different build writes to {}: wait for its end, or choose a different folder for the output."
        raise BuildFailure(message.format(path)) from None
    except OSError as error:
        say("{} has no locks, so what killed builds have left is kept: {}".format(path, error))
        return False


def remove_left(output):
    for name in filter(OWN.match, os.listdir(output)):
        say("Removing what a killed build has left: {}".format(name))
        shutil.rmtree(os.path.join(output, name), ignore_errors=True)
