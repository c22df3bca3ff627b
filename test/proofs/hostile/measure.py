"""Runs a program and measures its CPU time and memory: measure.py RESULT CPU_SECONDS IDLE_SECONDS BYTES PROGRAM ARGUMENT...

Kills the program if it exceeds a limit, and kills the processes that it leaves behind. Writes the measured values to the JSON file RESULT.
The limits are for CPU time and for consecutive idle time, not for elapsed time, because a busy host slows down each program.
"""

import ctypes
import json
import os
import resource
import signal
import sys
import time

PR_SET_CHILD_SUBREAPER = 36
MAX_FILE_BYTES = 4 << 30
GRACE_SECONDS = 0.5


def descendants(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            children = [int(child) for child in file.read().split()]
    except OSError:
        return []
    return children + [pid for child in children for pid in descendants(child)]


def resident_bytes(pid):
    try:
        with open(f"/proc/{pid}/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except (OSError, IndexError):
        return 0


def cpu_seconds(pid):
    """The CPU time of a process, including the children that it has waited for."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return 0
    return sum(int(ticks) for ticks in fields[11:15]) / os.sysconf("SC_CLK_TCK")


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
        resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_FILE_BYTES, MAX_FILE_BYTES))
        os.execvp(program[0], program)
    return pid


def wait_for(pid, max_seconds, max_idle_seconds, max_bytes):
    """Waits until the program ends on its own, or kills it when it exceeds a limit."""
    ended_by, peak = "itself", 0
    cpu_time, last_active = 0, time.monotonic()
    while True:
        ended_pid, status, usage = os.wait4(pid, os.WNOHANG)
        if ended_pid:
            return ended_by, status, usage, max(peak, usage.ru_maxrss * 1024)
        processes = [pid, *descendants(pid)]
        peak = max(peak, sum(resident_bytes(process) for process in processes))
        used = sum(cpu_seconds(process) for process in processes)
        if used > cpu_time:
            cpu_time, last_active = used, time.monotonic()
        if used > max_seconds:
            ended_by = "CPU time"
        elif time.monotonic() - last_active > max_idle_seconds:
            ended_by = "idle time"
        elif peak > max_bytes:
            ended_by = "memory"
        if ended_by != "itself":
            for process in processes:
                os.kill(process, signal.SIGKILL)
        time.sleep(0.02)


def kill_left_processes():
    """Kills the processes that the program left behind, and returns their commands."""
    deadline = time.monotonic() + GRACE_SECONDS
    while (left_pids := descendants(os.getpid())) and time.monotonic() < deadline:
        while os.waitpid(-1, os.WNOHANG)[0]:
            if not descendants(os.getpid()):
                return []
        time.sleep(0.02)
    commands = [command for pid in left_pids if (command := command_of(pid))]
    for pid in left_pids:
        os.kill(pid, signal.SIGKILL)
    return commands


def main():
    result, seconds, idle_seconds, max_bytes, *program = sys.argv[1:]
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    pid = start(program)
    ended_by, status, usage, peak = wait_for(pid, float(seconds), float(idle_seconds), int(max_bytes))
    measured = {
        "endedBy": ended_by,
        "status": os.waitstatus_to_exitcode(status),
        "cpuSeconds": usage.ru_utime + usage.ru_stime,
        "peakBytes": peak,
        "leftProcesses": kill_left_processes(),
    }
    with open(result, "w") as file:
        json.dump(measured, file)


main()
