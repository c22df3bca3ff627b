import { CfnResource, CustomResource, Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { Construct, IDependable } from 'constructs';
import { endpointPolicyArns } from '../../cdk/endpoint-names';
import { hashOf, versionLogicalId } from '../../cdk/versioned-policy';
import { CleanupProperties } from '../../contracts/endpoint-cleanup-properties';
import { Endpoint } from '../resolved/endpoint';
import { roleOfBuilds } from '../engines';
import { ExecutionRole } from '../role/execution-role';
import { EndpointNetwork } from '../network/build';
import { CleanupFunction } from './cleanup-function';

/** Resources that are deleted after the endpoint, when SageMaker no longer uses them. */
export interface RetainedResources {
  readonly role: ExecutionRole;
  readonly network: EndpointNetwork;
}

/**
 * Delays the deletion of an endpoint's role, policy and security groups until SageMaker has removed the network interfaces and grants of the
 * endpoint. SageMaker requires the role to remove them (API reference, DeleteEndpoint). The interfaces exist for minutes after the endpoint
 * is deleted (aws-cloudformation/cloudformation-coverage-roadmap#1327). The same applies to the role of the jobs that build engines in the
 * same security groups. Creates nothing for an endpoint without a network and keys.
 *
 * A change of the role, policy, security groups or keys replaces the custom resource. CloudFormation deletes the old resource in the cleanup
 * phase of the update. This deletion waits until SageMaker has removed the interfaces and grants of the old fleet, which is the set of
 * instances before the update.
 *
 * @returns resources on which the endpoint must depend
 */
export function buildCleanup(
  scope: Construct,
  { endpointName, encryptionKey, dataCapture }: Endpoint,
  { role, network: { securityGroupIds = [], createdSecurityGroup } }: RetainedResources,
): IDependable[] {
  const keyArns = [encryptionKey, dataCapture?.encryptionKey].flatMap((key) => key?.keyArn ?? []);
  const creatorRoleId = role.role instanceof Role ? role.role.roleId : undefined;
  // Network interfaces in a shared security group can be identified only by the role that created them.
  const identifiableGroups = createdSecurityGroup || creatorRoleId ? securityGroupIds : [];
  if (identifiableGroups.length + keyArns.length === 0) return [];
  const properties: CleanupProperties = {
    EndpointName: endpointName,
    SecurityGroupIds: identifiableGroups,
    CreatorRoleId: createdSecurityGroup || identifiableGroups.length === 0 ? undefined : creatorRoleId,
    RoleArn: role.role.roleArn,
    KeyArns: [...new Set(keyArns)],
  };
  const cleanupFunction = CleanupFunction.of(scope);
  const resource = new CustomResource(scope, 'Cleanup', {
    resourceType: 'Custom::TritonEndpointCleanup',
    serviceToken: cleanupFunction.function.functionArn,
    serviceTimeout: Duration.hours(1),
    properties: { ...properties },
  });
  const permissions = cleanupPermissions(Stack.of(scope), properties);
  resource.node.addDependency(
    cleanupFunction.allowSelfInvocation(),
    cleanupFunction.allowReplaceable(...permissions),
    ...role.dependencies,
    roleOfBuilds(scope),
  );
  versionLogicalId(resource.node.defaultChild as CfnResource, () =>
    hashOf(Stack.of(scope), [properties, role.version]),
  );
  return [resource];
}

/** Permissions to find interfaces and grants, and the fleet to which they belong. */
function cleanupPermissions(
  stack: Stack,
  { EndpointName, SecurityGroupIds, KeyArns }: CleanupProperties,
): PolicyStatement[] {
  const wildcardArn = (resource: string) => stack.formatArn({ service: 'sagemaker', resource, resourceName: '*' });
  return [
    new PolicyStatement({
      actions: ['sagemaker:DescribeEndpoint'],
      resources: endpointPolicyArns(stack, EndpointName),
    }),
    new PolicyStatement({
      actions: ['sagemaker:DescribeEndpointConfig', 'sagemaker:DescribeModel'],
      resources: [wildcardArn('endpoint-config'), wildcardArn('model')],
    }),
    ...(SecurityGroupIds.length === 0
      ? []
      : [
          // The action does not support resource-level permissions.
          new PolicyStatement({
            actions: ['ec2:DescribeNetworkInterfaces'],
            resources: ['*'],
            conditions: { StringEquals: { 'ec2:Region': stack.region } },
          }),
        ]),
    ...(KeyArns.length === 0 ? [] : [new PolicyStatement({ actions: ['kms:ListGrants'], resources: KeyArns })]),
  ];
}
