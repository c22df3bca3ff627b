"""Programs that the build starts. None of them outlives it."""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager

# Less than what Docker gives a container to end (10 s), so that there is time to write why.
GRACE_SECONDS = 5


@contextmanager
def running(command, **options):
    """Starts a program in a group of its own, and ends all of the group."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.STDOUT, start_new_session=True, **options)
    try:
        yield process
    finally:
        end(process)


def end(process):
    try:
        if process.poll() is None:
            signal_group(process, signal.SIGTERM)
            wait(process)
    finally:
        # What it started itself may still be there.
        signal_group(process, signal.SIGKILL)
        wait(process)
        if process.stdout:
            process.stdout.close()


def wait(process):
    """A program that a driver keeps in the kernel does not even end when it is killed."""
    try:
        process.wait(GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        pass


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
    try:
        print(text, flush=True)
    except OSError:
        # Nobody reads the log any more, or its disk is full: the build goes on, and ends as if somebody did.
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
