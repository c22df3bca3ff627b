"""The official protobuf library as a reader of config.pbtxt.

Reads a JSON list of texts from its standard input; answers with a JSON list of the messages they hold in protobuf's
JSON mapping, or of the error as a string. Its argument is the folder of Triton's generated message classes: importing
that as the package it belongs to would need gRPC.
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
