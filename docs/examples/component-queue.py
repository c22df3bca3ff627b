from aws_cdk import App, CfnOutput, Duration, Stack
from aws_cdk.aws_iam import PolicyStatement, Role, ServicePrincipal
from aws_cdk.aws_lambda import Runtime
from aws_cdk.aws_lambda_event_sources import SqsEventSource
from aws_cdk.aws_lambda_nodejs import NodejsFunction
from aws_cdk.aws_logs import LogGroup, RetentionDays
from aws_cdk.aws_s3 import BlockPublicAccess, Bucket, LifecycleRule
from aws_cdk.aws_sqs import DeadLetterQueue, Queue
from cdk_sagemaker_triton import (
    InferenceComponentOptions,
    InstanceType,
    Scaling,
    TritonInferenceComponents,
    TritonModel,
)

app = App()
stack = Stack(app, "ComponentQueue")
images = TritonModel.from_directory("model-artifacts/image-classifier/onnx",
    name="image-classifier",
    max_batch_size=16
)
texts = TritonModel.from_directory("model-artifacts/text-classifier/onnx",
    name="text-classifier",
    max_batch_size=16
)
scaling = Scaling.concurrent_requests_per_copy(min_capacity=0, max_capacity=2, requests_per_copy=16)
endpoint = TritonInferenceComponents(stack, "Endpoint",
    instance_type=InstanceType.G5_XLARGE,  # 1 GPU, so 1 copy
    min_instance_count=0,
    max_instance_count=6,  # 4 copies, and one new copy of each component during an update
    components=[
        InferenceComponentOptions(component_name="images", model=images, scaling=scaling),
        InferenceComponentOptions(component_name="texts", model=texts, scaling=scaling)
    ]
)
component = endpoint.component_of("images")

failures = Queue(stack, "Failures", enforce_ssl=True, retention_period=Duration.days(14))
requests = Queue(stack, "Requests",
    enforce_ssl=True,
    visibility_timeout=Duration.minutes(3),  # time until a request that failed is sent again
    dead_letter_queue=DeadLetterQueue(queue=failures, max_receive_count=20)
)
responses = Bucket(stack, "Responses",
    block_public_access=BlockPublicAccess.BLOCK_ALL,
    enforce_ssl=True,
    lifecycle_rules=[LifecycleRule(expiration=Duration.days(30))]
)

function_logs = LogGroup(stack, "FunctionLogs", retention=RetentionDays.ONE_MONTH)
role = Role(stack, "Role", assumed_by=ServicePrincipal("lambda.amazonaws.com"))
function_logs.grant_write(role)
component.grant_invoke(role) # not the component `texts`
role.add_to_principal_policy(
    PolicyStatement(actions=["s3:PutObject"], resources=[responses.arn_for_objects("*")]))
consumer = NodejsFunction(stack, "Function",
    entry="bin/component-queue/handler.ts",
    runtime=Runtime.NODEJS_24_X,
    memory_size=512,
    timeout=Duration.seconds(30),
    environment={
        "ENDPOINT_NAME": endpoint.endpoint_name,
        "INFERENCE_COMPONENT_NAME": component.inference_component_name,
        "MODEL": images.metadata,
        "RESPONSE_BUCKET": responses.bucket_name
    },
    log_group=function_logs,
    role=role
)
consumer.add_event_source(
    SqsEventSource(requests, batch_size=10, max_concurrency=2, report_batch_item_failures=True))
CfnOutput(stack, "QueueUrl", value=requests.queue_url)
CfnOutput(stack, "ResponseBucket", value=responses.bucket_name)

app.synth()
