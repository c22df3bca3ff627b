from aws_cdk import App, Duration, Stack
from aws_cdk.aws_cloudwatch_actions import SnsAction
from aws_cdk.aws_sns import Topic
from cdk_sagemaker_triton import (
    CapacitySize,
    InstanceType,
    LatencyObjective,
    MonitoringOptions,
    TritonModel,
    TritonRealtimeEndpoint,
    UpdateStrategy,
)

app = App()
stack = Stack(app, "CanaryRelease")
on_call = Topic(stack, "OnCall", enforce_ssl=True)
TritonRealtimeEndpoint(stack, "Endpoint",
    model=TritonModel.from_directory("model-artifacts/image-classifier/onnx",
        name="image-classifier",
        max_batch_size=16
    ),
    instance_type=InstanceType.G4_DN_XLARGE,
    instance_count=10,
    latency_objective=LatencyObjective.p99(Duration.millis(50)),
    update_strategy=UpdateStrategy.canary(
        size=CapacitySize.percent(10),
        wait_interval=Duration.minutes(10),
        bake_time=Duration.minutes(10)
    ),
    monitoring=MonitoringOptions(alarm_actions=[SnsAction(on_call)])
)

app.synth()
