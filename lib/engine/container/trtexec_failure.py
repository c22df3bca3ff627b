"""Why a run of trtexec failed: the one line that says it, and one sentence with the way out."""

import re

from trtexec_causes import UNKNOWN, cause_of

# [06/17/2025-10:21:18] [E] [TRT] …; Python's module prints [TRT] [E].
PREFIX = re.compile(r"^(?:\[\d\d/\d\d/\d{4}-\d\d:\d\d:\d\d\] ?)?(?:\[TRT\] )?\[([VIWEF])\] ?(?:\[TRT\] )?")
VERDICT = re.compile(r"^&&&& ")

# What a process says that has no severity: the CUDA check of the samples, the C++ runtime, the shell.
PLAIN = re.compile(
    r"^(?:Cuda failure: |Could not open file |terminate called |  what\(\): |Killed$|Aborted|Segmentation fault"
    r"|.*(?:No space left on device|error while loading shared libraries))"
)

# What the parser prints before it says what is wrong. What it, the builder and trtexec say later only follows from it.
CONTEXT = ("while parsing node number", "--- begin node ---", "--- end node ---")

OPERATORS = [
    re.compile(r"could not find plugin:? (\w+)"),
    re.compile(r"and operator: (\w+)"),
    re.compile(r"(?:importer|checker) registered for op: (\w+)"),
    re.compile(r"While parsing node number \d+ \[(\w+)"),
]

# A tactic that lacks memory is skipped: only if nothing else is wrong is it the reason.
SOFT = ("gpu-memory", "no-implementation")
KILLED = (-9, 137)
# What a longer line says after it is neither searched nor shown.
LONGEST = 1000


def failure_of(text, status=None):
    """The cause, the line that shows it with its number from 1, and the sentence; None when nothing says that the run failed."""
    errors, memory, operator = _errors(text)
    found = [(cause_of(line), number, line) for number, line in errors]
    known = [each for each in found if each[0]]
    hard = [each for each in known if each[0][0] not in SOFT]
    lack = [each for each in known if each[0][0] == "gpu-memory"] or memory
    lines = text.splitlines() or [""]
    last = (len(lines), lines[-1])
    if hard:
        return _failure(*hard[0], operator)
    if known:
        return _failure(*(lack or known)[0], operator)
    if status in KILLED:
        return _failure(cause_of("killed"), *last, operator)
    if found:
        return _failure(UNKNOWN, *found[0][1:], operator)
    if status in (None, 0):
        return None
    # A signal, as Python and as a shell has it.
    crashed = status < 0 or status > 128
    return _failure(cause_of("segmentation fault") if crashed else UNKNOWN, *last, operator)


def _errors(text):
    """The errors in their order, warnings of too little memory, and the operator that the parser was at."""
    errors, memory, operator = [], [], ""
    open_record = False
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.rstrip()[:LONGEST]
        prefix = PREFIX.match(line)
        severity = prefix.group(1) if prefix else None
        said = (line[prefix.end() :] if prefix else line).strip()
        for expression in OPERATORS:
            match = expression.search(said)
            operator = match.group(1) if match else operator
        if severity in ("E", "F") or PLAIN.match(line):
            open_record = not any(text in said.lower() for text in CONTEXT)
            if open_record:
                errors.append((number, said))
        elif prefix or VERDICT.match(line):
            open_record = False
            cause = cause_of(said) if severity == "W" else None
            # 8.6 only warns of a driver that is too old, and ends.
            if cause and cause[0] == "driver":
                errors.append((number, said))
            elif cause and cause[0] == "gpu-memory":
                memory.append((cause, number, said))
        elif open_record and said:
            # The parser's reason is in the lines after "ERROR: … In function …:".
            first, record = errors[-1]
            errors[-1] = (first, (record + " " + said)[:LONGEST])
    return errors, memory, operator


def _failure(cause, number, line, operator):
    named = " " + operator if operator else ""
    sentence = cause[1].replace("{operator}", named)
    return {"cause": cause[0], "sentence": sentence, "line": line.strip(), "lineNumber": number}
