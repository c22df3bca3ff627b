from aws_cdk import App, Stack
from cdk_sagemaker_triton import (
    EndpointPurpose,
    InstanceGroup,
    InstanceType,
    SmokeTestOptions,
    TritonModel,
    TritonRealtimeEndpoint,
)

app = App()
stack = Stack(app, "Cpu")
model = TritonModel.from_directory("model-artifacts/text-classifier/onnx",
    name="text-classifier",
    max_batch_size=16
)

TritonRealtimeEndpoint(stack, "Development",
    model=model,
    instance_type=InstanceType.of("ml.c6i.large"),
    purpose=EndpointPurpose.DEVELOPMENT,
    smoke_test=SmokeTestOptions(enabled=True)
)

# Two instances of the model share the 4 vCPUs.
TritonRealtimeEndpoint(stack, "Production",
    model=model.with_overrides(
        instance_groups=[InstanceGroup.cpu(count=2)],
        parameters={"intra_op_thread_count": "2"}
    ),
    instance_type=InstanceType.of("ml.c6i.xlarge")
)

app.synth()
