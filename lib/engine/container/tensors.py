"""Tensors in the binary data extension of Triton's HTTP endpoint, which is required for FP16 and BF16."""

import struct

# Formats of Python's struct by KServe type. BF16 has no format, and engines do not support strings.
FORMATS = {
    "BOOL": "?",
    "INT8": "b",
    "UINT8": "B",
    "INT16": "h",
    "UINT16": "H",
    "INT32": "i",
    "UINT32": "I",
    "INT64": "q",
    "UINT64": "Q",
    "FP16": "e",
    "FP32": "f",
    "FP64": "d",
}
FLOATS = ("FP16", "BF16", "FP32", "FP64")


def size_of(type_):
    return 2 if type_ == "BF16" else struct.calcsize("<" + FORMATS[type_])


def encode(type_, values):
    if type_ == "BF16":
        # BF16 is the upper half of FP32.
        bits = struct.unpack("<{}I".format(len(values)), encode("FP32", values))
        return struct.pack("<{}H".format(len(values)), *(each >> 16 for each in bits))
    return struct.pack("<{}{}".format(len(values), FORMATS[type_]), *values)


def decode(type_, data):
    if type_ == "BF16":
        bits = struct.unpack("<{}H".format(len(data) // 2), data)
        return decode("FP32", struct.pack("<{}I".format(len(bits)), *(each << 16 for each in bits)))
    format_ = FORMATS[type_]
    return struct.unpack("<{}{}".format(len(data) // struct.calcsize("<" + format_), format_), data)


def repeated(data, size):
    """Yields the data repeatedly, until `size` bytes are reached."""
    for start in range(0, size, len(data) or 1):
        yield memoryview(data)[: size - start]


def random_values(random, type_, count):
    """Values that are valid for all models: 0 and 1 for any vocabulary and mask, and fractions that are exact in all types."""
    if type_ in FLOATS:
        return [random.randint(-64, 64) / 64 for _ in range(count)]
    if type_ in ("INT8", "UINT8"):
        lowest, highest = (-128, 127) if type_ == "INT8" else (0, 255)
        return [random.randint(lowest, highest) for _ in range(count)]
    return [random.randint(0, 1) for _ in range(count)]


def flat(data):
    """Flattens nested lists, which KServe allows."""
    for each in data:
        if isinstance(each, list):
            yield from flat(each)
        else:
            yield each
