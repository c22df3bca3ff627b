from aws_cdk import App, Duration, Stack
from aws_cdk.aws_sns import Topic
from cdk_sagemaker_triton import InstanceType, LatencyObjective, Scaling, TritonAsyncEndpoint, TritonModel

app = App()
stack = Stack(app, "DocumentQueue")
TritonAsyncEndpoint(stack, "Endpoint",
    model=TritonModel.from_directory("model-artifacts/text-classifier/onnx",
        name="text-classifier",
        max_batch_size=16
    ),
    instance_type=InstanceType.G5_XLARGE,
    latency_objective=LatencyObjective.p99(Duration.seconds(10)),
    output_expiration=Duration.days(30),
    error_topic=Topic(stack, "Failures", enforce_ssl=True),
    scaling=Scaling.backlog_per_instance(min_capacity=0, max_capacity=4, backlog_per_instance=64)
)

app.synth()
