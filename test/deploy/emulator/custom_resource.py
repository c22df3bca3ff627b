"""Custom resources. Node.js on this host runs the function that the stack deployed."""

import io
import json
import os
import subprocess
import sys
import tempfile
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from moto.awslambda.utils import get_backend
from moto.cloudformation.exceptions import ValidationError
from moto.core.common_models import CloudFormationModel

# The handlers that CDK includes send their responses to the default port of HTTPS. This program sends the responses over HTTP, to the port of
# the URL.
RUNNER = """
const { port } = new URL(process.argv[2]);
require('https').request = (options, ...rest) => require('http').request({ ...options, port }, ...rest);
import(process.argv[1]).then(async ({ handler }) => {
  let event = '';
  for await (const chunk of process.stdin) event += chunk;
  const { ServiceToken: invokedFunctionArn } = JSON.parse(event).ResourceProperties;
  const getRemainingTimeInMillis = () => 300_000;
  await handler(JSON.parse(event), { logStreamName: 'emulator', invokedFunctionArn, getRemainingTimeInMillis });
});"""

MODULES = Path(__file__).parents[3] / "node_modules"


class CustomResource(CloudFormationModel):
    """Waits for the response of the function to CloudFormation. If the response reports a failure, the operation of the stack fails."""

    url: str  # URL of the emulator
    runtime_file: str

    def __init__(self, response, properties, kwargs):
        self.physical_resource_id, self.data = response["PhysicalResourceId"], response.get("Data") or {}
        self.properties, self.kwargs = properties, kwargs

    @classmethod
    def cloudformation_type(cls):
        return "Custom::"

    @classmethod
    def cloudformation_name_type(cls):
        return ""

    def get_cfn_attribute(self, attribute):
        return self.data[attribute]

    @classmethod
    def create_from_cloudformation_json(cls, name, template, account, region, **kwargs):
        properties = template["Properties"]
        return cls(send("Create", (account, region), properties, kwargs), properties, kwargs)

    @classmethod
    def update_from_cloudformation_json(
        cls, original_resource, new_resource_name, cloudformation_json, account_id, region_name
    ):
        account_and_region, properties = (account_id, region_name), cloudformation_json["Properties"]
        old = original_resource
        response = send(
            "Update",
            account_and_region,
            properties,
            old.kwargs,
            PhysicalResourceId=old.physical_resource_id,
            OldResourceProperties=old.properties,
        )
        if response["PhysicalResourceId"] != old.physical_resource_id:
            old.delete(*account_and_region)
        return cls(response, properties, old.kwargs)

    def delete(self, *account_and_region):
        send("Delete", account_and_region, self.properties, self.kwargs, PhysicalResourceId=self.physical_resource_id)


def send(kind, account_and_region, properties, kwargs, **event_fields):
    function = get_backend(*account_and_region).get_function(properties["ServiceToken"])
    with ResponseServer() as server, tempfile.TemporaryDirectory() as code:
        event = {
            "RequestType": kind,
            "ResponseURL": f"http://127.0.0.1:{server.server_port}/",
            "RequestId": "request",
            "StackId": kwargs["StackId"],
            "LogicalResourceId": kwargs["LogicalId"],
            "ResourceType": kwargs["ResourceType"],
            "ResourceProperties": properties,
            **event_fields,
        }
        zipfile.ZipFile(io.BytesIO(function.code_bytes)).extractall(code)
        process = subprocess.run(
            [os.environ["NODE"], "-e", RUNNER, str(next(Path(code).glob("index.*js"))), event["ResponseURL"]],
            input=json.dumps(event),
            env={
                **environment(properties),
                "AWS_ENDPOINT_URL_LAMBDA": event["ResponseURL"],
                "POLL_MILLISECONDS": "100",
                "IAM_PROPAGATION_MILLISECONDS": "100",
                "LOG_PATIENCE_MILLISECONDS": "100",
                "AWS_REGION": account_and_region[1],
                **function.environment_vars,
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
    response = server.response or {"Status": "FAILED", "Reason": "the function sent no response"}
    print(f"{kind} {kwargs['LogicalId']}: {response['Status']}: {response['Reason']}\n{process.stdout}", file=sys.stderr)
    if response["Status"] != "SUCCESS":
        raise ValidationError(message=f"{kwargs['LogicalId']}: {response['Reason']}")
    return response


def environment(properties):
    runtimes = json.loads(Path(CustomResource.runtime_file).read_text())
    endpoint = properties.get("EndpointName") or json.loads(properties.get("parameters", {}).get("EndpointName", '""'))
    return {
        "AWS_ACCESS_KEY_ID": "nobody",
        "AWS_SECRET_ACCESS_KEY": "nothing",
        "AWS_ENDPOINT_URL": CustomResource.url,
        "AWS_ENDPOINT_URL_SAGEMAKER_RUNTIME": runtimes.get(endpoint, CustomResource.url),
        "NODE_PATH": str(MODULES),  # the Lambda runtime includes the SDK
        "AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED": "true",
    }


class ResponseServer(HTTPServer):
    """Receives the response to one event."""

    def __init__(self):
        self.response = None
        super().__init__(("127.0.0.1", 0), ResponseHandler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def server_close(self):
        self.shutdown()
        super().server_close()


class ResponseHandler(BaseHTTPRequestHandler):
    def do_PUT(self):
        self.server.response = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.send_response(200)
        self.end_headers()

    def do_POST(self):
        """Accepts asynchronous invocations by the function, but never runs them."""
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(202)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass
