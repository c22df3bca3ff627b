from aws_cdk import Annotations, App, Duration, Stack
from cdk_sagemaker_triton import (
    Backend,
    Batching,
    EnginePrecision,
    EngineShapes,
    InstanceGroup,
    InstanceType,
    LatencyObjective,
    ModelFiles,
    Scaling,
    Tensor,
    TritonModel,
    TritonMultiModelEndpoint,
    Warmup,
)

app = App()
stack = Stack(app, "ResNet50")
batching = Batching.dynamic(preferred_batch_sizes=[128], max_queue_delay_microseconds=100)
torchscript = TritonModel.from_directory("model-artifacts/stand-ins/resnet-50/torchscript",
    name="resnet-50-pt",
    max_batch_size=128,
    inputs=[Tensor.fp32("INPUT__0", [3, 224, 224])],
    outputs=[Tensor.fp32("OUTPUT__0", [1000])],
    batching=batching,
    warmup=[Warmup.zeros(batch_size=128)]
)
onnx = "model-artifacts/stand-ins/resnet-50/onnx"
# Small and large batches have separate optimization profiles, because their fastest kernels differ.
small = EngineShapes(min=[1, 3, 224, 224], opt=[8, 3, 224, 224], max=[32, 3, 224, 224])
large = EngineShapes(min=[33, 3, 224, 224], opt=[128, 3, 224, 224], max=[128, 3, 224, 224])
tensorrt = TritonModel(
    name="resnet-50-trt",
    backend=Backend.TENSORRT,
    files=ModelFiles.from_engine_build(f"{onnx}/1/model.onnx",
        precision=EnginePrecision.FP16,
        profiles=[{"input": small}, {"input": large}]
    ),
    max_batch_size=128,
    inputs=[Tensor.fp32("input", [3, 224, 224])],
    outputs=[Tensor.fp32("output", [1000])],
    # Triton executes a batch with the profile whose optimum is nearest.
    instance_groups=[InstanceGroup.gpu(profiles=["0", "1"])],
    batching=batching,
    warmup=[Warmup.zeros(batch_size=8), Warmup.zeros(batch_size=128)]
)
TritonMultiModelEndpoint(stack, "Endpoint",
    models=[torchscript, tensorrt],
    instance_type=InstanceType.G4_DN_4_XLARGE,
    instance_count=2,
    latency_objective=LatencyObjective.p99(Duration.millis(200)),
    scaling=Scaling.gpu_utilization(percent=60, min_capacity=1, max_capacity=5)
)
Annotations.of(stack).acknowledge_warning("cdk-sagemaker-triton:engine.driver", "AWS does not document the GPU drivers of jobs. If the driver is too old, the build fails.")

app.synth()
