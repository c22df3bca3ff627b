import { ArnFormat, CustomResource, Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Function } from 'aws-cdk-lib/aws-lambda';
import { CfnEndpoint, CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { acknowledgeWildcards } from '../../cdk/acknowledge';
import { endpointPolicyArns, logGroupNameOf } from '../../cdk/endpoint-names';
import { FunctionPolicy } from '../../cdk/function-policy';
import { createLibraryFunction } from '../../cdk/library-function';
import { FUNCTION_REASONS, WILDCARD_REASONS } from '../../cdk/nag-reasons';
import { stackSingleton } from '../../cdk/stack-singleton';
import { keptLogGroupNameOf } from '../../diagnosis/kept-log';
import { allowLogEncryption } from '../../monitoring/endpoint-logs';
import { Endpoint } from '../endpoint';

/** CloudFormation's limit for a custom resource. */
const TIMEOUT = Duration.hours(1);

/**
 * Creates the custom resource that reports why a deployment of the endpoint fails. The report depends on everything that the endpoint
 * depends on, so CloudFormation starts the report and the endpoint at the same time. No resource depends on the report.
 *
 * The endpoint depends on the function of the report. If the stack is deleted during its creation, or its creation is rolled back,
 * CloudFormation therefore deletes the permissions of the function only after the endpoint, when the function no longer requires them.
 */
export function buildFailureReport(
  scope: Construct,
  { endpointName, monitoring }: Endpoint,
  cfnEndpointConfig: CfnEndpointConfig,
  cfnEndpoint: CfnEndpoint,
): void {
  if (monitoring.failureReport === false) return;
  const reporter = ReportFunction.of(scope);
  reporter.allow(endpointName);
  const { logEncryptionKey } = monitoring;
  if (logEncryptionKey) allowLogEncryption(logEncryptionKey, Stack.of(scope), keptLogGroupNameOf(endpointName));
  const report = new CustomResource(scope, 'FailureReport', {
    resourceType: 'Custom::TritonFailureReport',
    serviceToken: reporter.handler.functionArn,
    serviceTimeout: TIMEOUT,
    properties: {
      EndpointName: endpointName,
      EndpointConfigName: cfnEndpointConfig.attrEndpointConfigName,
      EncryptionKeyArn: logEncryptionKey?.keyArn,
    },
  });
  cfnEndpoint.node.addDependency(reporter);
  report.node.addDependency(...cfnEndpoint.node.dependencies);
}

const ID = 'TritonFailureReport';

/** The Lambda function that monitors deployments of endpoints. A stack has one function for all its endpoints. */
class ReportFunction extends Construct {
  /** Returns the function of the stack, and creates it if necessary. */
  public static of(scope: Construct): ReportFunction {
    return stackSingleton(scope, ID, (stack) => new ReportFunction(stack));
  }

  public readonly handler: Function;
  private readonly policy: FunctionPolicy;

  private constructor(stack: Stack) {
    super(stack, ID);
    const { handler, policy } = createLibraryFunction(this, {
      handler: 'failure-report',
      description: 'Reports why the deployment of an endpoint failed',
      invokesItself: true,
      timeout: Duration.minutes(15),
      memorySize: 256,
      reasons: FUNCTION_REASONS.failureReport,
    });
    this.handler = handler;
    this.policy = policy;
    this.policy.addStatements(
      new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [stack.stackId] }),
    );
  }

  /** Grants the permissions to describe an endpoint, read its log, and copy lines to a second log group, which is retained. */
  public allow(endpointName: string): void {
    const stack = Stack.of(this);
    const logGroupArn = (resourceName: string): string =>
      stack.formatArn({
        service: 'logs',
        resource: 'log-group',
        resourceName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      });
    const keptLogGroup = keptLogGroupNameOf(endpointName);
    const statements = [
      new PolicyStatement({
        actions: ['sagemaker:DescribeEndpoint'],
        resources: endpointPolicyArns(stack, endpointName),
      }),
      new PolicyStatement({
        actions: ['logs:DescribeLogStreams', 'logs:GetLogEvents'],
        resources: [logGroupArn(`${logGroupNameOf(endpointName)}:*`)],
      }),
      new PolicyStatement({
        actions: ['logs:CreateLogGroup', 'logs:PutRetentionPolicy', 'logs:CreateLogStream', 'logs:PutLogEvents'],
        // The ARN of a log group ends with its name. The ARN of a log stream has a suffix.
        resources: [logGroupArn(keptLogGroup), logGroupArn(`${keptLogGroup}:*`)],
      }),
    ];
    this.policy.addStatements(...statements);
    acknowledgeWildcards(this, statements, WILDCARD_REASONS.failureReport);
  }
}
