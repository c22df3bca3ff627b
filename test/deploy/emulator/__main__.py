"""
moto with extensions of its CloudFormation, so stacks of this library can be deployed: python -m emulator PORT RUNTIMES

RUNTIMES is the path of a JSON file that maps the name of each endpoint to the URL at which the endpoint is invoked.
"""

import sys

from moto.cloudformation import parsing
from moto.sagemaker.models import FakeEndpoint
from moto.server import main

from . import order
from .custom_resource import CustomResource
from .resources import RecordedResource, ServiceResource

port, CustomResource.runtime_file = sys.argv[1:]
CustomResource.url = ServiceResource.url = f"http://127.0.0.1:{port}"
types = [*parsing.get_model_list(), *ServiceResource.__subclasses__(), *RecordedResource.__subclasses__()]
parsing.get_model_list = lambda: types
parsing.CustomModel = CustomResource
parsing.ResourceMap.update, parsing.ResourceMap.delete = order.update, order.delete
FakeEndpoint.cloudformation_name_type = staticmethod(lambda: "EndpointName")  # by default, moto generates a name

main(["-H", "127.0.0.1", "-p", port])
