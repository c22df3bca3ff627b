import { App, CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { CfnStage, HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpIamAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Runtime } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { TritonModel, TritonRealtimeEndpoint } from 'cdk-sagemaker-triton';

const app = new App();
const stack = new Stack(app, 'InferenceApi');
const model = TritonModel.fromDirectory('model-artifacts/image-classifier/onnx', {
  name: 'image-classifier',
  maxBatchSize: 16,
});
const endpoint = new TritonRealtimeEndpoint(stack, 'Endpoint', { model });

const functionLogs = new LogGroup(stack, 'FunctionLogs', { retention: RetentionDays.ONE_MONTH });
const role = new Role(stack, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
functionLogs.grantWrite(role);
endpoint.grantInvoke(role);
const caller = new NodejsFunction(stack, 'Function', {
  entry: 'bin/inference-api/handler.ts',
  runtime: Runtime.NODEJS_24_X,
  memorySize: 512,
  timeout: Duration.seconds(29), // API Gateway waits 30 s
  environment: { ENDPOINT_NAME: endpoint.endpointName, MODEL: model.metadata },
  logGroup: functionLogs,
  role,
});

const api = new HttpApi(stack, 'Api', { apiName: stack.stackName, createDefaultStage: false });
api.addRoutes({
  path: '/classify',
  methods: [HttpMethod.POST],
  integration: new HttpLambdaIntegration('Classify', caller),
  authorizer: new HttpIamAuthorizer(),
});
const accessLogs = new LogGroup(stack, 'AccessLogs', { retention: RetentionDays.ONE_MONTH });
new CfnStage(stack, 'Stage', {
  apiId: api.apiId,
  stageName: '$default',
  autoDeploy: true,
  accessLogSettings: {
    destinationArn: accessLogs.logGroupArn,
    format: '$context.requestTime $context.identity.sourceIp $context.routeKey $context.status $context.requestId',
  },
  defaultRouteSettings: { throttlingRateLimit: 100, throttlingBurstLimit: 200 },
});
new CfnOutput(stack, 'Url', { value: api.apiEndpoint });

app.synth();
