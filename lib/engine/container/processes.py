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


def end_first(process):
    """Lets the kernel end this program before all others when memory runs out (proc(5), oom_score_adj)."""
    try:
        with open("/proc/{}/oom_score_adj".format(process.pid), "w", encoding="ascii") as file:
            file.write("1000")
    except OSError as error:
        say("The order in which memory ends programs stays: {}".format(error))


def say(text):
    """To the log of the job, in the order of what the programs print."""
    print(text, flush=True)
