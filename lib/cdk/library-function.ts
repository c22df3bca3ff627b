import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { IGrantable, Policy, PolicyDocument, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { Architecture, CfnFunction, Function, RecursiveLoop, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { acknowledge, acknowledgeWildcards } from './acknowledge';
import { HandlerCode } from './handler-code';
import { FunctionReasons, RULE_REASONS } from './nag-reasons';
import { checkRoleSize, GRANT_LESS_ADVICE } from './role-size';
import { serviceTrust } from './service-trust';
import { stackSingleton } from './stack-singleton';
import { createVersionedPolicy, granteeOf } from './versioned-policy';

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
  /** Reasons for acknowledging wildcards in the permissions, by service. */
  readonly wildcards?: Record<string, string>;
}

const OWN_POLICY = { IAMNoInlinePolicy: 'The policy belongs to this role alone and is deleted with it' };

/** Advice for a role whose permissions are too large. The role has permissions for each endpoint of the stack. */
const FEWER_ENDPOINTS_ADVICE = `move endpoints to a different stack, or ${GRANT_LESS_ADVICE}`;

/**
 * A Lambda function that this library creates, with its own role. All functions of a stack write to one log group.
 *
 * The permissions are in the role itself, so whatever refers to the function also depends on them. A deletion in the cleanup phase of an
 * update runs with the permissions of the new template: permissions that a deletion requires must not depend on what is deleted.
 */
export class LibraryFunction {
  public readonly function: Function;
  /** Grantee for permissions that other constructs grant to the function, such as the use of a key. */
  public readonly grantee: IGrantable;
  private readonly role: Role;
  private readonly permissions = new PolicyDocument({ minimize: true });
  private selfInvocation?: Policy;

  constructor(
    public readonly scope: Construct,
    private readonly props: LibraryFunctionProps,
  ) {
    const logGroup = logGroupOf(scope);
    const role = new Role(scope, 'Role', {
      assumedBy: serviceTrust('lambda'),
      inlinePolicies: { Permissions: this.permissions },
    });
    this.role = role;
    this.allow(
      new PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
    );
    checkRoleSize(role, FEWER_ENDPOINTS_ADVICE);
    this.grantee = granteeOf(role, role, (statement) => this.allow(statement));
    this.function = new Function(scope, 'Handler', {
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: new HandlerCode(props.handler),
      handler: 'index.handler',
      timeout: props.timeout,
      memorySize: props.memorySize,
      logGroup,
      role,
    });
    acknowledgeFunction(scope, props.reasons);
  }

  /** Adds permissions, until synthesis. */
  public allow(...statements: PolicyStatement[]): void {
    this.permissions.addStatements(...statements);
    acknowledgeWildcards(this.scope, statements, this.props.wildcards ?? {});
  }

  /**
   * Adds permissions that the deletion of a resource requires. The resource must depend on the returned policy, which is deleted after it.
   *
   * @param scope scope of the policy, which is deleted together with the resource
   */
  public allowUntilDeletion(scope: Construct, id: string, statements: PolicyStatement[]): Policy {
    const policy = createVersionedPolicy(scope, id);
    policy.addStatements(...statements);
    this.role.attachInlinePolicy(policy);
    checkRoleSize(this.role, FEWER_ENDPOINTS_ADVICE, policy);
    acknowledgeWildcards(policy, statements, this.props.wildcards ?? {});
    acknowledge(policy, OWN_POLICY);
    return policy;
  }

  /**
   * Allows the function to invoke itself, to continue work that takes longer than 15 minutes. Resources that invoke the function must depend on
   * the returned policy. It is a separate resource because the role cannot contain the ARN of a function that refers to the role.
   */
  public allowSelfInvocation(): Policy {
    if (this.selfInvocation) return this.selfInvocation;
    const statement = new PolicyStatement({
      actions: ['lambda:InvokeFunction'],
      resources: [this.function.functionArn],
    });
    this.selfInvocation = new Policy(this.scope, 'SelfInvocation', { statements: [statement], roles: [this.role] });
    // Otherwise, Lambda stops the sixteenth invocation as an unintended loop (Lambda developer guide, "recursive loop detection").
    (this.function.node.defaultChild as CfnFunction).recursiveLoop = RecursiveLoop.ALLOW;
    return this.selfInvocation;
  }
}

/** The log group of all functions that the library creates in a stack. */
function logGroupOf(scope: Construct): LogGroup {
  return stackSingleton(scope, 'TritonFunctionLogs', (stack) => {
    const logGroup = new LogGroup(stack, 'TritonFunctionLogs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    acknowledge(logGroup, RULE_REASONS.functionLogs);
    return logGroup;
  });
}

function acknowledgeFunction(scope: Construct, { concurrency, deadLetters }: FunctionReasons): void {
  acknowledge(scope, {
    ...OWN_POLICY,
    LambdaConcurrency: `${concurrency}; reserved concurrency would reduce the concurrency of all other functions`,
    LambdaDLQ: deadLetters,
    LambdaInsideVPC: 'It sends requests only to AWS APIs',
  });
}
