from aws_cdk import Annotations, App, Duration, Stack
from cdk_sagemaker_triton import (
    Backend,
    EnginePrecision,
    EngineShapes,
    LatencyObjective,
    ModelExample,
    ModelFiles,
    Tensor,
    TritonModel,
    TritonRealtimeEndpoint,
    Warmup,
    capacity,
)

app = App()
stack = Stack(app, "BertLarge")
measurements = "model-artifacts/bert-large-inference-recommender.csv"
sizing = capacity.CapacityPlanner.from_inference_recommender_csv(measurements).plan(
    requests_per_second=500,
    latency_objective=LatencyObjective.p99(Duration.millis(500))
)
tokens = EngineShapes(min=[1, 512], opt=[16, 512], max=[16, 512])
onnx = "model-artifacts/stand-ins/bert-large/onnx"
TritonRealtimeEndpoint(stack, "Endpoint",
    model=TritonModel(
        name="bert-large",
        backend=Backend.TENSORRT,
        files=ModelFiles.from_engine_build(f"{onnx}/1/model.onnx",
            precision=EnginePrecision.FP16,
            profiles=[{"token_ids": tokens, "attn_mask": tokens}]
        ),
        max_batch_size=16,
        inputs=[Tensor.int32("token_ids", [512]), Tensor.int32("attn_mask", [512])],
        outputs=[Tensor.fp32("output", [2])],
        warmup=[Warmup.zeros(batch_size=16)],
        examples=[
            ModelExample.from_file(f"{onnx}.examples/512-tokens.json",
                relative_tolerance=0.05,
                absolute_tolerance=0.02
            )
        ]
    ),
    sizing=sizing
)
Annotations.of(stack).acknowledge_warning("cdk-sagemaker-triton:engine.driver", "AWS does not document the GPU drivers of jobs. If the drivers of both kinds of jobs are too old, the build fails.")

app.synth()
