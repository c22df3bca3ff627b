"""Runs trtexec with the options that its version supports. A run that does not pass raises BuildFailure."""

import os
import shutil
import subprocess

from failure import BuildFailure, trtexec_failed
from processes import running, write_log
from program_output import KeptLines, lines_of, output_of
from trtexec_output import VERDICT, read_output, version_of

# Folder in Triton's image.
FOLDER = "/usr/src/tensorrt/bin"
# Timeout to print its version, including the initialization of CUDA.
VERSION_SECONDS = 300


def find_trtexec():
    trtexec_path = shutil.which("trtexec") or shutil.which("trtexec", path=FOLDER)
    if not trtexec_path:
        raise BuildFailure(
            "The image has no trtexec, neither on PATH nor in {}: build with a published Triton image, or add trtexec to your own.".format(
                FOLDER
            )
        )
    return trtexec_path


class Trtexec:
    """`plugins` are paths of plugin libraries."""

    def __init__(self, program, plugins, log):
        self.program = program
        self.log = log
        version, text = self._version()
        write_log("{} of TensorRT {}".format(program, text))
        self.version = version
        self.version_text = text
        option = "--staticPlugins=" if version >= (8, 6) else "--plugins="
        self.plugins = [option + plugin for plugin in plugins]

    def check_version(self, expected):
        """Checks the version. `expected` can have more or fewer parts than the printed version."""
        if expected is None:
            write_log("Which TensorRT the image should have is not known.")
            return
        numbers = tuple(int(number) for number in expected.split("."))
        if any(number != actual for number, actual in zip(numbers, self.version)):
            raise BuildFailure(
                "The image has TensorRT {}, and the engine is for {}: build with the image that serves the model.".format(
                    self.version_text, expected
                )
            )

    def build(self, onnx, plan, arguments):
        """Builds an engine. Runs in the folder of the ONNX file, where TensorRT expects external data (NVIDIA/TensorRT#4257)."""
        folder, name = os.path.split(onnx)
        options = ["--onnx=" + name, "--saveEngine=" + plan, "--skipInference" if self.version >= (8, 6) else "--buildOnly"]
        result = self._run([*options, *self._verbosity(), *arguments], folder)
        if result["assumedShapes"]:
            shapes = ", ".join("{} {}".format(name, shape) for name, shape in sorted(result["assumedShapes"].items()))
            raise BuildFailure(
                "The profiles lack inputs of variable size, which TensorRT has fixed to {}: give the smallest, usual and largest shape of "
                "each in every profile.".format(shapes)
            )
        if not os.path.exists(plan):
            raise BuildFailure("trtexec passed, but wrote no engine: read the job's log.")
        return result

    def measure(self, plan, shapes, profile, layers):
        """Measures the latency of an engine, including the copies of inputs and outputs between host and GPU.

        `shapes` is empty for an engine with fixed shapes. `layers` is the file for the description of the layers.
        """
        options = ["--loadEngine=" + plan]
        if shapes:
            options.append("--shapes=" + ",".join(shape_of_input(name, shape) for name, shape in sorted(shapes.items())))
        if profile > 0:
            options.append("--useProfile={}".format(profile))
        if self.version >= (11,):
            options += ["--includeDataTransfers", "--noCudaGraph", "--noSpinWait"]
        if self._verbosity():
            options += [*self._verbosity(), "--exportLayerInfo=" + layers]
        result = self._run(options)
        if result["performance"] is None:
            raise BuildFailure("trtexec passed, but measured no latency: read the job's log.")
        return result

    def _verbosity(self):
        return ["--profilingVerbosity=detailed"] if self.version >= (8, 2) else []

    def _version(self):
        """Returns the version, which trtexec prints before it parses its options."""
        start_failure = "{} cannot be started: build with a published Triton image.".format(self.program)
        try:
            _, lines = output_of([self.program], VERSION_SECONDS)
        except OSError as error:
            raise BuildFailure(start_failure, str(error)) from None
        verdicts = filter(None, map(VERDICT.match, lines))
        text = next((version_of(int(verdict.group(2))) for verdict in verdicts), None)
        if text is None:
            output = next(filter(str.strip, lines), "nothing")
            raise BuildFailure(start_failure, "It said: " + output)
        return tuple(int(number) for number in text.split(".")), text

    def _run(self, options, folder=None):
        command = [self.program, *options, *self.plugins]
        self.log.begin(command)
        lines = KeptLines()
        with running(command, cwd=folder, stdout=subprocess.PIPE) as process:
            try:
                for line in lines_of(process):
                    if lines.add(line):
                        self.log.add(line)
            finally:
                for line in lines.rest():
                    self.log.add(line)
            status = process.wait()
        result = read_output("\n".join(lines.all()), status)
        if result["outcome"] != "passed":
            raise trtexec_failed(result["failure"], self.log)
        return result


def shape_of_input(name, shape):
    """Formats a shape. trtexec parses the text before the first colon as the name, unless the name is quoted."""
    quoted = "'{}'".format(name) if ":" in name else name
    return "{}:{}".format(quoted, "x".join(map(str, shape)))
