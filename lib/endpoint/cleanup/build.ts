import { CfnResource, CustomResource, Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct, IDependable } from 'constructs';
import { EngineBuilder } from '../../engine/engine-builder';
import { carryVersion, hashOf } from '../../platform/versioned-policy';
import { Endpoint } from '../endpoint';
import { ExecutionRole } from '../execution-role';
import { EndpointNetwork } from '../network/build';
import { CleanupFunction } from './cleanup-function';
import { CleanupProperties, hasLeftovers } from './cleanup-properties';

/** What is deleted after the endpoint, and only when SageMaker no longer uses it. */
export interface CleanupParts {
  readonly role: ExecutionRole;
  readonly network: EndpointNetwork;
  readonly logGroup: LogGroup;
}

/** The clean-up of an endpoint. */
export interface Cleanup {
  readonly resource: IDependable;
  /**
   * Adds permissions that are removed before the clean-up; returns what the endpoint has to wait for. Where SageMaker leaves nothing that
   * needs the role, all permissions are, and one policy is enough.
   */
  readonly allowBefore: (id: string, statements: PolicyStatement[]) => IDependable[];
}

/**
 * What stands between an endpoint and its role, policies, security groups and log group.
 *
 * - Role, policies and security groups are deleted when SageMaker has removed the network interfaces and grants of the endpoint, for which
 *   it needs the role (API reference, DeleteEndpoint; interfaces outlive the endpoint by minutes:
 *   aws-cloudformation/cloudformation-coverage-roadmap#1327). The same holds for the role of jobs, which build engines in the same security
 *   groups.
 * - The log group is deleted when the role may no longer make it. The last lines of the containers arrive after the endpoint is deleted, and
 *   would make the group again (apache/airflow#29581), without retention and key: the next deployment of the stack would fail, since the
 *   group exists. The policy that allows to write the log depends on this resource and is deleted before it.
 *
 * Where there are interfaces or grants, a change of role, policy, groups or keys makes another resource of it: the one of before is deleted
 * in the clean-up of the update, and waits for the fleet of before.
 */
export function buildCleanup(
  scope: Construct,
  { endpointName, encryptionKey, dataCapture, coreDumps }: Endpoint,
  { role, network: { securityGroupIds = [], ownsGroups }, logGroup }: CleanupParts,
): Cleanup {
  const given = [encryptionKey, dataCapture?.encryptionKey, coreDumps?.encryptionKey];
  const keys = given.flatMap((key) => key?.keyArn ?? []);
  const creator = role.role instanceof Role ? role.role.roleId : undefined;
  // Interfaces of a group that is shared can be told only by who made them.
  const groups = ownsGroups || creator ? securityGroupIds : [];
  const properties: CleanupProperties = {
    EndpointName: endpointName,
    SecurityGroupIds: groups,
    CreatorRoleId: ownsGroups || groups.length === 0 ? undefined : creator,
    RoleArn: role.role.roleArn,
    KeyArns: [...new Set(keys)],
  };
  const cleanup = CleanupFunction.of(scope);
  cleanup.allow(properties);
  const resource = new CustomResource(scope, 'Cleanup', {
    resourceType: 'Custom::TritonEndpointCleanup',
    serviceToken: cleanup.handler.functionArn,
    serviceTimeout: Duration.hours(1),
    properties: { ...properties },
  });
  const outlivesPolicies = !hasLeftovers(properties);
  const ready = outlivesPolicies ? [role.role] : role.ready;
  resource.node.addDependency(cleanup, logGroup, ...ready, EngineBuilder.permissionsOfJobs(scope));
  const stack = Stack.of(scope);
  const version = (): string => hashOf(stack, hasLeftovers(properties) ? [properties, role.version] : [endpointName]);
  carryVersion(resource.node.defaultChild as CfnResource, version);
  if (!outlivesPolicies)
    return { resource, allowBefore: (id, statements) => role.allowLater(id, statements, resource) };
  role.waitFor(resource);
  return {
    resource,
    allowBefore: (_, statements) => {
      role.allow(statements);
      return [];
    },
  };
}
