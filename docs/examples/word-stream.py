from aws_cdk import App, Duration, Stack
from cdk_sagemaker_triton import (
    InferenceType,
    InstanceType,
    LatencyObjective,
    MonitoringOptions,
    ServerOptions,
    Tensor,
    TritonModel,
    TritonRealtimeEndpoint,
)

app = App()
stack = Stack(app, "WordStream")
TritonRealtimeEndpoint(stack, "Endpoint",
    model=TritonModel.from_directory("model-artifacts/word-stream/python",
        name="word-stream",
        inputs=[Tensor.string("text_input", [1])],
        outputs=[Tensor.string("text_output", [1])],
        decoupled=True
    ),
    instance_type=InstanceType.of("ml.c6i.large"),
    server=ServerOptions(inference_type=InferenceType.GENERATE_STREAM),
    latency_objective=LatencyObjective.p99(Duration.seconds(5)),
    monitoring=MonitoringOptions(first_chunk_objective=LatencyObjective.p99(Duration.millis(200)))
)

app.synth()
