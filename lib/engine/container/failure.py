"""A build that has ended without an engine."""

# SageMaker keeps so many characters of the message that a job leaves.
LONGEST = 1024


class BuildFailure(Exception):
    """Why there is no engine: one sentence with the way out, and the line of a program that says why."""

    def __init__(self, sentence, line=None):
        message = sentence if line is None else sentence + " " + line
        super().__init__(message if len(message) <= LONGEST else message[: LONGEST - 1] + "…")


def trtexec_failed(failure, log):
    """`failure` as failure_of has it; None where trtexec ended without saying why. `log` tells where the run begins."""
    if failure is None:
        return BuildFailure("trtexec ended without an engine and without an error: read the job's log.")
    place = "trtexec said (line {} of trtexec.log): ".format(log.lines_before_run + failure["lineNumber"])
    return BuildFailure(failure["sentence"], place + failure["line"])
