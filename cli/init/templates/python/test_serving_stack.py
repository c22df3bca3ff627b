import json
from pathlib import Path

from aws_cdk import App
from aws_cdk.assertions import Template
from cdk_sagemaker_triton import InstanceType

from model import model
from serving_stack import ServingStack

SNAPSHOT = Path(__file__).parent / "serving_stack.snapshot.json"

# A snapshot is the same in a checkout in which Git LFS has not downloaded the model files.
app = App(context={"cdk-sagemaker-triton:templatesOnly": True})
template = Template.from_stack(ServingStack(app, "MyModelServing"))


def without_dashboards():
    """The template without dashboards, whose content changes often and does not change the endpoint."""
    complete_template = template.to_json()
    resources = complete_template["Resources"].items()
    kept_resources = {name: resource for name, resource in resources if resource["Type"] != "AWS::CloudWatch::Dashboard"}
    return {**complete_template, "Resources": kept_resources}


def test_triton_would_load_the_model():
    assert model.validate(instance_type=InstanceType.G4_DN_XLARGE) == []


def test_the_stack_has_an_endpoint_on_one_type_of_instance():
    template.resource_count_is("AWS::SageMaker::Endpoint", 1)
    template.has_resource_properties(
        "AWS::SageMaker::EndpointConfig",
        {"ProductionVariants": [{"InstanceType": "ml.g4dn.xlarge"}]},
    )


# Commit the snapshot. To accept a change, delete the file and run the test again.
def test_the_template_equals_the_snapshot():
    stable = without_dashboards()
    if not SNAPSHOT.exists():
        SNAPSHOT.write_text(json.dumps(stable, indent=2) + "\n")
    assert stable == json.loads(SNAPSHOT.read_text())
