"""What the export scripts share: files that depend on the model alone, byte for byte."""

import argparse
import io
import json
from pathlib import Path
from typing import Optional

import torch

HUGGING_FACE = "a name on Hugging Face, or a folder that save_pretrained wrote"
KSERVE_TYPES = {torch.float32: "FP32", torch.int32: "INT32", torch.uint8: "UINT8"}


def arguments(description: str, name: str, model: str) -> argparse.Namespace:
    """The options of a script that exports an architecture of a library. `model` says what its option takes; `output` has `name` appended."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--model", help=model)
    parser.add_argument("--output", type=Path, default=Path(__file__).parent / "stand-ins", help="the folder that $MODELS will name")
    options = parser.parse_args()
    options.output /= name
    return options


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
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(example, separators=(",", ":")) + "\n")


def padded_prompts(lengths: list, vocabulary: int, end: int, random: torch.Generator) -> tuple:
    """Random tokens and their attention mask: each text has its end, and padding (0) behind it."""
    tokens = torch.zeros(len(lengths), max(lengths), dtype=torch.int32)
    for row, length in zip(tokens, lengths):
        row[: length - 1] = torch.randint(2, vocabulary, (length - 1,), generator=random)
        row[length - 1] = end
    return tokens, (tokens != 0).to(torch.int32)


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


def write_onnx(
    module: torch.nn.Module, path: Path, inputs: dict, outputs: list, opset: int = 13, dynamic: Optional[dict] = None
) -> None:
    """Every input and output has a batch dimension of any size. `dynamic` has their other dimensions of any size, by tensor."""
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        module,
        tuple(inputs.values()),
        str(path),
        input_names=list(inputs),
        output_names=outputs,
        dynamic_axes={name: {0: "batch", **(dynamic or {}).get(name, {})} for name in [*inputs, *outputs]},
        opset_version=opset,
    )
