"""Runs a program and says what it took: measure.py RESULT CPU_SECONDS IDLE_SECONDS BYTES PROGRAM ARGUMENT...

Ends what needs more time or memory, and what the program leaves behind. RESULT becomes a JSON file. The limits of time are those of the
processor, and of waiting in a row: on a host with other work to do, a program that works takes longer, and is not ended for it.
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


def cpu_seconds(pid):
    """Of a process, with the children that it has waited for."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return 0
    return sum(int(each) for each in fields[11:15]) / os.sysconf("SC_CLK_TCK")


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


def wait_for(pid, most_seconds, most_idle_seconds, most_bytes):
    """Waits until the program ends, by itself or because it exceeds a limit."""
    ended_by, peak = "itself", 0
    worked, worked_at = 0, time.monotonic()
    while True:
        done, status, usage = os.wait4(pid, os.WNOHANG)
        if done:
            return ended_by, status, usage, max(peak, usage.ru_maxrss * 1024)
        everything = [pid, *descendants(pid)]
        peak = max(peak, sum(resident_bytes(each) for each in everything))
        taken = sum(cpu_seconds(each) for each in everything)
        if taken > worked:
            worked, worked_at = taken, time.monotonic()
        if taken > most_seconds:
            ended_by = "time of the processor"
        elif time.monotonic() - worked_at > most_idle_seconds:
            ended_by = "time without work"
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
    result, seconds, idle_seconds, most_bytes, *program = sys.argv[1:]
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    pid = start(program)
    ended_by, status, usage, peak = wait_for(pid, float(seconds), float(idle_seconds), int(most_bytes))
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
