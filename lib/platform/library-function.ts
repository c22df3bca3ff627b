import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { Architecture, Function, RecursiveLoop, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge';
import { FunctionPolicy } from './function-policy';
import { HandlerCode } from './handler-code';
import { FunctionReasons } from './nag-reasons';
import { checkRoleSize, GRANT_LESS } from './role-size';
import { serviceTrust } from './service-trust';

/** What differs between the library's functions. */
export interface LibraryFunctionProps {
  /** Its folder in `lambda/`, bundled when the library is built. */
  readonly handler: string;
  readonly description: string;
  readonly timeout: Duration;
  /** In megabytes. */
  readonly memorySize: number;
  readonly reasons: FunctionReasons;
  /** Whether what takes longer than 15 minutes goes on in another invocation. */
  readonly invokesItself?: boolean;
}

/** A function of the library. */
export interface LibraryFunction {
  readonly handler: Function;
  /**
   * What it may do: write its log, and what is added until the app is synthesized. While a deployment goes on or back, the function does
   * what the stack before needs and what the stack after needs: delete publications, give back scaling. What invokes the function has to
   * wait for it.
   */
  readonly policy: FunctionPolicy;
}

/** Makes a function with a log and a role of its own, and tells cdk-nag why they are as they are. */
export function createLibraryFunction(scope: Construct, props: LibraryFunctionProps): LibraryFunction {
  const logGroup = new LogGroup(scope, 'LogGroup', {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const role = new Role(scope, 'Role', { assumedBy: serviceTrust('lambda') });
  // Below the role, the function and what invokes it wait for the policy, too. One that names the function cannot be there.
  const policy = new FunctionPolicy(props.invokesItself ? scope : role, role);
  policy.addStatements(
    new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    }),
  );
  checkRoleSize(role, GRANT_LESS, [policy.inline]);
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
    // Lambda would end the sixteenth invocation as a loop that nobody meant (Lambda developer guide, "recursive loop detection").
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
