import { Token } from 'aws-cdk-lib';
import { CfnEndpoint, CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Finding, warning, within } from '../../findings/finding';
import { secondsOf } from '../../findings/ranges';
import { ENDPOINT_MINUTES } from '../../platform/resource-types';
import { stepsOf } from '../preflight/instances-needed';
import { Variant } from '../endpoint';
import { known } from './check-config';
import { mostSteps, UpdatedEndpoint } from './update-policy';

type Configured = Pick<
  CfnEndpointConfig.ProductionVariantProperty,
  'modelDataDownloadTimeoutInSeconds' | 'containerStartupHealthCheckTimeoutInSeconds'
>;

/** The time that SageMaker may take until the instances of a variant are in service. Undefined where only the deployment knows it. */
export function secondsToStart(
  { instanceProvisionTimeout }: Pick<Variant, 'instanceProvisionTimeout'>,
  configured: Configured,
): number | undefined {
  const { modelDataDownloadTimeoutInSeconds: download = 0, containerStartupHealthCheckTimeoutInSeconds: startup = 0 } =
    configured;
  const provision = instanceProvisionTimeout ? secondsOf(instanceProvisionTimeout) : 0;
  if (provision === undefined || Token.isUnresolved(download) || Token.isUnresolved(startup)) return undefined;
  return provision + download + startup;
}

/** A variant that may start later than CloudFormation waits for the endpoint. */
export function checkCreation(path: string, start: number | undefined): Finding[] {
  const minutes = (start ?? 0) / 60;
  if (minutes <= ENDPOINT_MINUTES.create) return [];
  const message =
    `got timeouts that add up to ${Math.ceil(minutes)} minutes with those of the instances and the model; CloudFormation ends the ` +
    `creation of an endpoint after ${ENDPOINT_MINUTES.create} minutes, and deletes an endpoint that would still have started; ` +
    'use shorter timeouts';
  return within(path, [warning('sm.create-time', 'containerStartupHealthCheckTimeout', message)]);
}

/**
 * An update that may take longer than CloudFormation waits for the endpoint.
 *
 * @param start the longest time until the instances of a variant are in service
 */
export function checkUpdate(
  endpoint: UpdatedEndpoint,
  config: CfnEndpoint.DeploymentConfigProperty,
  start: number | undefined,
): Finding[] {
  const seconds = start === undefined ? undefined : longest(endpoint, config, start);
  if (seconds === undefined || seconds / 60 <= ENDPOINT_MINUTES.update) return [];
  const message =
    `got an update of up to ${Math.ceil(seconds / 60)} minutes, the sum of its waits and of the timeouts within which instances start; ` +
    `CloudFormation ends the update of an endpoint after ${ENDPOINT_MINUTES.update} minutes, while SageMaker goes on; use larger ` +
    'batches, shorter waits or timeouts, or maximumExecutionTimeout, after which SageMaker rolls back';
  return [warning('sm.update-time', 'updateStrategy', message)];
}

/** In seconds. SageMaker itself ends an update with a time limit, which is at most 8 hours. */
function longest(
  endpoint: UpdatedEndpoint,
  { blueGreenUpdatePolicy, rollingUpdatePolicy }: CfnEndpoint.DeploymentConfigProperty,
  start: number,
): number | undefined {
  const rolling = known(rollingUpdatePolicy);
  const blueGreen = known(blueGreenUpdatePolicy);
  if (rolling?.maximumExecutionTimeoutInSeconds ?? blueGreen?.maximumExecutionTimeoutInSeconds) return undefined;
  if (rolling) {
    const batches = steps(endpoint, rolling.maximumBatchSize);
    return sumOf(batches, start, rolling.waitIntervalInSeconds);
  }
  const routing = known(blueGreen?.trafficRoutingConfiguration);
  const shifts = routing?.linearStepSize ? steps(endpoint, routing.linearStepSize) : routing?.canarySize ? 2 : 1;
  const waits = sumOf(shifts === undefined ? undefined : shifts - 1, 0, routing?.waitIntervalInSeconds ?? 0);
  const all = [start, waits, blueGreen?.terminationWaitInSeconds ?? 0];
  return all.every(isKnown) ? all.reduce((sum, each) => sum + each, 0) : undefined;
}

function steps(
  endpoint: UpdatedEndpoint,
  size: CfnEndpoint.RollingUpdatePolicyProperty['maximumBatchSize'],
): number | undefined {
  const { type: Type, value: Value } = known(size) ?? {};
  if (Value === undefined || Token.isUnresolved(Value)) return undefined;
  return mostSteps(endpoint, (count) => {
    const found = stepsOf({ Type, Value }, Token.isUnresolved(count) ? NaN : count);
    return Number.isNaN(found) ? undefined : found;
  });
}

function sumOf(times: number | undefined, start: number, wait: number): number | undefined {
  return times === undefined || !isKnown(wait) ? undefined : times * (start + wait);
}

function isKnown(value: number | undefined): value is number {
  return value !== undefined && !Token.isUnresolved(value);
}
