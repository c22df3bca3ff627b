import { CfnResource, CustomResource, Duration, Stack } from 'aws-cdk-lib';
import { Role } from 'aws-cdk-lib/aws-iam';
import { Construct, IDependable } from 'constructs';
import { EngineBuilder } from '../../engine/engine-builder';
import { carryVersion, hashOf } from '../../platform/versioned-policy';
import { Endpoint } from '../endpoint';
import { ExecutionRole } from '../execution-role';
import { EndpointNetwork } from '../network/build';
import { CleanupFunction } from './cleanup-function';
import { CleanupProperties } from './cleanup-properties';

/**
 * What stands between an endpoint and its role, policies and security groups: they are deleted when SageMaker has removed the network
 * interfaces and grants of the endpoint, for which it needs the role (API reference, DeleteEndpoint; interfaces outlive the endpoint by
 * minutes: aws-cloudformation/cloudformation-coverage-roadmap#1327). The same holds for the role of jobs, which build engines in the same
 * security groups.
 *
 * A change of role, policy, groups or keys makes another resource of it: the one of before is deleted in the clean-up of the update, and
 * waits for the fleet of before.
 */
export function buildCleanup(
  scope: Construct,
  { endpointName, encryptionKey, dataCapture, coreDumps }: Endpoint,
  role: ExecutionRole,
  { securityGroupIds = [], ownsGroups }: EndpointNetwork,
): IDependable[] {
  const given = [encryptionKey, dataCapture?.encryptionKey, coreDumps?.encryptionKey];
  const keys = given.flatMap((key) => key?.keyArn ?? []);
  const creator = role.role instanceof Role ? role.role.roleId : undefined;
  // Interfaces of a group that is shared can be told only by who made them.
  const groups = ownsGroups || creator ? securityGroupIds : [];
  if (keys.length + groups.length === 0) return [];
  const cleanup = CleanupFunction.of(scope);
  cleanup.allow(endpointName, [...new Set(keys)]);
  const properties: CleanupProperties = {
    EndpointName: endpointName,
    SecurityGroupIds: groups,
    CreatorRoleId: ownsGroups ? undefined : creator,
    RoleArn: role.role.roleArn,
    KeyArns: [...new Set(keys)],
  };
  const resource = new CustomResource(scope, 'Cleanup', {
    resourceType: 'Custom::TritonEndpointCleanup',
    serviceToken: cleanup.handler.functionArn,
    serviceTimeout: Duration.hours(1),
    properties: { ...properties },
  });
  resource.node.addDependency(cleanup, ...role.ready, ...EngineBuilder.permissionsOfJobs(scope));
  const stack = Stack.of(scope);
  carryVersion(resource.node.defaultChild as CfnResource, () => hashOf(stack, [properties, role.version]));
  return [resource];
}
