from aws_cdk import App, Size, Stack
from cdk_sagemaker_triton import (
    Backend,
    Ensemble,
    EnsembleStep,
    InstanceGroup,
    MonitoringOptions,
    ServerOptions,
    Tensor,
    TritonModel,
    TritonRealtimeEndpoint,
)

app = App()
stack = Stack(app, "ImagePipeline")
on_cpu = InstanceGroup.cpu(count=2)
preprocess = TritonModel.from_directory("model-artifacts/image-pipeline/preprocess",
    max_batch_size=16,
    inputs=[Tensor.uint8("pixels", [32, 32, 3])],
    outputs=[Tensor.fp32("image", [3, 32, 32])],
    instance_groups=[on_cpu]
)
classifier = TritonModel.from_directory("model-artifacts/image-classifier/onnx",
    name="classifier",
    max_batch_size=16
)
label = TritonModel.from_directory("model-artifacts/image-pipeline/label",
    max_batch_size=16,
    inputs=[Tensor.fp32("scores", [10])],
    outputs=[Tensor.string("label", [1])],
    instance_groups=[on_cpu]
)
steps = [
    EnsembleStep(model=preprocess, input_map={"pixels": "pixels"}, output_map={"image": "image"}),
    EnsembleStep(model=classifier, input_map={"image": "image"}, output_map={"scores": "scores"}),
    EnsembleStep(model=label, input_map={"scores": "scores"}, output_map={"label": "label"})
]
TritonRealtimeEndpoint(stack, "Endpoint",
    model=TritonModel(
        name="image-pipeline",
        backend=Backend.ENSEMBLE,
        max_batch_size=16,
        inputs=[Tensor.uint8("pixels", [32, 32, 3])],
        outputs=[Tensor.string("label", [1])],
        ensemble=Ensemble.of(steps)
    ),
    # The metrics show which of the models is slow. The metrics exporter is a fifth instance of a Python model in the shared memory.
    monitoring=MonitoringOptions(server_metrics=True),
    server=ServerOptions(python_shared_memory=Size.mebibytes(8))
)

app.synth()
