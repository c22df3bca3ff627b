import { Duration } from 'aws-cdk-lib';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { Finding } from '../../findings/finding';

/** What an update strategy is checked against; an `Endpoint` has it. */
export interface UpdatedEndpoint {
  readonly variants: { readonly initialInstanceCount: number }[];
  readonly shadowVariants: object[];
  /** The endpoint's own alarms on which an update rolls back: how many, and how long they look back. */
  readonly rollback: { readonly count: number; readonly window: Duration };
}

/** How instances are replaced: what differs between the strategies. */
export interface UpdatePolicy {
  /** @param window how long the rollback alarms look back; zero when nothing is rolled back */
  check(endpoint: UpdatedEndpoint, window: Duration): Finding[];
  /** Seconds that an update waits in all; undefined when that is only known at deploy time. */
  waits(endpoint: UpdatedEndpoint, window: Duration): number | undefined;
  /** @param timeout of the whole update, in seconds */
  render(window: Duration, timeout?: number): CfnEndpoint.DeploymentConfigProperty;
}

/** Instances of each production variant. */
export function instanceCountsOf({ variants }: UpdatedEndpoint): number[] {
  return variants.map(({ initialInstanceCount }) => initialInstanceCount);
}
