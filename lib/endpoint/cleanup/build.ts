import { PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct, IDependable } from 'constructs';
import { EngineBuilder } from '../../engine/engine-builder';
import { Endpoint } from '../endpoint';
import { ExecutionRole } from '../execution-role';
import { EndpointNetwork } from '../network/build';
import { CleanupFunction } from './cleanup-function';
import { CleanupProperties, hasLeftovers } from '../../contracts/endpoint-cleanup-properties';

/** Resources that are deleted after the endpoint, when SageMaker no longer uses them. */
export interface RetainedResources {
  readonly role: ExecutionRole;
  readonly network: EndpointNetwork;
  /** Undefined if inference components write the logs. */
  readonly logGroup?: LogGroup;
}

/** The custom resource whose deletion waits until SageMaker no longer uses the resources of an endpoint. */
export interface Cleanup {
  readonly resource: IDependable;
  /**
   * Adds permissions that CloudFormation deletes before the cleanup, and returns the policies on which the endpoint must depend. If
   * SageMaker does not require the role during the cleanup, the main policy is also deleted before the cleanup, and the permissions are
   * added to it.
   */
  readonly allowUntilCleanup: (id: string, statements: PolicyStatement[]) => IDependable[];
}

/**
 * Delays the deletion of an endpoint's role, policies, security groups and log group until SageMaker no longer uses them.
 *
 * - Role, policies and security groups are deleted after SageMaker has removed the network interfaces and grants of the endpoint.
 *   SageMaker requires the role to remove them (API reference, DeleteEndpoint). The interfaces exist for minutes after the endpoint is
 *   deleted (aws-cloudformation/cloudformation-coverage-roadmap#1327). The same applies to the role of the jobs that build engines in the
 *   same security groups.
 * - The log group is deleted after the role has lost the permission to create it. The last log lines of the containers arrive after the
 *   endpoint is deleted, and would recreate the group (apache/airflow#29581) without its retention and key. The next deployment of the
 *   stack would then fail because the group exists. The policy that allows writing the log depends on this resource, so the policy is
 *   deleted first.
 *
 * If the endpoint has network interfaces or grants, a change of the role, policy, security groups or keys replaces this resource.
 * CloudFormation deletes the old resource in the cleanup phase of the update. This deletion waits until SageMaker has removed the
 * interfaces and grants of the old fleet, which is the set of instances before the update.
 */
export function buildCleanup(
  scope: Construct,
  { endpointName, encryptionKey, dataCapture }: Endpoint,
  { role, network: { securityGroupIds = [], createdSecurityGroup }, logGroup }: RetainedResources,
): Cleanup {
  const encryptionKeys = [encryptionKey, dataCapture?.encryptionKey];
  const keyArns = encryptionKeys.flatMap((key) => key?.keyArn ?? []);
  const creatorRoleId = role.role instanceof Role ? role.role.roleId : undefined;
  // Network interfaces in a shared security group can be identified only by the role that created them.
  const identifiableGroups = createdSecurityGroup || creatorRoleId ? securityGroupIds : [];
  const properties: CleanupProperties = {
    EndpointName: endpointName,
    SecurityGroupIds: identifiableGroups,
    CreatorRoleId: createdSecurityGroup || identifiableGroups.length === 0 ? undefined : creatorRoleId,
    RoleArn: role.role.roleArn,
    KeyArns: [...new Set(keyArns)],
  };
  const resource = CleanupFunction.of(scope).addCleanup(scope, properties, () =>
    hasLeftovers(properties) ? [properties, role.version] : [endpointName],
  );
  const isDeletedAfterPolicies = !hasLeftovers(properties);
  const roleDependencies = isDeletedAfterPolicies ? [role.role] : role.dependencies;
  resource.node.addDependency(
    ...(logGroup ? [logGroup] : []),
    ...roleDependencies,
    EngineBuilder.permissionsOfJobs(scope),
  );
  if (!isDeletedAfterPolicies)
    return { resource, allowUntilCleanup: (id, statements) => role.addSeparatePolicy(id, statements, resource) };
  role.addPolicyDependency(resource);
  return {
    resource,
    allowUntilCleanup: (_, statements) => {
      role.allow(statements);
      return [];
    },
  };
}
