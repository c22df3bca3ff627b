import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { Finding } from '../../findings/finding';
import { RollbackFacts } from '../../monitoring/alarm-definitions';
import { Scaling } from '../../scaling';
import { InstanceRange } from '../../scaling/scaled-variant';
import { AlarmWait } from './alarm-wait';

/** What an update strategy is checked against; an `Endpoint` has it. */
export interface UpdatedEndpoint {
  readonly variants: { readonly initialInstanceCount: number; readonly scaling: Scaling }[];
  readonly shadowVariants: object[];
  /** The endpoint's own alarms on which an update rolls back. */
  readonly rollback: RollbackFacts;
}

/** How instances are replaced: what differs between the strategies. */
export interface UpdatePolicy {
  /** Whether old and new fleet both get requests for a while. */
  readonly sharesTraffic: boolean;
  check(endpoint: UpdatedEndpoint, wait: AlarmWait): Finding[];
  /** Seconds that an update of the largest fleet waits in all; undefined when that is only known at deploy time. */
  waits(endpoint: UpdatedEndpoint, wait: AlarmWait): number | undefined;
  /** @param timeout of the whole update, in seconds */
  render(wait: AlarmWait, timeout?: number): CfnEndpoint.DeploymentConfigProperty;
}

/**
 * Fewest and most instances of each production variant. SageMaker judges an update at the count that a variant has at that moment, and
 * scaling may have made it any of these.
 */
export function instanceRangesOf({ variants }: UpdatedEndpoint): InstanceRange[] {
  return variants.map(({ initialInstanceCount, scaling }) => scaling._range(initialInstanceCount));
}

/**
 * Steps that replace the largest fleet of the endpoint; undefined when they are only known at deploy time.
 *
 * @param stepsOf steps for a number of instances
 */
export function mostSteps(
  endpoint: UpdatedEndpoint,
  stepsOf: (instanceCount: number) => number | undefined,
): number | undefined {
  const steps = instanceRangesOf(endpoint).map(({ maximum }) => stepsOf(maximum));
  const known = steps.filter((each) => each !== undefined);
  return known.length < steps.length ? undefined : Math.max(1, ...known);
}
