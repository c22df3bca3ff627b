import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { assetPath } from '../assets';
import { acknowledgeWildcards } from '../platform/acknowledge';
import { acknowledgeFunction, FunctionReasons } from '../platform/acknowledge-function';
import { endpointPolicyArns } from '../platform/endpoint-arns';

/** The handler of smoke test and canary, bundled when the library is built. */
const HANDLER = assetPath('lambda', 'smoke-test');

/** Megabytes with which Lambda gives a whole vCPU: a slower function would measure itself. */
const WHOLE_CPU = 1769;

/** Why the functions' policies name resources with wildcards. */
const WILDCARDS = {
  logs: "The log group is the endpoint's own; SageMaker names its streams",
  cloudwatch: 'The action supports no resource',
};

/** What a function that asks an endpoint is made of. */
export interface TestFunctionProps {
  readonly endpointName: string;
  readonly description: string;
  readonly timeout: Duration;
  /** Why it is as it is, for cdk-nag. */
  readonly reasons: Pick<FunctionReasons, 'concurrency' | 'deadLetters'>;
  /** What it may do beside asking and describing the endpoint. */
  readonly statements: PolicyStatement[];
}

/** A function that may ask and describe one endpoint, write its own log, and do what else it is given. */
export function createTestFunction(scope: Construct, props: TestFunctionProps): Function {
  const logGroup = new LogGroup(scope, 'LogGroup', {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const endpoint = endpointPolicyArns(Stack.of(scope), props.endpointName);
  const statements = [
    new PolicyStatement({ actions: ['sagemaker:DescribeEndpoint', 'sagemaker:InvokeEndpoint'], resources: endpoint }),
    new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    }),
    ...props.statements,
  ];
  acknowledgeFunction(scope, { log: 'holds no payloads unless they are asked for', ...props.reasons });
  acknowledgeWildcards(scope, statements, WILDCARDS);
  return new Function(scope, 'Handler', {
    description: props.description,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    code: Code.fromAsset(HANDLER),
    handler: 'index.handler',
    timeout: props.timeout,
    memorySize: WHOLE_CPU,
    logGroup,
    role: new Role(scope, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { AskEndpoint: new PolicyDocument({ statements }) },
    }),
  });
}
