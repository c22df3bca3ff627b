import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { componentPolicyArns } from '../../cdk/component-names';
import { endpointPolicyArns } from '../../cdk/endpoint-names';
import { LibraryFunction } from '../../cdk/library-function';
import { FUNCTION_REASONS, WILDCARD_REASONS } from '../../cdk/nag-reasons';
import { stackSingleton } from '../../cdk/stack-singleton';
import { FailureReportProperties } from '../../contracts/failure-report-properties';
import { componentLogGroupOf, endpointLogGroupOf } from '../../contracts/log-groups';
import { keptLogGroupNameOf } from '../../diagnosis/kept-log';

const ID = 'TritonFailureReport';

/** The Lambda function that monitors deployments. A stack has one function for all its endpoints. */
export class ReportFunction extends Construct {
  /** Returns the function of the stack, and creates it if necessary. */
  public static of(scope: Construct): ReportFunction {
    return stackSingleton(scope, ID, (stack) => new ReportFunction(stack));
  }

  public readonly libraryFunction: LibraryFunction;

  private constructor(stack: Stack) {
    super(stack, ID);
    this.libraryFunction = new LibraryFunction(this, {
      handler: 'failure-report',
      description: 'Reports why the deployment of an endpoint failed',
      timeout: Duration.minutes(15),
      memorySize: 256,
      reasons: FUNCTION_REASONS.failureReport,
      wildcards: WILDCARD_REASONS.failureReport,
    });
    this.libraryFunction.allowSelfInvocation();
    this.libraryFunction.allow(
      new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [stack.stackId] }),
    );
  }

  /** Grants the permissions to describe a target, read its log, and copy lines to a second log group, which is retained. */
  public allow({ EndpointName, InferenceComponentName }: FailureReportProperties): void {
    const stack = Stack.of(this);
    const logGroupArn = (resourceName: string): string =>
      stack.formatArn({
        service: 'logs',
        resource: 'log-group',
        resourceName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      });
    const [logGroup, describe] =
      InferenceComponentName === undefined
        ? [
            endpointLogGroupOf(EndpointName),
            { actions: ['sagemaker:DescribeEndpoint'], resources: endpointPolicyArns(stack, EndpointName) },
          ]
        : [
            componentLogGroupOf(InferenceComponentName),
            {
              actions: ['sagemaker:DescribeInferenceComponent'],
              resources: componentPolicyArns(stack, InferenceComponentName),
            },
          ];
    const keptLogGroup = keptLogGroupNameOf(EndpointName);
    this.libraryFunction.allow(
      new PolicyStatement(describe),
      new PolicyStatement({
        actions: ['logs:DescribeLogStreams', 'logs:GetLogEvents'],
        resources: [logGroupArn(`${logGroup}:*`)],
      }),
      new PolicyStatement({
        actions: ['logs:CreateLogGroup', 'logs:PutRetentionPolicy', 'logs:CreateLogStream', 'logs:PutLogEvents'],
        // The ARN of a log group ends with its name. The ARN of a log stream has a suffix.
        resources: [logGroupArn(keptLogGroup), logGroupArn(`${keptLogGroup}:*`)],
      }),
    );
  }
}
