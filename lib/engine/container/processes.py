"""Programs that the build starts. None of them outlives it."""

import os
import signal
import subprocess
from contextlib import contextmanager

GRACE_SECONDS = 10


@contextmanager
def running(command, **options):
    """Starts a program in a group of its own, and ends all of the group."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.STDOUT, start_new_session=True, **options)
    try:
        yield process
    finally:
        end(process)


def end(process):
    if process.poll() is None:
        signal_group(process, signal.SIGTERM)
        try:
            process.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            pass
    # What it started itself may still be there.
    signal_group(process, signal.SIGKILL)
    process.wait()


def signal_group(process, number):
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        pass


def say(text):
    """To the log of the job, in the order of what the programs print."""
    print(text, flush=True)
