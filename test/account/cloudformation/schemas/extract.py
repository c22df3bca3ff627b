"""
Writes the resource schemas that the simulated account judges properties by, from the CloudFormation registry's schemas as cfn-lint has them:

    python3 test/account/cloudformation/schemas/extract.py <cfn-lint's folder "data/schemas"> [--check]

With --check it writes nothing, and fails if a file differs.
"""

import json
import pathlib
import sys

# Every type in a template of the examples, of the histories, or with every option set. resource-schema.test.ts names one that is missing.
TYPES = [
    "ApiGatewayV2::Api", "ApiGatewayV2::Integration", "ApiGatewayV2::Route", "ApiGatewayV2::Stage",
    "ApplicationAutoScaling::ScalableTarget", "ApplicationAutoScaling::ScalingPolicy",
    "CloudFormation::WaitCondition", "CloudFormation::WaitConditionHandle",
    "CloudWatch::Alarm", "CloudWatch::CompositeAlarm", "CloudWatch::Dashboard",
    "EC2::EIP", "EC2::FlowLog", "EC2::InternetGateway", "EC2::NatGateway", "EC2::Route", "EC2::RouteTable", "EC2::SecurityGroup",
    "EC2::Subnet", "EC2::SubnetRouteTableAssociation", "EC2::VPC", "EC2::VPCEndpoint", "EC2::VPCGatewayAttachment", "Events::Rule", "IAM::ManagedPolicy", "IAM::Policy", "IAM::Role", "KMS::Key",
    "Lambda::EventInvokeConfig", "Lambda::Function", "Lambda::Permission", "Logs::LogGroup", "Logs::MetricFilter",
    "S3::Bucket", "S3::BucketPolicy", "SageMaker::Endpoint", "SageMaker::EndpointConfig", "SageMaker::Model",
    "SageMaker::ModelPackage", "SageMaker::ModelPackageGroup", "SNS::Topic", "SNS::TopicPolicy", "SSM::Parameter",
    "StepFunctions::StateMachine",
]
# What decides whether properties are valid, and what a change of them does. The rest is for people and for other programs.
LEFT_OUT = {
    "$schema", "$comment", "description", "title", "examples", "default", "format", "tagging", "handlers", "sourceUrl", "documentationUrl",
    "relationshipRef", "propertyTransform", "insertionOrder", "typeName", "deprecatedProperties", "writeOnlyProperties",
    "replacementStrategy", "resourceLink", "additionalIdentifiers",
}
SCHEMAS_BY_NAME = {"properties", "patternProperties", "definitions"}


def pruned(schema):
    if isinstance(schema, list):
        return [pruned(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {}
    for name, value in schema.items():
        if name in SCHEMAS_BY_NAME:
            kept[name] = {each: pruned(below) for each, below in value.items()}
        elif name not in LEFT_OUT:
            kept[name] = pruned(value)
    return kept


def main(data: pathlib.Path, check: bool) -> None:
    files = json.loads((data / "providers" / "us-east-1.json").read_text())
    differing = []
    for name in TYPES:
        schema = pruned(json.loads((data / "resources" / f"{files[f'AWS::{name}']}.json").read_text()))
        text = json.dumps(schema, indent=1, sort_keys=True) + "\n"
        path = pathlib.Path(__file__).with_name(f"{name.replace('::', '-').lower()}.json")
        if check and (not path.exists() or path.read_text() != text):
            differing.append(path.name)
        if not check:
            path.write_text(text)
    if differing:
        sys.exit(f"differs from cfn-lint's schemas: {', '.join(differing)}")


main(pathlib.Path(sys.argv[1]), "--check" in sys.argv)
