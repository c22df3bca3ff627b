"""A build that has ended without an engine."""

from program_output import printable

# The message of a processing job is the first KB of the file, which has to be UTF-8 (SageMaker developer guide, "byoc-metadata"). The
# reason of a training job is its first 1024 characters.
LONGEST_BYTES = 1024


class BuildFailure(Exception):
    """Why there is no engine: one sentence with the way out, and the line of a program that says why."""

    def __init__(self, sentence, line=None):
        super().__init__(shortened(sentence if line is None else sentence + " " + line))


def shortened(message):
    # A path that is not UTF-8 has halves of characters.
    data = printable(message.replace("\n", " ")).encode("utf-8", "replace")
    if len(data) <= LONGEST_BYTES:
        return data.decode("utf-8")
    return data[: LONGEST_BYTES - len("…".encode("utf-8"))].decode("utf-8", "ignore") + "…"


def trtexec_failed(failure, log):
    """`failure` as failure_of has it; None where trtexec ended without saying why. `log` tells where the run begins."""
    if failure is None:
        return BuildFailure("trtexec ended without an engine and without an error: read the job's log.")
    place = "trtexec said (line {} of trtexec.log): ".format(log.lines_before_run + failure["lineNumber"])
    return BuildFailure(failure["sentence"], place + failure["line"])
