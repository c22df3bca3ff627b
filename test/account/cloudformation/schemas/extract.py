"""
Writes the resource schemas that the simulated account uses to validate properties, from the schemas of the CloudFormation registry in cfn-lint:

    python3 test/account/cloudformation/schemas/extract.py <cfn-lint's folder "data/schemas"> [--check]

With --check, the script writes nothing, and fails if a file differs.
"""

import json
import pathlib
import sys

# The types in the templates of the examples, of the histories, and of the tests that set every option.
TYPES = [
    "ApiGatewayV2::Api", "ApiGatewayV2::Integration", "ApiGatewayV2::Route", "ApiGatewayV2::Stage",
    "ApplicationAutoScaling::ScalableTarget", "ApplicationAutoScaling::ScalingPolicy",
    "CloudFormation::WaitCondition", "CloudFormation::WaitConditionHandle",
    "CloudWatch::Alarm", "CloudWatch::CompositeAlarm", "CloudWatch::Dashboard",
    "EC2::EIP", "EC2::FlowLog", "EC2::InternetGateway", "EC2::NatGateway", "EC2::Route", "EC2::RouteTable", "EC2::SecurityGroup",
    "EC2::Subnet", "EC2::SubnetRouteTableAssociation", "EC2::VPC", "EC2::VPCEndpoint", "EC2::VPCGatewayAttachment", "Events::Rule", "IAM::ManagedPolicy", "IAM::Policy", "IAM::Role", "KMS::Key",
    "Lambda::EventSourceMapping", "Lambda::Function", "Lambda::Permission", "Logs::LogGroup", "Logs::MetricFilter",
    "S3::Bucket", "S3::BucketPolicy", "SageMaker::Endpoint", "SageMaker::EndpointConfig", "SageMaker::InferenceComponent", "SageMaker::Model",
    "SageMaker::ModelPackage", "SageMaker::ModelPackageGroup", "SNS::Topic", "SNS::TopicPolicy", "SQS::Queue", "SQS::QueuePolicy", "SSM::Parameter",
    "StepFunctions::StateMachine",
]
# Keywords that affect neither the validation of properties nor their replacement.
IGNORED_KEYWORDS = {
    "$schema", "$comment", "description", "title", "examples", "default", "format", "tagging", "handlers", "sourceUrl", "documentationUrl",
    "relationshipRef", "propertyTransform", "insertionOrder", "typeName", "deprecatedProperties", "writeOnlyProperties",
    "replacementStrategy", "resourceLink", "additionalIdentifiers",
}
SCHEMAS_BY_NAME = {"properties", "patternProperties", "definitions"}


def prune(schema):
    """Returns a copy of the schema without the ignored keywords."""
    if isinstance(schema, list):
        return [prune(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    pruned = {}
    for name, value in schema.items():
        if name in SCHEMAS_BY_NAME:
            pruned[name] = {key: prune(subschema) for key, subschema in value.items()}
        elif name not in IGNORED_KEYWORDS:
            pruned[name] = prune(value)
    return pruned


def main(data: pathlib.Path, check: bool) -> None:
    files = json.loads((data / "providers" / "us-east-1.json").read_text())
    different_files = []
    for name in TYPES:
        schema = prune(json.loads((data / "resources" / f"{files[f'AWS::{name}']}.json").read_text()))
        text = json.dumps(schema, indent=1, sort_keys=True) + "\n"
        path = pathlib.Path(__file__).with_name(f"{name.replace('::', '-').lower()}.json")
        if check and (not path.exists() or path.read_text() != text):
            different_files.append(path.name)
        if not check:
            path.write_text(text)
    if different_files:
        sys.exit(f"differs from cfn-lint's schemas: {', '.join(different_files)}")


main(pathlib.Path(sys.argv[1]), "--check" in sys.argv)
