"""Why a run of trtexec failed: the one line that says it, and one sentence with the way out."""

import re

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

# The first cause with a text that the line has: special texts come before general ones.
CAUSES = [
    ("driver", [
        "driver version is insufficient",
        "cuda initialization failure with error: 35",
        "cuda initialization failure with error 35",
        "forward compatibility was attempted",
        "unsupported display driver",
    ], "The NVIDIA driver of this machine is older than the CUDA of the image needs: use an older release of the image, or build on a "
       "machine with a newer driver, such as an endpoint of one instance with the inference AMI that the image needs."),
    ("no-gpu", [
        "no cuda-capable device",
        "cuda initialization failure with error: 100",
        "cannot find any available devices",
    ], "The machine has no GPU that CUDA can use: build on the GPU instance type that serves the model."),
    ("unsupported-gpu", [
        "is not supported by this tensorrt release",
        "unsupported sm",
        "no kernel image is available",
    ], "The image's TensorRT does not support this GPU: choose an instance type with a GPU that it supports, or a release of the image "
       "that supports the GPU."),
    ("other-gpu", ["generated on an incompatible device", "expecting compute "],
     "The engine was built for another GPU: build it on the GPU that serves it."),
    ("other-version", [
        "not compatible with this version of tensorrt",
        "version tag does not match",
        "magic tag does not match",
        "magictag == ",
        "stdversionread == ",
    ], "The engine was built by another version of TensorRT: build it with the image that serves it."),
    ("unknown-option", ["unknown option: "],
     "The image's TensorRT does not have this option: leave it out, or choose a release of the image that has it."),
    ("external-data", ["failed to open file: ", "failed to import initializer", "failed to open external"],
     "A file with weights of the ONNX model is missing: put the external data files next to the ONNX file, under the names that it has for "
     "them."),
    ("model-file", ["could not open file ", "failed to parse onnx model from file", "model missing or format not recognized"],
     "The ONNX file is missing or is not an ONNX model: check the file."),
    ("unsupported-operator", ["could not find plugin", "plugin not found", "no importer registered for op"],
     "TensorRT does not have the operator{operator}: export the model without it, or give a plugin library that has it."),
    ("plugin-library", ["could not load library", "unable to open library", "unable to load library", "error while loading shared libraries"],
     "A plugin library cannot be loaded: build it for the image's TensorRT and CUDA, together with the libraries that it needs."),
    ("precision", ["require hardware with"],
     "The GPU does not have the precision: choose one that it has, or another instance type."),
    ("no-profile", ["no optimization profile has been defined"],
     "The model has inputs of variable size: give a profile with the smallest, usual and largest shape of each."),
    ("input-name", ["cannot find input tensor with name"],
     "A profile names an input that the model does not have: use the names of the ONNX graph's inputs."),
    ("profile-shapes", [
        "static model does not take explicit shapes",
        "static dimension mismatch",
        "were built with static shapes",
        "the engine was built with static shapes",
        "dimensions in profile",
        "in optimization profile",
        "does not satisfy any optimization profiles",
        "profile index",
    ], "The shapes do not fit the model's inputs: give shapes that have the sizes that are fixed in the ONNX graph, and that are within the "
       "profile."),
    ("gpu-memory", [
        "out of memory",
        "outofmemory",
        "insufficient memory",
        "could not be allocated",
        "error allocating",
        "cudaerrormemoryallocation",
    ], "The memory of the GPU is too small for the build: make the largest shape of the profiles or the workspace smaller, or use an instance "
       "type whose GPU has more memory."),
    ("host-memory", ["std::bad_alloc", "cannot allocate memory"],
     "The memory of the machine is too small for the build: use an instance type with more memory."),
    ("disk", ["no space left on device"],
     "The disk is full: give the build a larger volume."),
    ("save", ["saving engine to file failed", "cannot open engine file", "error opening engine file"],
     "The engine file cannot be written or read: check that its folder exists and that the disk has room."),
    ("no-implementation", ["could not find any implementation for node"],
     "TensorRT has no kernel for a part of the model on this GPU: try another precision, a newer release of the image, or a larger "
     "workspace."),
    ("unsupported-node", ["invalid_node", "unsupported_node", "invalid_graph", "invalid node", "in function "],
     "TensorRT cannot import a node of the ONNX model{operator}: simplify the graph (constant folding), or export it in another way or with "
     "another opset."),
    ("killed", ["killed"], "The process was killed, most often because the machine ran out of memory: use an instance type with more memory."),
    ("crash", ["segmentation fault", "cuda failure: "],
     "trtexec crashed: the line says where; a plugin library or a driver that does not fit the image is the most frequent reason."),
]
UNKNOWN = "trtexec failed for a reason that is not known to this library: see the line and the log."

