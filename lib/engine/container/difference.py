"""How far two outputs are apart, of values that arrive in parts: with numpy, or a sample of them without."""

import math
from random import Random

from tensors import FLOATS, FORMATS, decode

try:
    import numpy
except ImportError:  # published images have it for the python backend (triton-inference-server/server, build.py), others may not
    numpy = None

# Values that are compared together, and without numpy the largest number of values of an output that are compared: in a second.
PART = 2**18 if numpy else 2**12
SAMPLE = math.inf if numpy else 2**20


class Difference:
    """Of the parts of an output so far. `values` are all of the output, of which some may not be compared."""

    def __init__(self, type_, values):
        self.type = type_
        self.values = values
        self.compared = 0
        # Values that differ, and of them those that are a number in one output only.
        self.differing = 0
        self.wrong = 0
        # The largest difference, and the largest number of the expected output.
        self.absolute = 0
        self.scale = 0

    def add(self, expected, actual_type, actual):
        """The bytes of a part of both."""
        compare = compare_arrays if numpy else compare_numbers
        count, differing, wrong, absolute, scale = compare(as_values(self.type, expected), as_values(actual_type, actual))
        self.compared += count
        self.differing += differing
        self.wrong += wrong
        self.absolute = max(self.absolute, absolute)
        self.scale = max(self.scale, scale)

    def relative(self):
        """Of numbers against the largest number, of classes the share of those that differ."""
        if self.type in FLOATS:
            # An output of zeros has no scale.
            return self.absolute / (self.scale or 1)
        return self.differing / self.compared if self.compared else 0


def parts_of(count):
    """Where the parts of an output lie, each as its first value and the one after its last, and whether they are compared.

    A sample has one part of as many neighbors as need be, at a random place among them.
    """
    random = Random(0)
    neighbors = max(1, math.ceil(count / SAMPLE))
    for group in range(0, count, PART * neighbors):
        starts = range(group, min(group + PART * neighbors, count), PART)
        chosen = random.choice(starts)
        for start in starts:
            yield start, min(start + PART, count), start == chosen or neighbors == 1


def as_values(type_, data):
    if not numpy:
        return decode(type_, data)
    if type_ == "BF16":
        # The upper half of each FP32.
        return (numpy.frombuffer(data, "<u2").astype("<u4") << 16).view("<f4")
    # Its letters are those of Python's struct.
    return numpy.frombuffer(data, "<" + FORMATS[type_])


def compare_arrays(expected, actual):
    differs = expected != actual
    expected, actual = expected.astype("f8"), actual.astype("f8")
    differs &= ~(numpy.isnan(expected) & numpy.isnan(actual))
    numbers = numpy.isfinite(expected)
    both = numbers & numpy.isfinite(actual)
    differing, wrong = numpy.count_nonzero(differs), numpy.count_nonzero(differs & ~both)
    absolute = numpy.abs(expected[both] - actual[both]).max(initial=0)
    scale = numpy.abs(expected[numbers]).max(initial=0)
    return len(expected), int(differing), int(wrong), float(absolute), float(scale)


def compare_numbers(expected, actual):
    pairs = [(a, b) for a, b in zip(expected, actual) if a != b and not (a != a and b != b)]
    both = [(a, b) for a, b in pairs if math.isfinite(a) and math.isfinite(b)]
    absolute = max((abs(a - b) for a, b in both), default=0)
    scale = max((abs(a) for a in expected if math.isfinite(a)), default=0)
    return len(expected), len(pairs), len(pairs) - len(both), absolute, scale
