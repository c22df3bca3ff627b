from aws_cdk import App, CfnOutput, Duration, RemovalPolicy, Stack
from aws_cdk.aws_s3 import BlockPublicAccess, Bucket
from cdk_sagemaker_triton import (
    Batching,
    InferenceRecommenderJob,
    InstanceGroup,
    InstanceType,
    LatencyObjective,
    StopConditions,
    Tensor,
    TrafficPattern,
    TrafficPhase,
    TritonImage,
    TritonModel,
)

app = App()
stack = Stack(app, "BertSweep")
batching = Batching.dynamic(preferred_batch_sizes=[16], max_queue_delay_microseconds=100)
instance_groups = [InstanceGroup.gpu(count=2)]
pytorch_model = TritonModel.from_directory("model-artifacts/stand-ins/bert-large/torchscript",
    name="bert",
    max_batch_size=16,
    inputs=[Tensor.int32("INPUT__0", [512]), Tensor.int32("INPUT__1", [512])],
    outputs=[Tensor.fp32("OUTPUT__0", [2])]
)
tensorrt_model = TritonModel.from_directory("model-artifacts/stand-ins/bert-large/engine",
    name="bert",
    max_batch_size=16,
    inputs=[Tensor.int32("token_ids", [512]), Tensor.int32("attn_mask", [512])],
    outputs=[Tensor.fp32("output", [2])]
)
phases = [TrafficPhase(initial_users=2, users_per_minute=2, duration=Duration.seconds(1500))]
results_bucket = Bucket(stack, "Results",
    block_public_access=BlockPublicAccess.BLOCK_ALL,
    enforce_ssl=True,
    removal_policy=RemovalPolicy.RETAIN
)
benchmarks = [["PytorchBase", pytorch_model], ["PytorchBatching", pytorch_model.with_overrides(batching=batching)], ["PytorchInstances", pytorch_model.with_overrides(instance_groups=instance_groups)], ["PytorchBoth", pytorch_model.with_overrides(batching=batching, instance_groups=instance_groups)], ["TensorrtBase", tensorrt_model], ["TensorrtBatching", tensorrt_model.with_overrides(batching=batching)], ["TensorrtInstances", tensorrt_model.with_overrides(instance_groups=instance_groups)], ["TensorrtBoth", tensorrt_model.with_overrides(batching=batching, instance_groups=instance_groups)]
]
for [name, model] in benchmarks:
    job = InferenceRecommenderJob(stack, name,
        model=model,
        # The newest release that runs on the default GPU driver of g4dn. The benchmark jobs cannot select a newer driver.
        image=TritonImage.for_release("22.12"),
        instance_types=[InstanceType.G4_DN_XLARGE, InstanceType.G4_DN_2_XLARGE, InstanceType.G4_DN_12_XLARGE],
        traffic_pattern=TrafficPattern.phases(phases),
        stop_at=StopConditions(invocations_per_minute=30000, model_latency=LatencyObjective.p95(Duration.millis(500))),
        domain="NATURAL_LANGUAGE_PROCESSING",
        task="FILL_MASK",
        results_bucket=results_bucket
    )
    table = results_bucket.s3_url_for_object(f"{job.results_prefix}latest/results.csv")
    CfnOutput(stack, f"Table{name}", value=table)

app.synth()
