"""
moto with extensions of its CloudFormation, so stacks of this library can be deployed: python -m emulator RUNTIMES

RUNTIMES is the path of a JSON file that maps the name of each endpoint to the URL at which the endpoint is invoked.
The program prints its URL as the first line when it accepts connections.
"""

import sys

from moto import server as moto_server
from moto.cloudformation import parsing
from moto.sagemaker.models import FakeEndpoint
from werkzeug.serving import make_server

from . import order
from .custom_resource import CustomResource
from .resources import RecordedResource, ServiceResource

[CustomResource.runtime_file] = sys.argv[1:]
types = [*parsing.get_model_list(), *ServiceResource.__subclasses__(), *RecordedResource.__subclasses__()]
parsing.get_model_list = lambda: types
parsing.CustomModel = CustomResource
parsing.ResourceMap.update, parsing.ResourceMap.delete = order.update, order.delete
FakeEndpoint.cloudformation_name_type = staticmethod(lambda: "EndpointName")  # by default, moto generates a name


def run(host, port, app, threaded, request_handler, **_):
    """Replaces the function that starts the server, because the resources need the port that the server has chosen."""
    server = make_server(host, port, app, threaded=threaded, request_handler=request_handler)
    url = f"http://{host}:{server.port}"
    CustomResource.url = ServiceResource.url = url
    print(url, flush=True)
    server.serve_forever()


moto_server.run_simple = run
moto_server.main(["-H", "127.0.0.1", "-p", "0"])
