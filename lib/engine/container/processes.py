"""Starts programs, and ends them with the build."""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager

# Docker waits 10 seconds before it kills a container. This timeout is shorter, to leave time to write the reason.
GRACE_SECONDS = 5


@contextmanager
def running(command, **options):
    """Starts a program in a new process group, and ends the whole group."""
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
        # Child processes of the program can still be running.
        signal_group(process, signal.SIGKILL)
        wait(process)
        if process.stdout:
            process.stdout.close()


def wait(process):
    """Waits for the end of a program. A program that hangs in a driver does not end even if it is killed."""
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
    """Lets the kernel end this program first if memory is exhausted (proc(5), oom_score_adj)."""
    try:
        with open("/proc/{}/oom_score_adj".format(process.pid), "w", encoding="ascii") as file:
            file.write("1000")
    except OSError as error:
        write_log("The order in which memory ends programs stays: {}".format(error))


def write_log(text):
    """Writes to the log of the job, in order with the output of the programs."""
    try:
        print(text, flush=True)
    except OSError:
        # The reader of the log has ended, or the disk is full. The build continues without a log.
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
