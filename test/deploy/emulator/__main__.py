"""
moto, with what CloudFormation needs for a whole stack of ours: python -m emulator PORT RUNTIME

RUNTIME is a JSON file: the URL at which each endpoint is invoked, by name.
"""

import sys

from moto.cloudformation import parsing
from moto.sagemaker.models import FakeEndpoint
from moto.server import main

from . import order
from .custom_resource import CustomResource
from .resources import Recorded, Served

port, CustomResource.runtime_file = sys.argv[1:]
CustomResource.url = Served.url = f"http://127.0.0.1:{port}"
types = [*parsing.get_model_list(), *Served.__subclasses__(), *Recorded.__subclasses__()]
parsing.get_model_list = lambda: types
parsing.CustomModel = CustomResource
parsing.ResourceMap.update, parsing.ResourceMap.delete = order.update, order.delete
FakeEndpoint.cloudformation_name_type = staticmethod(lambda: "EndpointName")  # moto makes one of its own

main(["-H", "127.0.0.1", "-p", port])
