"""Parses Prometheus' text format."""

import math
import re

# Lines with longer labels or numbers are skipped. The name of a model is the name of a folder, which has at most 255 bytes.
MAX_LABEL_BYTES = 4096
MAX_NUMBER_BYTES = 32

LABEL = re.compile(r',?(\w+)="([^"\\]*(?:\\.[^"\\]*)*)"', re.ASCII)
ESCAPE = re.compile(r"\\(.)")


def parse_metrics(body, names):
    """Yields the name, the labels and the value of each finite sample of these metrics. Skips all other lines, without parsing them.

    A model can add lines of any length to the metrics, so each expression matches a limited number of bytes at fixed positions.
    """
    sample = r"\n(%s)(?:\{([^\n]{0,%d})\})?[ \t](\S{1,%d})(?!\S)" % ("|".join(names), MAX_LABEL_BYTES, MAX_NUMBER_BYTES)
    for match in re.finditer(sample.encode(), b"\n" + body):
        name, labels, value = (group.decode("utf-8", "replace") for group in match.groups(b""))
        try:
            number = float(value)
        except ValueError:
            continue
        if math.isfinite(number):
            yield name, dict(parse_labels(labels)), number


def parse_labels(text):
    label = LABEL.match(text)
    while label:
        yield label[1], ESCAPE.sub(lambda match: "\n" if match[1] == "n" else match[1], label[2])
        label = LABEL.match(text, label.end())
