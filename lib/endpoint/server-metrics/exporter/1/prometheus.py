"""Parses Prometheus' text format."""

import math
import re

SAMPLE = re.compile(r'([a-zA-Z_:][\w:]*)(?:\{((?:[^"}]|"(?:[^"\\]|\\.)*")*)\})?[ \t]+(\S+)', re.ASCII)
LABEL = re.compile(r'(\w+)[ \t]*=[ \t]*"((?:[^"\\]|\\.)*)"', re.ASCII)
ESCAPE = re.compile(r"\\(.)")


def parse_metrics(text, names):
    """Yields the name, the labels and the value of each finite sample of these metrics. Skips lines that are not samples."""
    for line in text.split("\n"):
        match = SAMPLE.match(line)
        if match and match[1] in names:
            try:
                value = float(match[3])
            except ValueError:
                continue
            if math.isfinite(value):
                yield match[1], {name: unescape(label) for name, label in LABEL.findall(match[2] or "")}, value


def unescape(label):
    return ESCAPE.sub(lambda match: "\n" if match[1] == "n" else match[1], label)
