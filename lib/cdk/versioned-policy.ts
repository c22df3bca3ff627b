import { createHash } from 'crypto';
import { CfnResource, Lazy, Names, Stack } from 'aws-cdk-lib';
import { IPrincipal, IRole, Policy, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct, IDependable } from 'constructs';
import { computeAtSynthesis, trackSynthesis } from './at-synthesis';

/**
 * Creates an inline policy that is replaced and never edited. Its logical ID and its name contain a hash of the permissions, so
 * CloudFormation attaches the new policy before it updates dependent resources, and removes the old policy only after the update has
 * succeeded. The running instances of an endpoint keep their permissions during an update and after a rollback.
 *
 * During an update, both policies count towards the 10,240 characters of all inline policies of a role (IAM quotas, read 2026-11-22).
 */
export function createVersionedPolicy(scope: Construct, id: string): Policy {
  const stack = Stack.of(scope);
  const document = new PolicyDocument({ minimize: true });
  const policy: Policy = new Policy(scope, id, {
    document,
    policyName: Lazy.uncachedString({
      // The name contains the Region: roles are global, so the same stack in a different Region can use the same role.
      produce: () => `${name}-${stack.region}-${version()}`,
    }),
  });
  const name = Names.uniqueResourceName(policy, { maxLength: 90, separator: '-' });
  const version = addVersion(policy);
  return policy;
}

/** Adds a hash of the permissions to the logical ID of a policy. Returns a function that computes the hash. */
function addVersion(policy: Policy): () => string {
  const computeHash = (): string => hashOf(policy.stack, policy.document);
  // Compute the hash only once: it is requested for every reference to the policy, and no statements are added after synthesis has begun.
  const version = computeAtSynthesis(trackSynthesis(policy), computeHash, computeHash);
  versionLogicalId(policy.node.defaultChild as CfnResource, version);
  return version;
}

/** A grantee that adds the granted permissions, such as the use of a key, to a versioned policy. */
export function granteeOf(role: IRole, policy: IDependable, add: (statement: PolicyStatement) => void): IPrincipal {
  const { assumeRoleAction, policyFragment, principalAccount } = role;
  const grantee: IPrincipal = {
    // Grants use the principal, so it must add to the same policy.
    get grantPrincipal() {
      return grantee;
    },
    assumeRoleAction,
    policyFragment,
    principalAccount,
    addToPrincipalPolicy: (statement) => {
      add(statement);
      return { statementAdded: true, policyDependable: policy };
    },
  };
  return grantee;
}

/** Appends a version to the logical ID of a resource, so CloudFormation creates a new resource for each version. */
export function versionLogicalId(resource: CfnResource, version: () => string): void {
  const id = resource.stack.getLogicalId(resource);
  resource.overrideLogicalId(Lazy.uncachedString({ produce: () => `${id}${version()}` }));
}

/** Hash of a value in the template, including its references. The hash is final when synthesis begins. */
export function hashOf(stack: Stack, value: object): string {
  return createHash('sha256')
    .update(JSON.stringify(stack.resolve(value)))
    .digest('hex')
    .slice(0, 16);
}
