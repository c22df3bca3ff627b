"""Custom resources that run the function that the stack deployed, in Node.js on this machine."""

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

# The handlers that come with CDK answer by HTTPS, on its port.
RUNNER = """
const { port } = new URL(process.argv[2]);
require('https').request = (options, ...more) => require('http').request({ ...options, port }, ...more);
import(process.argv[1]).then(async ({ handler }) => {
  let event = '';
  for await (const chunk of process.stdin) event += chunk;
  const { ServiceToken: invokedFunctionArn } = JSON.parse(event).ResourceProperties;
  const getRemainingTimeInMillis = () => 300_000;
  await handler(JSON.parse(event), { logStreamName: 'emulator', invokedFunctionArn, getRemainingTimeInMillis });
});"""

MODULES = Path(__file__).parents[3] / "node_modules"


class CustomResource(CloudFormationModel):
    """Waits for what the function tells CloudFormation; its failure is the stack's."""

    url: str  # of this server
    runtime_file: str

    def __init__(self, answer, properties, kwargs):
        self.physical_resource_id, self.data = answer["PhysicalResourceId"], answer.get("Data") or {}
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
        where, properties = (account_id, region_name), cloudformation_json["Properties"]
        old = original_resource
        answer = send(
            "Update",
            where,
            properties,
            old.kwargs,
            PhysicalResourceId=old.physical_resource_id,
            OldResourceProperties=old.properties,
        )
        if answer["PhysicalResourceId"] != old.physical_resource_id:
            old.delete(*where)
        return cls(answer, properties, old.kwargs)

    def delete(self, *where):
        send("Delete", where, self.properties, self.kwargs, PhysicalResourceId=self.physical_resource_id)


def send(kind, where, properties, kwargs, **more):
    function = get_backend(*where).get_function(properties["ServiceToken"])
    with AnswerServer() as server, tempfile.TemporaryDirectory() as code:
        event = {
            "RequestType": kind,
            "ResponseURL": f"http://127.0.0.1:{server.server_port}/",
            "RequestId": "request",
            "StackId": kwargs["StackId"],
            "LogicalResourceId": kwargs["LogicalId"],
            "ResourceType": kwargs["ResourceType"],
            "ResourceProperties": properties,
            **more,
        }
        zipfile.ZipFile(io.BytesIO(function.code_bytes)).extractall(code)
        ran = subprocess.run(
            [os.environ["NODE"], "-e", RUNNER, str(next(Path(code).glob("index.*js"))), event["ResponseURL"]],
            input=json.dumps(event),
            env={
                **environment(properties),
                "AWS_ENDPOINT_URL_LAMBDA": event["ResponseURL"],
                "POLL_MILLISECONDS": "100",
                "PERMISSIONS_END_MILLISECONDS": "100",
                "LOG_PATIENCE_MILLISECONDS": "100",
                "AWS_REGION": where[1],
                **function.environment_vars,
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
    answer = server.answer or {"Status": "FAILED", "Reason": "CloudFormation was told nothing"}
    print(f"{kind} {kwargs['LogicalId']}: {answer['Status']}: {answer['Reason']}\n{ran.stdout}", file=sys.stderr)
    if answer["Status"] != "SUCCESS":
        raise ValidationError(message=f"{kwargs['LogicalId']}: {answer['Reason']}")
    return answer


def environment(properties):
    runtimes = json.loads(Path(CustomResource.runtime_file).read_text())
    endpoint = properties.get("EndpointName") or json.loads(properties.get("parameters", {}).get("EndpointName", '""'))
    return {
        "AWS_ACCESS_KEY_ID": "nobody",
        "AWS_SECRET_ACCESS_KEY": "nothing",
        "AWS_ENDPOINT_URL": CustomResource.url,
        "AWS_ENDPOINT_URL_SAGEMAKER_RUNTIME": runtimes.get(endpoint, CustomResource.url),
        "NODE_PATH": str(MODULES),  # the runtime of Lambda has the SDK
        "AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED": "true",
    }


class AnswerServer(HTTPServer):
    """Takes the answer to one event."""

    def __init__(self):
        self.answer = None
        super().__init__(("127.0.0.1", 0), Answer)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def server_close(self):
        self.shutdown()
        super().server_close()


class Answer(BaseHTTPRequestHandler):
    def do_PUT(self):
        self.server.answer = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.send_response(200)
        self.end_headers()

    def do_POST(self):
        """Takes what a function leaves for later, and never runs it."""
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(202)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass
