from aws_cdk import App, CfnOutput, Duration, Stack
from aws_cdk.aws_apigatewayv2 import CfnStage, HttpApi, HttpMethod
from aws_cdk.aws_apigatewayv2_authorizers import HttpIamAuthorizer
from aws_cdk.aws_apigatewayv2_integrations import HttpLambdaIntegration
from aws_cdk.aws_iam import Role, ServicePrincipal
from aws_cdk.aws_lambda import Runtime
from aws_cdk.aws_lambda_nodejs import NodejsFunction
from aws_cdk.aws_logs import LogGroup, RetentionDays
from cdk_sagemaker_triton import TritonModel, TritonRealtimeEndpoint

app = App()
stack = Stack(app, "InferenceApi")
model = TritonModel.from_directory("model-artifacts/image-classifier/onnx",
    name="image-classifier",
    max_batch_size=16
)
endpoint = TritonRealtimeEndpoint(stack, "Endpoint", model=model)

function_logs = LogGroup(stack, "FunctionLogs", retention=RetentionDays.ONE_MONTH)
role = Role(stack, "Role", assumed_by=ServicePrincipal("lambda.amazonaws.com"))
function_logs.grant_write(role)
endpoint.grant_invoke(role)
caller = NodejsFunction(stack, "Function",
    entry="bin/inference-api/handler.ts",
    runtime=Runtime.NODEJS_24_X,
    memory_size=512,
    timeout=Duration.seconds(29),  # API Gateway waits 30 s
    environment={"ENDPOINT_NAME": endpoint.endpoint_name, "MODEL": model.metadata},
    log_group=function_logs,
    role=role
)

api = HttpApi(stack, "Api", api_name=stack.stack_name, create_default_stage=False)
api.add_routes(
    path="/classify",
    methods=[HttpMethod.POST],
    integration=HttpLambdaIntegration("Classify", caller),
    authorizer=HttpIamAuthorizer()
)
access_logs = LogGroup(stack, "AccessLogs", retention=RetentionDays.ONE_MONTH)
CfnStage(stack, "Stage",
    api_id=api.api_id,
    stage_name="$default",
    auto_deploy=True,
    access_log_settings=CfnStage.AccessLogSettingsProperty(
        destination_arn=access_logs.log_group_arn,
        format="$context.requestTime $context.identity.sourceIp $context.routeKey $context.status $context.requestId"
    ),
    default_route_settings=CfnStage.RouteSettingsProperty(throttling_rate_limit=100, throttling_burst_limit=200)
)
CfnOutput(stack, "Url", value=api.api_endpoint)

app.synth()
