"""Writes the examples in the docstrings of the installed library, and the Python blocks of scripts/how-to-pages.ts, as modules for a type
checker: wheel-examples.py <folder>"""

import ast
import importlib.util
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
FIXTURE = (ROOT / "rosetta" / "default.ts-fixture").read_text()
IMPORTS = """from aws_cdk import Duration, Stack
from aws_cdk.aws_s3 import IBucket
from cdk_sagemaker_triton import *
"""
BLOCK = re.compile(r"<!-- python:start -->\n.*?^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def declare_variables(names: list[tuple[str, str]]) -> str:
    return "from typing import cast\n" + "".join(f"{name} = cast({type}, None)\n" for name, type in names)


def docstring_examples() -> dict[str, str]:
    specification = importlib.util.find_spec("cdk_sagemaker_triton")
    source = Path(specification.origin).read_text()
    context = IMPORTS + declare_variables(re.findall(r"^declare const (\w+): (\w+);", FIXTURE, re.MULTILINE))
    docstrings = {node.name: ast.get_docstring(node) or "" for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}
    examples = {name: text.split("Example::\n") for name, text in docstrings.items()}
    return {name: context + re.sub(r"^    ", "", parts[1], flags=re.MULTILINE) for name, parts in examples.items() if len(parts) > 1}


def page_examples() -> dict[str, str]:
    """Return the Python blocks of the pages as modules. A comment in a block lists the variables that the block uses but does not define.
    The module declares these variables."""
    modules = {}
    for page in (ROOT / "docs").glob("*.md"):
        for index, code in enumerate(BLOCK.findall(page.read_text())):
            comment = re.compile(r"^# (\w+): (\w+)(?: #.*)?$", re.MULTILINE)
            first = comment.search(code)
            start = first.start() if first else 0
            modules[f"{page.stem}_{index}"] = code[:start] + declare_variables(comment.findall(code)) + code[start:]
    return modules


folder = Path(sys.argv[1])
for name, code in {**docstring_examples(), **page_examples()}.items():
    (folder / f"{name.replace('-', '_')}.py").write_text(code)
