"""The causes of failures of trtexec. A cause has a name, a sentence with the solution, and parts of the lines that show the cause."""

# The first cause with a text in the lowercase line applies, so specific texts are before general texts.
CAUSES = [
    (
        "driver",
        "The NVIDIA driver of this machine is older than the CUDA of the image needs: use an older release of the image, or build on a "
        "machine with a newer driver, such as an endpoint of one instance with the inference AMI that the image needs.",
        [
            "driver version is insufficient",
            "cuda initialization failure with error: 35",
            "cuda initialization failure with error 35",
            "forward compatibility was attempted",
            "unsupported display driver",
        ],
    ),
    (
        "no-gpu",
        "The machine has no GPU that CUDA can use: build on the GPU instance type that serves the model.",
        [
            "no cuda-capable device",
            "cuda initialization failure with error: 100",
            "cannot find any available devices",
        ],
    ),
    (
        "unsupported-gpu",
        "The image's TensorRT does not support this GPU: choose an instance type with a GPU that it supports, or a release of the image "
        "that supports the GPU.",
        ["is not supported by this tensorrt release", "unsupported sm", "no kernel image is available"],
    ),
    (
        "other-gpu",
        "The engine was built for another GPU: build it on the GPU that serves it.",
        ["generated on an incompatible device"],
    ),
    (
        "other-version",
        "The engine was built by another version of TensorRT: build it with the image that serves it.",
        [
            "not compatible with this version of tensorrt",
            "version tag does not match",
            "magic tag does not match",
            "magictag == ",
            "stdversionread == ",
        ],
    ),
    (
        "unknown-option",
        "The image's TensorRT does not have this option: leave it out, or choose a release of the image that has it.",
        ["unknown option: "],
    ),
    (
        "external-data",
        "A file with weights of the ONNX model is missing: put the external data files next to the ONNX file, under the names that the "
        "ONNX file has for them.",
        ["failed to open file: ", "failed to import initializer"],
    ),
    (
        "model-file",
        "The ONNX file is missing or is no ONNX model: check the file.",
        ["could not open file ", "failed to parse onnx model from file", "model missing or format not recognized"],
    ),
    (
        "unsupported-operator",
        "TensorRT does not have the operator{operator}: export the model without it, or give a plugin library that has it.",
        ["could not find plugin", "plugin not found", "no importer registered for op"],
    ),
    (
        "plugin-library",
        "A plugin library cannot be loaded: build it for the image's TensorRT and CUDA, and give the libraries that it needs.",
        ["could not load library", "unable to open library", "unable to load library", "error while loading shared libraries"],
    ),
    (
        "precision",
        "The GPU does not have the precision: choose one that it has, or another instance type.",
        ["require hardware with"],
    ),
    (
        "no-profile",
        "The model has inputs of variable size: give a profile with the smallest, usual and largest shape of each.",
        ["no optimization profile has been defined"],
    ),
    (
        "input-name",
        "A profile names an input that the model does not have: use the names of the ONNX graph's inputs.",
        ["cannot find input tensor with name"],
    ),
    (
        "profile-shapes",
        "The shapes do not fit the model's inputs: keep the sizes that are fixed in the ONNX graph, and stay within the profile.",
        [
            "static model does not take explicit shapes",
            "static dimension mismatch",
            "the engine was built with static shapes",
            "error in set dimensions to profile",
            "error in set shape values",
            "dimensions in profile",
            "in optimization profile",
            "does not satisfy any optimization profiles",
            "profile index",
        ],
    ),
    (
        "gpu-memory",
        "The memory of the GPU is too small for the build: make the largest shape of the profiles or the workspace smaller, or use an "
        "instance type whose GPU has more memory.",
        [
            "out of memory",
            "outofmemory",
            "insufficient memory",
            "could not be allocated",
            "error allocating",
            "cudaerrormemoryallocation",
        ],
    ),
    (
        "host-memory",
        "The memory of the machine is too small for the build: use an instance type with more memory.",
        ["std::bad_alloc", "cannot allocate memory"],
    ),
    ("disk", "The disk is full: give the build a larger volume.", ["no space left on device"]),
    (
        "save",
        "The engine file cannot be written or read: check that its folder exists and that the disk has room.",
        ["saving engine to file failed", "cannot open engine file", "error opening engine file"],
    ),
    (
        "no-implementation",
        "TensorRT has no kernel for a part of the model on this GPU: try another precision, a newer release of the image, or a larger "
        "workspace.",
        ["could not find any implementation for node"],
    ),
    (
        "unsupported-node",
        "TensorRT cannot import a node of the ONNX model{operator}: simplify the graph by constant folding, or export it in another way or "
        "with another opset.",
        ["invalid_node", "unsupported_node", "invalid_graph", "invalid node", "in function "],
    ),
    (
        "killed",
        "The process was killed, most often because the machine ran out of memory: use an instance type with more memory.",
        ["killed"],
    ),
    (
        "crash",
        "trtexec crashed, most often because a plugin library or the driver does not fit the image: build without plugins, or with another "
        "release of the image.",
        ["segmentation fault", "cuda failure: "],
    ),
]
UNKNOWN = ("unknown", "trtexec failed for a reason that is not known here: read the line, and the log around it.", [])


def cause_of(line):
    """Returns the cause that a line shows, or None."""
    lower = line.lower()
    return next((cause for cause in CAUSES if any(text in lower for text in cause[2])), None)
