from aws_cdk import App, Stack
from cdk_sagemaker_triton import TritonModel, TritonRealtimeEndpoint

app = App()
stack = Stack(app, "TextClassifier")
TritonRealtimeEndpoint(stack, "Endpoint",
    model=TritonModel.from_directory("model-artifacts/text-classifier/onnx",
        name="text-classifier",
        max_batch_size=16
    )
)

app.synth()
