"""Parses texts of config.pbtxt with the official protobuf library.

Reads a JSON list of texts from standard input, and prints a JSON list of the messages in protobuf's JSON mapping, or of
errors as strings. The argument is the folder of Triton's generated message classes, because importing them as a package
would require gRPC.
"""

import json
import sys

sys.path.insert(0, sys.argv[1])

import model_config_pb2  # noqa: E402
from google.protobuf import json_format, text_format  # noqa: E402


def read(text):
    try:
        message = text_format.Parse(text, model_config_pb2.ModelConfig())
    except text_format.ParseError as error:
        return str(error)
    return json_format.MessageToDict(message, preserving_proto_field_name=True)


json.dump([read(text) for text in json.load(sys.stdin)], sys.stdout)
