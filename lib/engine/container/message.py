"""The file from which SageMaker takes the reason of a failed job."""

import os

from processes import say

KILLED = "The build was killed before it stated a reason, for example because the memory of the instance was full: read the job's log."


class Message:
    """It has a reason from the beginning on: for a build that is killed, and so that the file has its place on a disk that fills."""

    def __init__(self, path):
        self.path = os.path.abspath(path)
        self.write(KILLED)

    def write(self, text):
        try:
            os.makedirs(os.path.dirname(self.path), exist_ok=True)
            # In place: it needs no space that the disk may lack.
            with open(os.open(self.path, os.O_WRONLY | os.O_CREAT, 0o644), "wb") as file:
                file.write(text.encode("utf-8"))
                file.truncate()
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            say("The reason of a failure cannot be written: {}".format(error))

    def remove(self):
        try:
            os.remove(self.path)
        except OSError as error:
            say("The file for the reason of a failure stays: {}".format(error))
