"""Reads the output of a program in limited memory: any size, line length and encoding, even if a child process keeps the pipe open."""

import codecs
import io
import os
import re
import select
import subprocess
import time
from collections import deque

from processes import running

# Longer lines are truncated.
LONGEST_LINE = 16 * 1024
# Maximum size of the first lines, and of the last lines.
KEPT_BYTES = 8 * 1024 * 1024
# Memory that Python requires for a line in addition to its characters.
LINE_BYTES = 64
BLOCK = 64 * 1024
POLL_SECONDS = 0.2
# Maximum size of the output that is still in a pipe when the program has ended (pipe(7), fs.pipe-max-size).
PIPE_BYTES = 1024 * 1024
# Control characters would change the terminal that shows a log, and are not allowed in responses of AWS.
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def printable(text):
    """Escapes control characters."""
    return text if text.isprintable() else CONTROL.sub(lambda match: repr(match.group())[1:-1], text.replace("\t", " "))


def output_of(command, seconds):
    """Returns the status and the lines of a program with a short output.

    Raises OSError if the program cannot be started or does not end.
    """
    lines = KeptLines()
    with running(command, stdout=subprocess.PIPE) as process:
        for line in lines_of(process, seconds):
            lines.add(line)
    return process.returncode, lines.all()


def lines_of(process, seconds=None):
    """Yields the lines of a program until it closes its output or ends. A child process can keep the output open longer."""
    deadline = None if seconds is None else time.monotonic() + seconds
    decoder = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder("utf-8")("replace"), translate=True)
    remaining_bytes, partial_line = PIPE_BYTES, ""
    while True:
        if deadline is not None and time.monotonic() > deadline:
            raise TimeoutError("{} did not end within {} seconds".format(process.args[0], seconds))
        # Checked before reading, so that all output before the end is in the pipe.
        ended = process.poll() is not None
        if select.select([process.stdout], [], [], POLL_SECONDS)[0]:
            block = os.read(process.stdout.fileno(), BLOCK)
        elif ended:
            block = b""
        else:
            continue
        remaining_bytes -= len(block) if ended else 0
        is_last = not block or remaining_bytes < 0
        *lines, partial_line = (partial_line + decoder.decode(block, is_last)).split("\n")
        yield from map(shown, lines)
        if is_last:
            if partial_line:
                yield shown(partial_line)
            return
        partial_line = partial_line[: LONGEST_LINE + 1]


def shown(line):
    return printable(line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + "…")


class KeptLines:
    """The first and the last lines of an output, with one line instead of the lines between them."""

    def __init__(self, limit=KEPT_BYTES):
        self.limit = limit
        self.first = []
        self.first_bytes = 0
        self.last = deque()
        self.last_bytes = 0
        self.left_out = 0

    def add(self, line):
        """Adds a line. Returns whether it is one of the first lines."""
        size = len(line) + LINE_BYTES
        if not self.last and self.first_bytes + size <= self.limit:
            self.first.append(line)
            self.first_bytes += size
            return True
        self.last.append(line)
        self.last_bytes += size
        while self.last_bytes > self.limit:
            self.last_bytes -= len(self.last.popleft()) + LINE_BYTES
            self.left_out += 1
        return False

    def rest(self):
        """All lines except the first lines."""
        return ["… {} lines are left out here".format(self.left_out)] * bool(self.left_out) + list(self.last)

    def all(self):
        return self.first + self.rest()