OPERATORS = [
    re.compile(r"could not find plugin:? (\w+)"),
    re.compile(r"and operator: (\w+)"),
    re.compile(r"(?:importer|checker) registered for op: (\w+)"),
    re.compile(r"While parsing node number \d+ \[(\w+)"),
]

# A tactic that lacks memory is skipped: only if nothing else is wrong is it the reason.
SOFT = ("gpu-memory", "no-implementation")
KILL = (-9, 137)
# What a longer line says after it is neither searched nor shown.
LONGEST = 1000


def failure_of(text, status=None):
    """The cause, the line that shows it with its number from 1, and the sentence; None when nothing says that the run failed."""
    errors, memory, operator = _errors(text)
    found = [(_cause_of(line), number, line) for number, line in errors]
    hard = [each for each in found if each[0] and each[0][0] not in SOFT]
    soft = [each for each in found if each[0] and each[0][0] in SOFT]
    lack = [each for each in soft if each[0][0] == "gpu-memory"] or memory
    if hard:
        return _failure(hard[0], operator)
    if soft:
        return _failure((lack or soft)[0], operator)
    if status in KILL:
        lines = text.splitlines() or [""]
        return _failure((_cause_of("killed"), len(lines), lines[-1]), operator)
    if found:
        return _failure((("unknown", [], UNKNOWN), *found[0][1:]), operator)
    if status in (None, 0):
        return None
    lines = text.splitlines() or [""]
    return _failure((("unknown", [], UNKNOWN), len(lines), lines[-1]), operator)


def _errors(text):
    """The errors in their order, warnings of too little memory, and the operator that the parser was at. 8.6 warns of an old driver."""
    errors, memory, operator = [], [], ""
    open_record = False
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.rstrip()[:LONGEST]
        prefix = PREFIX.match(line)
        severity = prefix.group(1) if prefix else None
        said = line[prefix.end() :] if prefix else line
        for expression in OPERATORS:
            match = expression.search(said)
            operator = match.group(1) if match else operator
        if severity in ("E", "F") or PLAIN.match(line):
            open_record = not any(text in said.lower() for text in CONTEXT)
            if open_record:
                errors.append((number, said.strip()))
        elif prefix or VERDICT.match(line):
            open_record = False
            cause = _cause_of(said) if severity == "W" else None
            if cause and cause[0] == "driver":
                errors.append((number, said.strip()))
            elif cause and cause[0] == "gpu-memory":
                memory.append((cause, number, said))
        elif open_record and said.strip():
            # The parser's reason is in the lines after "ERROR: … In function …:".
            first, line = errors[-1]
            errors[-1] = (first, (line + " " + said.strip())[:LONGEST])
    return errors, memory, operator


def _cause_of(line):
    lower = line.lower()
    return next((cause for cause in CAUSES if any(text in lower for text in cause[1])), None)


def _failure(found, operator):
    (cause, _, sentence), number, line = found
    named = " " + operator if operator else ""
    return {"cause": cause, "sentence": sentence.replace("{operator}", named), "line": line.strip(), "lineNumber": number}
