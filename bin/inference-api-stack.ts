import * as path from 'path';
import { CfnOutput, Duration, Stack, StackProps } from 'aws-cdk-lib';
import { CfnStage, HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpIamAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Runtime } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { TritonModel, TritonRealtimeEndpoint } from '../lib';
import { artifact } from './model-folders';

/** The image classifier behind an HTTP API: a Lambda function converts JSON to tensors, and tensors to JSON. */
export class InferenceApiStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const model = TritonModel.fromDirectory(artifact('image-classifier', 'onnx'), {
      name: 'image-classifier',
      maxBatchSize: 16,
    });
    const endpoint = new TritonRealtimeEndpoint(this, 'Endpoint', { model });

    const functionLogs = new LogGroup(this, 'FunctionLogs', { retention: RetentionDays.ONE_MONTH });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    functionLogs.grantWrite(role);
    endpoint.grantInvoke(role);
    const caller = new NodejsFunction(this, 'Function', {
      entry: path.join(__dirname, 'inference-api', 'handler.ts'),
      runtime: Runtime.NODEJS_24_X,
      memorySize: 512,
      timeout: Duration.seconds(29), // API Gateway waits 30 s
      environment: { ENDPOINT_NAME: endpoint.endpointName, MODEL: model.metadata },
      logGroup: functionLogs,
      role,
    });

    const api = new HttpApi(this, 'Api', { apiName: this.stackName, createDefaultStage: false });
    api.addRoutes({
      path: '/classify',
      methods: [HttpMethod.POST],
      integration: new HttpLambdaIntegration('Classify', caller),
      authorizer: new HttpIamAuthorizer(),
    });
    const accessLogs = new LogGroup(this, 'AccessLogs', { retention: RetentionDays.ONE_MONTH });
    new CfnStage(this, 'Stage', {
      apiId: api.apiId,
      stageName: '$default',
      autoDeploy: true,
      accessLogSettings: {
        destinationArn: accessLogs.logGroupArn,
        format: '$context.requestTime $context.identity.sourceIp $context.routeKey $context.status $context.requestId',
      },
      defaultRouteSettings: { throttlingRateLimit: 100, throttlingBurstLimit: 200 },
    });
    new CfnOutput(this, 'Url', { value: api.apiEndpoint });
  }
}
