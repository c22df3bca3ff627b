"""Tensors as Triton's HTTP endpoint has them in its binary data extension, which alone has FP16 and BF16."""

import struct

# By KServe's types, without BF16, for which Python has no format. Engines have no strings.
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
        # The upper half of each FP32.
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
    """The same data again and again, in pieces, until there are so many bytes."""
    for start in range(0, size, len(data) or 1):
        yield memoryview(data)[: size - start]


def random_values(random, type_, count):
    """Values that every model takes: 0 and 1 are in each vocabulary and each mask; the fractions are exact in each type."""
    if type_ in FLOATS:
        return [random.randint(-64, 64) / 64 for _ in range(count)]
    if type_ in ("INT8", "UINT8"):
        lowest, highest = (-128, 127) if type_ == "INT8" else (0, 255)
        return [random.randint(lowest, highest) for _ in range(count)]
    return [random.randint(0, 1) for _ in range(count)]


def flat(data):
    """KServe allows lists in lists."""
    for each in data:
        if isinstance(each, list):
            yield from flat(each)
        else:
            yield each
