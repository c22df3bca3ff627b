from aws_cdk import App
from aws_cdk.assertions import Template
from cdk_sagemaker_triton import InstanceType

from model import model
from serving_stack import ServingStack


def test_triton_would_load_the_model():
    assert model.validate(instance_type=InstanceType.G4_DN_XLARGE) == []


def test_the_stack_has_an_endpoint_on_one_type_of_instance():
    template = Template.from_stack(ServingStack(App(), "MyModelServing"))
    template.resource_count_is("AWS::SageMaker::Endpoint", 1)
    template.has_resource_properties(
        "AWS::SageMaker::EndpointConfig",
        {"ProductionVariants": [{"InstanceType": "ml.g4dn.xlarge"}]},
    )
