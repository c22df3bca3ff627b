"""The file from which SageMaker reads the reason of a failed job."""

import os

from processes import write_log

KILLED = "The build was killed before it stated a reason, for example because the memory of the instance was full: read the job's log."


class Message:
    """The message file. It contains a reason from the start, in case the build is killed. A full disk does not prevent a later reason."""

    def __init__(self, path):
        self.path = os.path.abspath(path)
        self.write(KILLED)

    def write(self, text):
        try:
            os.makedirs(os.path.dirname(self.path), exist_ok=True)
            # The file is overwritten in place, which requires no additional disk space.
            with open(os.open(self.path, os.O_WRONLY | os.O_CREAT, 0o644), "wb") as file:
                file.write(text.encode("utf-8"))
                file.truncate()
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            write_log("The reason of a failure cannot be written: {}".format(error))

    def remove(self):
        try:
            os.remove(self.path)
        except OSError as error:
            write_log("The file for the reason of a failure stays: {}".format(error))
