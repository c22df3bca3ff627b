"""Differences of two outputs, whose values are read in parts. With numpy, all values are compared, otherwise a sample."""

import math
from random import Random

from tensors import FLOATS, FORMATS, decode

try:
    import numpy
except ImportError:  # published images contain numpy for the python backend (triton-inference-server/server, build.py)
    numpy = None

# Number of values per part, and maximum number of compared values of an output, which takes about a second without numpy.
PART = 2**18 if numpy else 2**12
SAMPLE = math.inf if numpy else 2**20


class Difference:
    """The differences of all compared parts of an output. `values` is the number of values of the output."""

    def __init__(self, type_, values):
        self.type = type_
        self.values = values
        self.compared = 0
        # Number of different values, and of values that are a number in only one output.
        self.differing = 0
        self.wrong = 0
        # Maximum absolute difference, and maximum absolute value of the expected output.
        self.absolute = 0
        self.scale = 0

    def add(self, expected, actual_type, actual):
        """Adds a part of both outputs, as bytes."""
        compare = compare_arrays if numpy else compare_numbers
        count, differing, wrong, absolute, scale = compare(as_values(self.type, expected), as_values(actual_type, actual))
        self.compared += count
        self.differing += differing
        self.wrong += wrong
        self.absolute = max(self.absolute, absolute)
        self.scale = max(self.scale, scale)

    def relative(self):
        """Floating-point types: the largest difference divided by the largest value. Other types: the fraction of values that differ."""
        if self.type in FLOATS:
            # An output of zeros has no scale.
            return self.absolute / (self.scale or 1)
        return self.differing / self.compared if self.compared else 0


def parts_of(count):
    """Yields the parts of an output: index of the first value, index after the last value, and whether the part is compared.

    For a sample, one random part of each group of adjacent parts is compared.
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
        # BF16 is the upper half of FP32.
        return (numpy.frombuffer(data, "<u2").astype("<u4") << 16).view("<f4")
    # The type codes of numpy are the same as in Python's struct.
    return numpy.frombuffer(data, "<" + FORMATS[type_])


def compare_arrays(expected, actual):
    differs = expected != actual
    expected, actual = expected.astype("f8"), actual.astype("f8")
    differs &= ~(numpy.isnan(expected) & numpy.isnan(actual))
    numbers = numpy.isfinite(expected)
    both_finite = numbers & numpy.isfinite(actual)
    differing, wrong = numpy.count_nonzero(differs), numpy.count_nonzero(differs & ~both_finite)
    absolute = numpy.abs(expected[both_finite] - actual[both_finite]).max(initial=0)
    scale = numpy.abs(expected[numbers]).max(initial=0)
    return len(expected), int(differing), int(wrong), float(absolute), float(scale)


def compare_numbers(expected, actual):
    pairs = [(a, b) for a, b in zip(expected, actual) if a != b and not (a != a and b != b)]
    both_finite = [(a, b) for a, b in pairs if math.isfinite(a) and math.isfinite(b)]
    absolute = max((abs(a - b) for a, b in both_finite), default=0)
    scale = max((abs(a) for a in expected if math.isfinite(a)), default=0)
    return len(expected), len(pairs), len(pairs) - len(both_finite), absolute, scale
