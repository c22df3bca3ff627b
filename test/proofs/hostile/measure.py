"""Runs a program and says what it took: measure.py RESULT SECONDS BYTES PROGRAM ARGUMENT...

Ends what takes longer or needs more memory, and what the program leaves behind. RESULT becomes a JSON file.
"""

import ctypes
import json
import os
import resource
import signal
import sys
import time

PR_SET_CHILD_SUBREAPER = 36
LARGEST_FILE = 4 << 30
GRACE_SECONDS = 0.5


def descendants(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            children = [int(each) for each in file.read().split()]
    except OSError:
        return []
    return children + [each for child in children for each in descendants(child)]


def resident_bytes(pid):
    try:
        with open(f"/proc/{pid}/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except (OSError, IndexError):
        return 0


def command_of(pid):
    try:
        with open(f"/proc/{pid}/cmdline") as file:
            return file.read().replace("\0", " ").strip()
    except OSError:
        return ""


def start(program):
    pid = os.fork()
    if pid == 0:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
        os.execvp(program[0], program)
    return pid


def wait_for(pid, seconds, most_bytes):
    """Waits until the program ends, by itself or because it exceeds a limit."""
    begin = time.monotonic()
    ended_by, peak = "itself", 0
    while True:
        done, status, usage = os.wait4(pid, os.WNOHANG)
        if done:
            return ended_by, status, usage, max(peak, usage.ru_maxrss * 1024)
        everything = [pid, *descendants(pid)]
        peak = max(peak, sum(resident_bytes(each) for each in everything))
        if time.monotonic() - begin > seconds:
            ended_by = "time"
        elif peak > most_bytes:
            ended_by = "memory"
        if ended_by != "itself":
            for each in everything:
                os.kill(each, signal.SIGKILL)
        time.sleep(0.02)


def end_the_rest():
    """Ends what the program left behind, and says what that was."""
    limit = time.monotonic() + GRACE_SECONDS
    while (left := descendants(os.getpid())) and time.monotonic() < limit:
        while os.waitpid(-1, os.WNOHANG)[0]:
            if not descendants(os.getpid()):
                return []
        time.sleep(0.02)
    commands = [command for pid in left if (command := command_of(pid))]
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    return commands


def main():
    result, seconds, most_bytes, *program = sys.argv[1:]
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    pid = start(program)
    ended_by, status, usage, peak = wait_for(pid, float(seconds), int(most_bytes))
    measured = {
        "endedBy": ended_by,
        "status": os.waitstatus_to_exitcode(status),
        "cpuSeconds": usage.ru_utime + usage.ru_stime,
        "peakBytes": peak,
        "leftProcesses": end_the_rest(),
    }
    with open(result, "w") as file:
        json.dump(measured, file)


main()
