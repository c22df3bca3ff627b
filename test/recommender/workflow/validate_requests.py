"""Validates requests with the service models of botocore: reads lines of JSON, and prints a list of problems for each."""

import json
import re
import sys

import botocore.session
from botocore.validate import ParamValidator

session = botocore.session.get_session()
models = {}


def remaining_problems(shape, value, path):
    """Checks patterns, enums and upper limits, which botocore does not validate."""
    kind = shape.type_name
    if kind == "structure" and isinstance(value, dict):
        for name, each in value.items():
            if name in shape.members:
                yield from remaining_problems(shape.members[name], each, f"{path}.{name}")
    elif kind == "list" and isinstance(value, list):
        yield from limits(shape, len(value), path)
        for index, each in enumerate(value):
            yield from remaining_problems(shape.member, each, f"{path}[{index}]")
    elif kind == "string" and isinstance(value, str):
        yield from limits(shape, len(value), path)
        pattern = shape.metadata.get("pattern")
        if pattern and "\\p{" not in pattern and not re.fullmatch(pattern, value):
            yield f"{path}: '{value}' does not match {pattern}"
        if shape.enum and value not in shape.enum:
            yield f"{path}: '{value}' is not one of the enum"
    elif kind in ("integer", "float") and isinstance(value, (int, float)):
        yield from limits(shape, value, path)


def limits(shape, value, path):
    if value > shape.metadata.get("max", float("inf")) or value < shape.metadata.get("min", float("-inf")):
        yield f"{path}: {value} is beyond {shape.metadata}"


for line in sys.stdin:
    request = json.loads(line)
    service = request["service"]
    if service not in models:
        models[service] = session.get_service_model(service)
    if request["operation"] not in models[service].operation_names:
        problems = [f"{service} has no operation {request['operation']}"]
    else:
        shape = models[service].operation_model(request["operation"]).input_shape
        report = ParamValidator().validate(request["input"], shape)
        problems = [report.generate_report()] if report.has_errors() else []
        problems += remaining_problems(shape, request["input"], "input")
    print(json.dumps(problems), flush=True)
