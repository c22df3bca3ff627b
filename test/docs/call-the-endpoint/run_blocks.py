"""Runs blocks of Python one after the other, as parts of one program, and prints a JSON list with the output of each block."""

import contextlib
import io
import json
import sys

names = {}
outputs = []
for number, block in enumerate(json.load(sys.stdin), start=1):
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(block, f"block {number}", "exec"), names)
    outputs.append(output.getvalue())
print(json.dumps(outputs))
