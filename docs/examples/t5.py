from aws_cdk import Annotations, App, Duration, Stack
from cdk_sagemaker_triton import (
    Backend,
    EnginePrecision,
    EngineShapes,
    InstanceGroup,
    InstanceType,
    LatencyObjective,
    ModelExample,
    ModelFiles,
    Scaling,
    ServerOptions,
    Tensor,
    TritonModel,
    TritonRealtimeEndpoint,
)

app = App()
stack = Stack(app, "T5")
folder = "model-artifacts/stand-ins/t5/encoder"
layers = 2
heads = 4
width = 8
# Two sums in T5 exceed the range of FP16: the sum of squares in a norm, and the sum of the outputs of all previous layers.
layer_precisions = "*/Add:fp32,*layer_norm/Pow:fp32,*layer_norm/ReduceMean:fp32,*layer_norm/Sqrt:fp32,*layer_norm/Div:fp32," + "*layer_norm/Mul:fp32,*layer_norm/Mul_1:fp32,*DenseReluDense/wo/MatMul:fp32"
extra_arguments = ["--precisionConstraints=obey", f"--layerPrecisions={layer_precisions}"]
source = EngineShapes(min=[1, 1], opt=[1, 32], max=[4, 128])
cross = EngineShapes(
    min=[1, layers, heads, 1, width],
    opt=[1, layers, heads, 32, width],
    max=[4, layers, heads, 128, width]
)
# The cache has one unused entry, plus one entry for each token except the last.
past = EngineShapes(
    min=[1, layers, heads, 1, width],
    opt=[1, layers, heads, 6, width],
    max=[4, layers, heads, 11, width]
)
encoder = TritonModel(
    name="t5-encoder",
    backend=Backend.TENSORRT,
    files=ModelFiles.from_engine_build(f"{folder}/1/model.onnx",
        precision=EnginePrecision.FP16,
        extra_arguments=extra_arguments,
        profiles=[{"source_ids": source, "attn_mask": source}]
    ),
    max_batch_size=4
)
decoder = TritonModel(
    name="t5-decoder",
    backend=Backend.TENSORRT,
    files=ModelFiles.from_engine_build("model-artifacts/stand-ins/t5/decoder/1/model.onnx",
        precision=EnginePrecision.FP16,
        extra_arguments=extra_arguments,
        profiles=[{
            "target_ids": EngineShapes(min=[1, 1], opt=[1, 1], max=[4, 1]),
            "attn_mask": source,
            "cross_keys": cross,
            "cross_values": cross,
            "past_keys": past,
            "past_values": past
        }
        ]
    ),
    max_batch_size=4
)
token = TritonModel.from_directory("model-artifacts/stand-ins/t5/token",
    name="t5-token",
    max_batch_size=4,
    instance_groups=[InstanceGroup.cpu()]
)
TritonRealtimeEndpoint(stack, "Endpoint",
    model=TritonModel.from_directory("model-artifacts/t5/generate",
        name="t5",
        max_batch_size=4,
        inputs=[Tensor.int32("source_ids", [-1]), Tensor.int32("attn_mask", [-1])],
        outputs=[Tensor.int32("target_ids", [-1])],
        members=[encoder, decoder, token],
        parameters={"FORCE_CPU_ONLY_INPUT_TENSORS": "no"},
        examples=[ModelExample.from_file("model-artifacts/stand-ins/t5/generate.examples/4-tokens.json")]
    ),
    instance_type=InstanceType.G5_2_XLARGE,
    latency_objective=LatencyObjective.p99(Duration.millis(50)),
    # GPU memory for the keys and values that the models pass to each other: 220 MB for 4 texts of 128 tokens with flan-t5-large.
    server=ServerOptions(additional_arguments=["--cuda-memory-pool-byte-size=0:268435456"]),
    scaling=Scaling.concurrent_requests(max_capacity=4, requests_per_instance=1)
)
Annotations.of(stack).acknowledge_warning("cdk-sagemaker-triton:engine.driver", "AWS does not document the GPU drivers of jobs. If the drivers of both kinds of jobs are too old, the build fails.")

app.synth()
