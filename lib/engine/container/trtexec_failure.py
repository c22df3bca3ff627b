"""Finds the cause of a failed run of trtexec: the line that shows it, and a sentence with the solution."""

import re

from trtexec_causes import UNKNOWN, cause_of

# Format: [06/17/2025-10:21:18] [E] [TRT] …, or [TRT] [E] from the Python module.
PREFIX = re.compile(r"^(?:\[\d\d/\d\d/\d{4}-\d\d:\d\d:\d\d\] ?)?(?:\[TRT\] )?\[([VIWEF])\] ?(?:\[TRT\] )?")
VERDICT = re.compile(r"^&&&& ")

# Errors without a severity, from the CUDA check of the samples, the C++ runtime and the shell.
PLAIN = re.compile(
    r"^(?:Cuda failure: |Could not open file |terminate called |  what\(\): |Killed$|Aborted|Segmentation fault"
    r"|.*(?:No space left on device|error while loading shared libraries))"
)

# Lines that the parser prints before an error. Later errors of parser, builder and trtexec only result from this error.
CONTEXT = ("while parsing node number", "--- begin node ---", "--- end node ---")

OPERATORS = [
    re.compile(r"could not find plugin:? (\w+)"),
    re.compile(r"and operator: (\w+)"),
    re.compile(r"(?:importer|checker) registered for op: (\w+)"),
    re.compile(r"While parsing node number \d+ \[(\w+)"),
]

# If memory is exhausted, TensorRT only skips a tactic. Such an error is therefore the cause only if there is no other error.
WEAK_CAUSES = ("gpu-memory", "no-implementation")
KILLED = (-9, 137)
# Longer lines are truncated.
LONGEST = 1000


def failure_of(text, status=None):
    """Returns the cause, the line that shows the cause, the line number from 1, and the sentence. None if there is no error."""
    errors, memory, operator = _errors(text)
    errors_with_causes = [(cause_of(line), number, line) for number, line in errors]
    known_errors = [each for each in errors_with_causes if each[0]]
    strong_errors = [each for each in known_errors if each[0][0] not in WEAK_CAUSES]
    memory_errors = [each for each in known_errors if each[0][0] == "gpu-memory"] or memory
    lines = text.splitlines() or [""]
    last = (len(lines), lines[-1])
    if strong_errors:
        return _failure(*strong_errors[0], operator)
    if known_errors:
        return _failure(*(memory_errors or known_errors)[0], operator)
    if status in KILLED:
        return _failure(cause_of("killed"), *last, operator)
    if errors_with_causes:
        return _failure(UNKNOWN, *errors_with_causes[0][1:], operator)
    if status in (None, 0):
        return None
    # Exit status of a signal in Python, or in a shell.
    crashed = status < 0 or status > 128
    return _failure(cause_of("segmentation fault") if crashed else UNKNOWN, *last, operator)


def _errors(text):
    """Returns the errors in order, warnings about exhausted memory, and the last operator of the parser."""
    errors, memory, operator = [], [], ""
    open_record = False
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.rstrip()[:LONGEST]
        prefix = PREFIX.match(line)
        severity = prefix.group(1) if prefix else None
        content = (line[prefix.end() :] if prefix else line).strip()
        for expression in OPERATORS:
            match = expression.search(content)
            operator = match.group(1) if match else operator
        if severity in ("E", "F") or PLAIN.match(line):
            open_record = not any(text in content.lower() for text in CONTEXT)
            if open_record:
                errors.append((number, content))
        elif prefix or VERDICT.match(line):
            open_record = False
            cause = cause_of(content) if severity == "W" else None
            # If the driver is too old, version 8.6 prints only a warning and ends.
            if cause and cause[0] == "driver":
                errors.append((number, content))
            elif cause and cause[0] == "gpu-memory":
                memory.append((cause, number, content))
        elif open_record and content:
            # The error of the parser is in the lines after "ERROR: … In function …:".
            first, record = errors[-1]
            errors[-1] = (first, (record + " " + content)[:LONGEST])
    return errors, memory, operator


def _failure(cause, number, line, operator):
    operator_suffix = " " + operator if operator else ""
    sentence = cause[1].replace("{operator}", operator_suffix)
    return {"cause": cause[0], "sentence": sentence, "line": line.strip(), "lineNumber": number}
