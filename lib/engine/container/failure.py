"""A failed build."""

from program_output import printable

# The failure reason of a training job is the first 1024 characters of the file.
LONGEST_BYTES = 1024


class BuildFailure(Exception):
    """The reason of a failure: a sentence with the solution, and the line of output that shows the cause."""

    def __init__(self, sentence, line=None):
        super().__init__(shortened(sentence if line is None else sentence + " " + line))


def shortened(message):
    # A path that is not valid UTF-8 contains surrogates.
    data = printable(message.replace("\n", " ")).encode("utf-8", "replace")
    if len(data) <= LONGEST_BYTES:
        return data.decode("utf-8")
    return data[: LONGEST_BYTES - len("…".encode("utf-8"))].decode("utf-8", "ignore") + "…"


def trtexec_failed(failure, log):
    """Returns the BuildFailure for a failed run of trtexec.
    `failure` is the result of failure_of, which is None if trtexec printed no error. `log` is the RunLog, which knows where the run begins.
    """
    if failure is None:
        return BuildFailure("trtexec ended without an engine and without an error: read the job's log.")
    place = "trtexec said (line {} of trtexec.log): ".format(log.lines_before_run + failure["lineNumber"])
    return BuildFailure(failure["sentence"], place + failure["line"])
