import { ArnFormat, Duration, Lazy, Stack } from 'aws-cdk-lib';
import { CfnRule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { LibraryFunction } from '../../cdk/library-function';
import { FUNCTION_REASONS, WILDCARD_REASONS } from '../../cdk/nag-reasons';
import { stackSingleton } from '../../cdk/stack-singleton';
import { ReportedEndpoint } from '../../contracts/failure-report-event';
import { endpointLogGroupOf } from '../../contracts/log-groups';
import { keptLogGroupNameOf } from '../../diagnosis/kept-log';

const ID = 'TritonFailureReport';

/** With ten endpoints with the longest names and logical IDs, the input of a target has less than EventBridge's limit of 8,192 characters. */
const ENDPOINTS_OF_RULE = 10;

/**
 * Statuses after which a deployment may have failed. SageMaker documents the statuses of events only by examples in upper case, and none for a
 * rollback.
 */
const STATUSES = ['FAILED', 'IN_SERVICE', 'ROLLING_BACK', 'UPDATE_ROLLBACK_FAILED'];

type ReportedEndpoints = Record<string, ReportedEndpoint>;

/** The Lambda function that reports failed deployments. A stack has one function for all its endpoints. */
export class ReportFunction extends Construct {
  /** Returns the function of the stack, and creates it if necessary. */
  public static of(scope: Construct): ReportFunction {
    return stackSingleton(scope, ID, (stack) => new ReportFunction(stack));
  }

  private readonly libraryFunction: LibraryFunction;
  /** The endpoints of each rule. */
  private readonly rules: ReportedEndpoints[] = [];

  private constructor(stack: Stack) {
    super(stack, ID);
    this.libraryFunction = new LibraryFunction(this, {
      handler: 'failure-report',
      description: 'Reports why the deployment of an endpoint failed',
      timeout: Duration.minutes(5),
      memorySize: 256,
      reasons: FUNCTION_REASONS.failureReport,
      wildcards: WILDCARD_REASONS.failureReport,
    });
    // The ARN of a log group ends with its name. The ARN of a log stream has a suffix.
    const keptLogs = [keptLogGroupNameOf('*'), `${keptLogGroupNameOf('*')}:*`];
    this.libraryFunction.allow(
      new PolicyStatement({
        actions: ['cloudformation:DescribeStackResource', 'cloudformation:DescribeStacks'],
        resources: [stack.stackId],
      }),
      // With a statement for each endpoint, the role would have room for fewer endpoints than a stack.
      new PolicyStatement({
        actions: ['sagemaker:DescribeEndpoint'],
        resources: [stack.formatArn({ service: 'sagemaker', resource: 'endpoint', resourceName: '*' })],
      }),
      new PolicyStatement({
        actions: [
          'logs:CreateLogGroup',
          'logs:PutRetentionPolicy',
          'logs:CreateLogStream',
          'logs:GetLogEvents',
          'logs:PutLogEvents',
        ],
        resources: keptLogs.map((name) => logGroupArn(stack, name)),
      }),
    );
  }

  /** Starts the function when the status of the endpoint changes, and grants the permission to read its log. */
  public add(endpointName: string, endpoint: ReportedEndpoint): void {
    this.ruleWithRoom()[endpointName] = endpoint;
    const stack = Stack.of(this);
    this.libraryFunction.allow(
      new PolicyStatement({
        actions: ['logs:DescribeLogStreams', 'logs:GetLogEvents'],
        resources: [logGroupArn(stack, `${endpointLogGroupOf(endpointName)}:*`)],
      }),
    );
  }

  /** The endpoints of a rule to which another endpoint can be added. */
  private ruleWithRoom(): ReportedEndpoints {
    const last = this.rules.at(-1);
    return last && Object.keys(last).length < ENDPOINTS_OF_RULE ? last : this.addRule();
  }

  /**
   * The rule refers to no resource of an endpoint, since all endpoints depend on it, and some may depend on others. The function asks
   * CloudFormation which configuration is being deployed.
   */
  private addRule(): ReportedEndpoints {
    const stack = Stack.of(this);
    const endpoints: ReportedEndpoints = {};
    const id = `Rule${this.rules.push(endpoints)}`;
    const rule = new CfnRule(this, id, {
      description: 'Reports why the deployment of an endpoint failed',
      eventPattern: Lazy.any({
        produce: () => ({
          source: ['aws.sagemaker'],
          'detail-type': ['SageMaker Endpoint State Change'],
          detail: { EndpointName: Object.keys(endpoints), EndpointStatus: STATUSES },
        }),
      }),
      targets: [
        {
          id: 'Report',
          arn: this.libraryFunction.function.functionArn,
          inputTransformer: {
            inputPathsMap: { detail: '$.detail' },
            inputTemplate: Lazy.string({
              produce: () =>
                `{"detail":<detail>,"stackId":"${stack.stackId}","endpoints":${stack.toJsonString(endpoints)}}`,
            }),
          },
        },
      ],
    });
    this.libraryFunction.function.addPermission(`Allow${id}`, {
      principal: new ServicePrincipal('events.amazonaws.com'),
      sourceArn: rule.attrArn,
    });
    return endpoints;
  }
}

function logGroupArn(stack: Stack, resourceName: string): string {
  return stack.formatArn({
    service: 'logs',
    resource: 'log-group',
    resourceName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}
