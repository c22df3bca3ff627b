import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Function } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { keptLogGroupNameOf } from '../../diagnosis/kept-log';
import { acknowledgeWildcards } from '../../platform/acknowledge';
import { endpointPolicyArns, logGroupNameOf } from '../../platform/endpoint-names';
import { FunctionPolicy } from '../../platform/function-policy';
import { createLibraryFunction } from '../../platform/library-function';
import { FUNCTIONS, WILDCARDS } from '../../platform/nag-reasons';
import { stackSingleton } from '../../platform/stack-singleton';

const ID = 'TritonFailureReport';

/** The function that watches endpoints while they are deployed: one for all endpoints of a stack. */
export class ReportFunction extends Construct {
  /** The stack's function. */
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
      reasons: FUNCTIONS.failureReport,
    });
    this.handler = handler;
    this.policy = policy;
    this.policy.addStatements(
      new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [stack.stackId] }),
    );
  }

  /** Lets it describe an endpoint, read its log, and keep lines of it. */
  public allow(endpointName: string): void {
    const stack = Stack.of(this);
    const logGroup = (resourceName: string): string =>
      stack.formatArn({
        service: 'logs',
        resource: 'log-group',
        resourceName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      });
    const kept = keptLogGroupNameOf(endpointName);
    const statements = [
      new PolicyStatement({
        actions: ['sagemaker:DescribeEndpoint'],
        resources: endpointPolicyArns(stack, endpointName),
      }),
      new PolicyStatement({
        actions: ['logs:DescribeLogStreams', 'logs:GetLogEvents'],
        resources: [logGroup(`${logGroupNameOf(endpointName)}:*`)],
      }),
      new PolicyStatement({
        actions: ['logs:CreateLogGroup', 'logs:PutRetentionPolicy', 'logs:CreateLogStream', 'logs:PutLogEvents'],
        // Groups and streams are named with and without what comes behind the group's name.
        resources: [logGroup(kept), logGroup(`${kept}:*`)],
      }),
    ];
    this.policy.addStatements(...statements);
    acknowledgeWildcards(this, statements, WILDCARDS.failureReport);
  }
}
