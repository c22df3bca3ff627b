import { Duration } from 'aws-cdk-lib';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { Finding } from '../../findings/finding';
import { UpdatedFleet } from './updated-fleet';

/** How instances are replaced: what differs between the strategies. */
export interface UpdatePolicy {
  /** @param window how long the rollback alarms look back; zero when nothing is rolled back */
  findings(updated: UpdatedFleet, window: Duration): Finding[];
  /** Seconds that an update waits in all; undefined when that is only known at deploy time. */
  waits(updated: UpdatedFleet, window: Duration): number | undefined;
  /** Most instances of a variant at any time. */
  peak(instanceCount: number): number | undefined;
  /** @param timeout of the whole update, in seconds */
  render(window: Duration, timeout?: number): CfnEndpoint.DeploymentConfigProperty;
}
