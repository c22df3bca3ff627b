import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { Finding } from '../../findings/finding';
import { RollbackFacts } from '../../monitoring/endpoint-alarms';
import { InstanceRange } from '../../scaling/scaled-variant';
import { AlarmWait } from './alarm-wait';

/** The properties of an endpoint against which an update strategy is checked. */
export interface UpdatedEndpoint {
  /**
   * The production variants, with their minimum and maximum numbers of instances. SageMaker validates an update with the current number of
   * instances, which scaling can set to any number in this range.
   */
  readonly variants: { readonly range: InstanceRange }[];
  readonly shadowVariants: object[];
  /** The library's alarms on which an update rolls back. */
  readonly rollback: RollbackFacts;
}

/** A method of replacing the instances in an update: blue/green or rolling. */
export interface UpdatePolicy {
  /** Whether the old and the new instances serve requests at the same time during an update. */
  readonly sharesTraffic: boolean;
  check(endpoint: UpdatedEndpoint, wait: AlarmWait): Finding[];
  /** How often an update with the maximum number of instances waits until instances start. Undefined if known only at deployment. */
  startCount(endpoint: UpdatedEndpoint): number | undefined;
  /** Sum of all waits, in seconds, in an update with the maximum number of instances. Undefined if known only at deployment. */
  totalWaitSeconds(endpoint: UpdatedEndpoint, wait: AlarmWait): number | undefined;
  /** Seconds for which an update waits before it deletes the old instances or their last batch. Undefined if known only at deployment. */
  lastWaitSeconds(wait: AlarmWait): number | undefined;
  /** @param timeout timeout of the whole update, in seconds */
  render(wait: AlarmWait, timeout?: number): CfnEndpoint.DeploymentConfigProperty;
}

/**
 * Maximum number of steps that an update of the endpoint requires. Undefined if known only at deployment.
 *
 * @param stepCountOf returns the number of steps for a number of instances
 */
export function maxStepCount(
  { variants }: UpdatedEndpoint,
  stepCountOf: (instanceCount: number) => number | undefined,
): number | undefined {
  const stepCounts = variants.map(({ range }) => stepCountOf(range.maximum));
  const knownCounts = stepCounts.filter((count) => count !== undefined);
  return knownCounts.length < stepCounts.length ? undefined : Math.max(1, ...knownCounts);
}
