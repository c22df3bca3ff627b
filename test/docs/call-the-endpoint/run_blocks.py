"""Runs blocks of Python one after the other, as parts of one program, and prints what each has printed, as JSON."""

import contextlib
import io
import json
import sys

names = {}
printed = []
for number, block in enumerate(json.load(sys.stdin), start=1):
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(block, f"block {number}", "exec"), names)
    printed.append(output.getvalue())
print(json.dumps(printed))
