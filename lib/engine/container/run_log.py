"""Output of all runs of trtexec, for the job's log and for trtexec.log."""

import os

from processes import say


class RunLog:
    def __init__(self, path):
        # Lines are counted from here on, also where an earlier build left a log. What a link leads to stays as it is.
        if os.path.lexists(path):
            os.remove(path)
        self.file = open(path, "xb", buffering=0)
        self.lines = 0
        self.lines_before_run = 0

    def begin(self, command):
        self.add("$ " + " ".join(command))
        self.lines_before_run = self.lines

    def add(self, line):
        say(line)
        self.lines += 1
        if not self.file:
            return
        try:
            self.file.write(line.encode("utf-8", "replace") + b"\n")
        except OSError as error:
            # Such as a full volume: what trtexec says of it is a better reason.
            say("trtexec.log ends here: {}".format(error))
            self.close()

    def close(self):
        if self.file:
            self.file.close()
        self.file = None
