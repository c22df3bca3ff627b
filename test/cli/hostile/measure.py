"""Runs a command with a limit of CPU seconds for each of its processes, and prints its exit status, the CPU time and the largest resident set."""

import json
import os
import resource
import signal
import subprocess
import sys

limit, seconds, command = float(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
try:
    output, _ = process.communicate(timeout=limit)
except subprocess.TimeoutExpired:
    os.killpg(process.pid, signal.SIGKILL)
    output, _ = process.communicate()
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(
    json.dumps(
        {
            "status": process.returncode,
            "cpu": used.ru_utime + used.ru_stime,
            "bytes": used.ru_maxrss * 1024,
            "output": output[:20000].decode(errors="replace"),
            "length": len(output),
        }
    )
)
