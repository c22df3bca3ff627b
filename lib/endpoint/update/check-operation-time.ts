import { CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Finding, warning } from '../../findings/finding';
import { ENDPOINT_TIMEOUT_MINUTES } from '../../facts/cloudformation-schemas';
import { isUnresolved } from '../../findings/is-unresolved';

type Timeouts = Pick<
  CfnEndpointConfig.ProductionVariantProperty,
  'modelDataDownloadTimeoutInSeconds' | 'containerStartupHealthCheckTimeoutInSeconds'
>;

/** Maximum number of seconds until the instances of a variant are in service. Undefined if it is known only at deployment. */
export function secondsToStart(timeouts: Timeouts): number | undefined {
  const { modelDataDownloadTimeoutInSeconds: download = 0, containerStartupHealthCheckTimeoutInSeconds: startup = 0 } =
    timeouts;
  if (isUnresolved(download) || isUnresolved(startup)) return undefined;
  return download + startup;
}

/**
 * Warns if an update may exceed the time that CloudFormation waits for the update of an endpoint.
 *
 * @param seconds maximum seconds of an update. Undefined if not known
 */
export function checkUpdateTime(seconds: number | undefined): Finding[] {
  if (seconds === undefined || seconds / 60 <= ENDPOINT_TIMEOUT_MINUTES.update) return [];
  const message =
    `got an update that can take ${Math.ceil(seconds / 60)} minutes: its waits, and the timeouts until instances start; after ` +
    `${ENDPOINT_TIMEOUT_MINUTES.update} minutes, CloudFormation stops waiting, and SageMaker continues the update; use larger batches, ` +
    'shorter waits or shorter timeouts, or set maximumExecutionTimeout, after which SageMaker rolls back';
  return [warning('sm.update-time', 'updateStrategy', message)];
}
