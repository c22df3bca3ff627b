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
 * A Lambda function that this library creates, with its own role.
 *
 * Permissions in the role itself are edited in place, and whatever refers to the function also depends on them. Permissions of which a deletion
 * in the cleanup phase of an update, or a rollback, requires both versions are in a policy that is replaced and never edited.
 */
export class LibraryFunction {
  public readonly function: Function;
  /** Grantee for permissions that other constructs grant to the function, such as the use of a key. */
  public readonly grantee: IGrantable;
  public readonly role: Role;
  private readonly permissions = new PolicyDocument({ minimize: true });
  private policy?: Policy;

  constructor(
    public readonly scope: Construct,
    private readonly props: LibraryFunctionProps,
  ) {
    const logGroup = libraryLogGroupOf(scope);
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
    this.grantee = granteeOf(role, scope, (statement) => this.allowReplaceable(statement));
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

  /** Adds permissions that no deletion requires, or that are the same in all deployments, until synthesis. */
  public allow(...statements: PolicyStatement[]): void {
    this.permissions.addStatements(...statements);
    acknowledgeWildcards(this.scope, statements, this.props.wildcards ?? {});
  }

  /**
   * Adds permissions that other deployments do not have, until synthesis. Resources that invoke the function must depend on the returned
   * policy.
   */
  public allowReplaceable(...statements: PolicyStatement[]): Policy {
    this.policy ??= this.createPolicy(this.scope);
    this.policy.addStatements(...statements);
    acknowledgeWildcards(this.policy, statements, this.props.wildcards ?? {});
    return this.policy;
  }

  /**
   * Allows the function to invoke itself, to continue work that takes longer than 15 minutes. The permission cannot be in the role, because the
   * function refers to the role. Resources that invoke the function must depend on the returned policy.
   */
  public allowSelfInvocation(): Policy {
    // Otherwise, Lambda stops the sixteenth invocation as an unintended loop (Lambda developer guide, "recursive loop detection").
    (this.function.node.defaultChild as CfnFunction).recursiveLoop = RecursiveLoop.ALLOW;
    return this.allowReplaceable(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [this.function.functionArn] }),
    );
  }

  /**
   * Adds permissions in a policy of their own, for statements that refer to resources of an endpoint. In the policy of all endpoints, they would
   * make all endpoints depend on these resources.
   */
  public allowSeparately(scope: Construct, ...statements: PolicyStatement[]): Policy {
    const policy = this.createPolicy(scope);
    policy.addStatements(...statements);
    acknowledgeWildcards(policy, statements, this.props.wildcards ?? {});
    acknowledge(policy, OWN_POLICY);
    return policy;
  }

  private createPolicy(scope: Construct): Policy {
    const policy = createVersionedPolicy(scope, 'Policy');
    this.role.attachInlinePolicy(policy);
    checkRoleSize(this.role, FEWER_ENDPOINTS_ADVICE, policy);
    return policy;
  }
}

/** The log group of all functions and workflows that the library creates in a stack. */
export function libraryLogGroupOf(scope: Construct): LogGroup {
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
