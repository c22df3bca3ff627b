"""What the export scripts share: files that depend on the model alone, byte for byte."""

import io
import json
from pathlib import Path

import torch

KSERVE_TYPES = {torch.float32: "FP32", torch.int32: "INT32", torch.uint8: "UINT8"}


def kserve_tensor(name: str, value: torch.Tensor) -> dict:
    """A tensor of a KServe v2 body; numbers are rounded where the last bits differ between machines."""
    data = value.flatten().tolist()
    if value.is_floating_point():
        data = [round(number, 5) for number in data]
    return {"name": name, "datatype": KSERVE_TYPES[value.dtype], "shape": list(value.shape), "data": data}


def write_example(path: Path, inputs: dict, outputs: dict) -> None:
    """Writes a request and the expected answer as KServe v2 bodies."""
    example = {
        "request": {"inputs": [kserve_tensor(*item) for item in inputs.items()]},
        "response": {"outputs": [kserve_tensor(*item) for item in outputs.items()]},
    }
    path.write_text(json.dumps(example, separators=(",", ":")) + "\n")


def write_torchscript(module: torch.jit.ScriptModule, path: Path) -> None:
    """Leaves out the debug records: they hold the path of the machine that exported the model."""
    buffer = io.BytesIO()
    torch.jit.save(module, buffer)
    buffer.seek(0)
    reader = torch._C.PyTorchFileReader(buffer)
    path.parent.mkdir(parents=True, exist_ok=True)
    writer = torch._C.PyTorchFileWriter(str(path))
    for name in reader.get_all_records():
        if not name.endswith(".debug_pkl") and name != "version":
            record = reader.get_record(name)
            writer.write_record(name, record, len(record))
    writer.write_end_of_file()


def write_onnx(module: torch.nn.Module, path: Path, inputs: dict, outputs: list) -> None:
    """Every input and output has a batch dimension of any size."""
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        module,
        tuple(inputs.values()),
        str(path),
        input_names=list(inputs),
        output_names=outputs,
        dynamic_axes={name: {0: "batch"} for name in [*inputs, *outputs]},
        opset_version=13,
    )
