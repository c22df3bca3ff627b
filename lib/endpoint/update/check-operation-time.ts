import { Token } from 'aws-cdk-lib';
import { CfnEndpoint, CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Finding, warning } from '../../findings/finding';
import { ENDPOINT_TIMEOUT_MINUTES } from '../../facts/cloudformation-schemas';
import { stepsOf } from '../../contracts/instances-needed';
import { unlessToken } from './check-config';
import { maxStepCount, UpdatedEndpoint } from './update-policy';

type Timeouts = Pick<
  CfnEndpointConfig.ProductionVariantProperty,
  'modelDataDownloadTimeoutInSeconds' | 'containerStartupHealthCheckTimeoutInSeconds'
>;

/** Maximum number of seconds until the instances of a variant are in service. Undefined if it is known only at deployment. */
export function secondsToStart(timeouts: Timeouts): number | undefined {
  const { modelDataDownloadTimeoutInSeconds: download = 0, containerStartupHealthCheckTimeoutInSeconds: startup = 0 } =
    timeouts;
  if (Token.isUnresolved(download) || Token.isUnresolved(startup)) return undefined;
  return download + startup;
}

/**
 * Warns if an update may exceed the time that CloudFormation waits for the update of an endpoint.
 *
 * @param startSeconds the longest time until the instances of a variant are in service
 */
export function checkUpdateTime(
  endpoint: UpdatedEndpoint,
  config: CfnEndpoint.DeploymentConfigProperty,
  startSeconds: number | undefined,
): Finding[] {
  const seconds = startSeconds === undefined ? undefined : longestUpdate(endpoint, config, startSeconds);
  if (seconds === undefined || seconds / 60 <= ENDPOINT_TIMEOUT_MINUTES.update) return [];
  const message =
    `got an update that can take ${Math.ceil(seconds / 60)} minutes: its waits, and the timeouts until instances start; after ` +
    `${ENDPOINT_TIMEOUT_MINUTES.update} minutes, CloudFormation stops waiting, and SageMaker continues the update; use larger batches, ` +
    'shorter waits or shorter timeouts, or set maximumExecutionTimeout, after which SageMaker rolls back';
  return [warning('sm.update-time', 'updateStrategy', message)];
}

/** Maximum seconds of an update. Undefined if not known, or if the update has a time limit, after which SageMaker ends the update. */
function longestUpdate(
  endpoint: UpdatedEndpoint,
  { blueGreenUpdatePolicy, rollingUpdatePolicy }: CfnEndpoint.DeploymentConfigProperty,
  startSeconds: number,
): number | undefined {
  const rolling = unlessToken(rollingUpdatePolicy);
  const blueGreen = unlessToken(blueGreenUpdatePolicy);
  if (rolling?.maximumExecutionTimeoutInSeconds ?? blueGreen?.maximumExecutionTimeoutInSeconds) return undefined;
  if (rolling) {
    const batches = maxSteps(endpoint, rolling.maximumBatchSize);
    return totalSeconds(batches, startSeconds, rolling.waitIntervalInSeconds);
  }
  const routing = unlessToken(blueGreen?.trafficRoutingConfiguration);
  const shifts = routing?.linearStepSize ? maxSteps(endpoint, routing.linearStepSize) : routing?.canarySize ? 2 : 1;
  const waitSeconds = totalSeconds(
    shifts === undefined ? undefined : shifts - 1,
    0,
    routing?.waitIntervalInSeconds ?? 0,
  );
  const durations = [startSeconds, waitSeconds, blueGreen?.terminationWaitInSeconds ?? 0];
  return durations.every(isKnown) ? durations.reduce((sum, seconds) => sum + seconds, 0) : undefined;
}

function maxSteps(
  endpoint: UpdatedEndpoint,
  size: CfnEndpoint.RollingUpdatePolicyProperty['maximumBatchSize'],
): number | undefined {
  const { type: Type, value: Value } = unlessToken(size) ?? {};
  if (Value === undefined || Token.isUnresolved(Value)) return undefined;
  return maxStepCount(endpoint, (count) => {
    const stepCount = stepsOf({ Type, Value }, Token.isUnresolved(count) ? NaN : count);
    return Number.isNaN(stepCount) ? undefined : stepCount;
  });
}

function totalSeconds(stepCount: number | undefined, startSeconds: number, waitSeconds: number): number | undefined {
  return stepCount === undefined || !isKnown(waitSeconds) ? undefined : stepCount * (startSeconds + waitSeconds);
}

function isKnown(value: number | undefined): value is number {
  return value !== undefined && !Token.isUnresolved(value);
}
