import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct, IDependable } from 'constructs';
import { ExecutionRole } from '../execution-role';
import { CleanupFunction } from './cleanup-function';

/** An inference component whose log group is deleted after it. */
export interface CleanedComponent {
  readonly endpointName: string;
  /** Name of the inference component in SageMaker. */
  readonly inferenceComponentName: string;
  /** Role with which the copies write their log. */
  readonly role: ExecutionRole;
  readonly logGroup: LogGroup;
}

/**
 * Delays the deletion of an inference component's log group until the role has lost the permission to create it, like `buildCleanup` does for
 * the log group of an endpoint. An update can delete an inference component, but keep its endpoint. Therefore, the permissions are in a
 * separate policy, whose version changes with the components. CloudFormation deletes the inference component, the policy that allows writing
 * its log, the cleanup and the log group, in this order.
 *
 * Network interfaces and grants belong to the instances. The cleanup of the endpoint waits until SageMaker has removed them.
 *
 * @param scope the construct of the inference component
 * @returns the cleanup, on which the policy and the inference component must depend
 */
export function buildComponentCleanup(scope: Construct, component: CleanedComponent): IDependable {
  const { endpointName, inferenceComponentName, role, logGroup } = component;
  const properties = {
    EndpointName: endpointName,
    InferenceComponentName: inferenceComponentName,
    SecurityGroupIds: [],
    RoleArn: role.role.roleArn,
    KeyArns: [],
  };
  const resource = CleanupFunction.of(scope).addCleanup(scope, properties, () => [inferenceComponentName]);
  resource.node.addDependency(logGroup, role.role);
  return resource;
}
