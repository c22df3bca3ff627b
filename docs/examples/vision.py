from aws_cdk import App, Duration, Stack
from cdk_sagemaker_triton import (
    Backend,
    Ensemble,
    EnsembleStep,
    InstanceType,
    LatencyObjective,
    ModelExample,
    Scaling,
    Tensor,
    TritonModel,
    TritonMultiModelEndpoint,
    Warmup,
)

app = App()
stack = Stack(app, "Vision")
torchscript = TritonModel.from_directory("model-artifacts/image-classifier/torchscript",
    name="classifier-pt",
    max_batch_size=16,
    inputs=[Tensor.fp32("INPUT__0", [3, 32, 32])],
    outputs=[Tensor.fp32("OUTPUT__0", [10])],
    warmup=[Warmup.zeros(), Warmup.zeros(batch_size=16)]
)
onnx = TritonModel.from_directory("model-artifacts/image-classifier/onnx",
    name="classifier-onnx",
    max_batch_size=16
)
preprocessing = TritonModel.from_directory("model-artifacts/image-pipeline/preprocess",
    name="preprocessing",
    max_batch_size=16,
    inputs=[Tensor.uint8("pixels", [32, 32, 3])],
    outputs=[Tensor.fp32("image", [3, 32, 32])]
)
steps = [
    EnsembleStep(model=preprocessing, input_map={"pixels": "pixels"}, output_map={"image": "normalized"}),
    EnsembleStep(model=onnx, input_map={"image": "normalized"}, output_map={"scores": "scores"})
]
pipeline = TritonModel(
    name="pixels-to-scores",
    backend=Backend.ENSEMBLE,
    max_batch_size=16,
    inputs=[Tensor.uint8("pixels", [32, 32, 3])],
    outputs=[Tensor.fp32("scores", [10])],
    ensemble=Ensemble.of(steps),
    examples=[ModelExample.from_file("model-artifacts/image-pipeline/pixels-to-scores.example.json")]
)
endpoint = TritonMultiModelEndpoint(stack, "Endpoint",
    models=[torchscript, onnx, preprocessing],
    open_prefix=True,
    instance_type=InstanceType.G4_DN_4_XLARGE,
    instance_count=2,
    scaling=Scaling.gpu_utilization(percent=60, min_capacity=1, max_capacity=5),
    latency_objective=LatencyObjective.p99(Duration.millis(200))
)
endpoint.add_model(pipeline)

app.synth()
