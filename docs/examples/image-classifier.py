from aws_cdk import App, Duration, Stack
from cdk_sagemaker_triton import (
    Batching,
    InstanceGroup,
    InstanceType,
    LatencyObjective,
    Scaling,
    Tensor,
    TritonModel,
    TritonRealtimeEndpoint,
    Warmup,
)

app = App()
stack = Stack(app, "ImageClassifier")
batching = Batching.dynamic(preferred_batch_sizes=[8, 16], max_queue_delay_microseconds=100)
latency_objective = LatencyObjective.p99(Duration.millis(50))
scaling = Scaling.invocations_per_instance(max_capacity=4, invocations_per_second=100)

TritonRealtimeEndpoint(stack, "TorchScript",
    instance_type=InstanceType.G4_DN_XLARGE,
    latency_objective=latency_objective,
    scaling=scaling,
    model=TritonModel.from_directory("model-artifacts/image-classifier/torchscript",
        name="image-classifier",
        max_batch_size=16,
        inputs=[Tensor.fp32("INPUT__0", [3, 32, 32])],
        outputs=[Tensor.fp32("OUTPUT__0", [10])],
        instance_groups=[InstanceGroup.gpu(count=2)],
        batching=batching,
        warmup=[Warmup.zeros(), Warmup.zeros(batch_size=16)]
    )
)

TritonRealtimeEndpoint(stack, "Onnx",
    instance_type=InstanceType.G4_DN_XLARGE,
    latency_objective=latency_objective,
    scaling=scaling,
    model=TritonModel.from_directory("model-artifacts/image-classifier/onnx",
        name="image-classifier",
        max_batch_size=16,
        batching=batching
    )
)

app.synth()
