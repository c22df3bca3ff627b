"""Writes the output of all runs of trtexec to the log of the job and to trtexec.log."""

import os

from processes import write_log


class RunLog:
    def __init__(self, path):
        # A previous log is removed, because lines are counted from the start. The target of a link is not changed.
        if os.path.lexists(path):
            os.remove(path)
        self.file = open(path, "xb", buffering=0)
        self.lines = 0
        self.lines_before_run = 0

    def begin(self, command):
        self.add("$ " + " ".join(command))
        self.lines_before_run = self.lines

    def add(self, line):
        write_log(line)
        self.lines += 1
        if not self.file:
            return
        try:
            self.file.write(line.encode("utf-8", "replace") + b"\n")
        except OSError as error:
            # For example, the volume is full. The build continues, because the error of trtexec is a better reason for a failure.
            write_log("trtexec.log ends here: {}".format(error))
            self.close()

    def close(self):
        if self.file:
            self.file.close()
        self.file = None
