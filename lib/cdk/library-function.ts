import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { Architecture, Function, RecursiveLoop, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge';
import { FunctionPolicy } from './function-policy';
import { HandlerCode } from './handler-code';
import { FunctionReasons } from './nag-reasons';
import { checkRoleSize, GRANT_LESS_ADVICE } from './role-size';
import { serviceTrust } from './service-trust';

/** Properties of a Lambda function that this library creates. */
export interface LibraryFunctionProps {
  /** Folder in `lambda/`, which is bundled when the library is built. */
  readonly handler: string;
  readonly description: string;
  readonly timeout: Duration;
  /** Memory in MB. */
  readonly memorySize: number;
  /** Reasons for acknowledging rules of cdk-nag. */
  readonly reasons: FunctionReasons;
  /** Whether the function invokes itself to continue work that takes longer than 15 minutes. */
  readonly invokesItself?: boolean;
}

/** A Lambda function that this library creates. */
export interface LibraryFunction {
  readonly handler: Function;
  /**
   * Permissions of the function: the permission to write its log, and statements that are added until synthesis. During an update or a
   * rollback, the function requires the permissions for both the old and the new stack. Resources that invoke the function must depend on
   * the policy.
   */
  readonly policy: FunctionPolicy;
}

/** Creates a function with its own log group and role, and acknowledges the rules of cdk-nag. */
export function createLibraryFunction(scope: Construct, props: LibraryFunctionProps): LibraryFunction {
  const logGroup = new LogGroup(scope, 'LogGroup', {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const role = new Role(scope, 'Role', { assumedBy: serviceTrust('lambda') });
  // As a child of the role, the policy is a dependency of all resources that depend on the role, such as the function. A policy that
  // contains the ARN of the function cannot be a child of the role, because the dependency would be circular.
  const policy = new FunctionPolicy(props.invokesItself ? scope : role, role);
  policy.addStatements(
    new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    }),
  );
  checkRoleSize(role, GRANT_LESS_ADVICE, { together: [policy.inline] });
  const handler = new Function(scope, 'Handler', {
    description: props.description,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    code: new HandlerCode(props.handler),
    handler: 'index.handler',
    timeout: props.timeout,
    memorySize: props.memorySize,
    logGroup,
    role,
    // Otherwise, Lambda stops the sixteenth invocation as an unintended loop (Lambda developer guide, "recursive loop detection").
    recursiveLoop: props.invokesItself ? RecursiveLoop.ALLOW : undefined,
  });
  if (props.invokesItself) {
    policy.addStatements(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [handler.functionArn] }));
  }
  acknowledgeFunction(scope, props.reasons);
  return { handler, policy };
}

function acknowledgeFunction(scope: Construct, { log, concurrency, deadLetters }: FunctionReasons): void {
  acknowledge(scope, {
    CloudWatchLogGroupEncrypted: `The log ${log}; CloudWatch Logs encrypts it with its own key`,
    IAMNoInlinePolicy: 'The policy belongs to this role alone and is deleted with it',
    LambdaConcurrency: `${concurrency}; reserved concurrency would reduce the concurrency of all other functions`,
    LambdaDLQ: deadLetters,
    LambdaInsideVPC: 'It sends requests only to AWS APIs',
  });
}
