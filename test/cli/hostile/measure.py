"""Runs a command, and prints its exit status, the CPU time of it and its children in seconds, and the largest resident set in bytes."""

import json
import os
import resource
import signal
import subprocess
import sys

limit, command = float(sys.argv[1]), sys.argv[2:]
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
