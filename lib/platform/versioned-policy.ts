import { createHash } from 'crypto';
import { CfnResource, Lazy, Names, Stack } from 'aws-cdk-lib';
import { IPrincipal, IRole, ManagedPolicy, Policy, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct, IDependable } from 'constructs';
import { atSynthesis, synthesisOf } from './at-synthesis';

/**
 * An inline policy that is replaced and never edited. Its logical id and its name carry a hash of what it allows, so that CloudFormation
 * attaches the new policy before anything that depends on it changes, and removes the old one only when the update has succeeded. A fleet
 * keeps its permissions during an update and after a rollback.
 *
 * IAM counts both during an update: all inline policies of a role together have 10,240 characters (IAM quotas, read 2026-11-22).
 */
export function createVersionedPolicy(scope: Construct, id: string): Policy {
  const stack = Stack.of(scope);
  const document = new PolicyDocument({ minimize: true });
  const policy: Policy = new Policy(scope, id, {
    document,
    policyName: Lazy.uncachedString({
      // Roles are global: one that is given may be that of the same stack in another region, too.
      produce: () => `${name}-${stack.region}-${version()}`,
    }),
  });
  const name = Names.uniqueResourceName(policy, { maxLength: 90, separator: '-' });
  const version = versioned(policy);
  return policy;
}

/** A managed policy of a role that is replaced and never edited, like `createVersionedPolicy`: for what an inline policy has no room for. */
export function createVersionedManagedPolicy(scope: Construct, id: string, role: IRole): ManagedPolicy {
  const document = new PolicyDocument({ minimize: true });
  const policy = new ManagedPolicy(scope, id, { document, roles: [role] });
  versioned(policy);
  return policy;
}

/** Gives a policy a version by what it allows. */
function versioned(policy: Policy | ManagedPolicy): () => string {
  const current = (): string => hashOf(policy.stack, policy.document);
  // Asked for at every reference to the policy; nothing is added any more while the template is made.
  const version = atSynthesis(synthesisOf(policy), current, current);
  carryVersion(policy.node.defaultChild as CfnResource, version);
  return version;
}

/** A role for whoever grants it something, such as the use of a key: it goes into the policy that has versions. */
export function granteeOf(role: IRole, policy: IDependable, add: (statement: PolicyStatement) => void): IPrincipal {
  const { grantPrincipal, assumeRoleAction, policyFragment, principalAccount } = role;
  return {
    grantPrincipal,
    assumeRoleAction,
    policyFragment,
    principalAccount,
    addToPrincipalPolicy: (statement) => {
      add(statement);
      return { statementAdded: true, policyDependable: policy };
    },
  };
}

/** Adds a version to a resource's logical id, so that a new version is a new resource. */
export function carryVersion(resource: CfnResource, version: () => string): void {
  const id = resource.stack.getLogicalId(resource);
  resource.overrideLogicalId(Lazy.uncachedString({ produce: () => `${id}${version()}` }));
}

/** A hash of a value as it is in the template, references included. It is final when the stack is synthesized. */
export function hashOf(stack: Stack, value: object): string {
  return createHash('sha256')
    .update(JSON.stringify(stack.resolve(value)))
    .digest('hex')
    .slice(0, 16);
}
