import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  DataCaptureConfigSummary,
  DescribeEndpointConfigCommand,
  SageMakerClient,
  UpdateEndpointWeightsAndCapacitiesCommand,
} from '@aws-sdk/client-sagemaker';
import { DeclaredCapture, VariantRegistration } from '../../lib/contracts/scaling-registration-properties';
import { permissionRetryOptions } from '../shared/await-permissions';
import { describeEndpoint } from '../shared/describe-endpoint';
import { log } from '../shared/log';
import { CurrentState, TimeLimits, waitUntilQuiet } from './quiet';

const CONFIG_ATTEMPTS = 15;
const CONFIG_PAUSE_MILLISECONDS = Number(process.env.PAUSE_MILLISECONDS ?? 2000);

/** The current state of an endpoint. */
export interface ServedEndpoint extends CurrentState {
  readonly configName?: string;
  /** The desired instance count of each variant, or the current one if none is desired. */
  readonly counts: ReadonlyMap<string, number>;
  /** Undefined without data capture. */
  readonly capture?: DeclaredCapture;
}

/** Thrown if the endpoint has kept its previous data capture, although the deployment declares a different one. */
export class RetainedCaptureError extends Error {}

const client = new SageMakerClient(permissionRetryOptions());

/** Describes the current state of an endpoint; returns undefined if the endpoint does not exist. */
export async function describeServed(endpointName: string): Promise<ServedEndpoint | undefined> {
  const endpoint = await describeEndpoint(client, endpointName);
  if (!endpoint) return undefined;
  const variants = [...(endpoint.ProductionVariants ?? []), ...(endpoint.ShadowProductionVariants ?? [])];
  return {
    status: endpoint.EndpointStatus ?? '',
    configName: endpoint.EndpointConfigName,
    counts: new Map(
      variants.map((variant) => [
        variant.VariantName ?? '',
        variant.DesiredInstanceCount ?? variant.CurrentInstanceCount ?? 0,
      ]),
    ),
    capture: captureOf(endpoint.DataCaptureConfig),
  };
}

function captureOf(summary: DataCaptureConfigSummary | undefined): DeclaredCapture | undefined {
  if (!summary?.EnableCapture) return undefined;
  return { samplingPercentage: summary.CurrentSamplingPercentage ?? 0, destination: summary.DestinationS3Uri ?? '' };
}

/**
 * Sets the instance counts of variants whose count changes. The API accepts one variant at a time.
 *
 * @param targetCount computes the new count of a variant from its current count
 * @returns a sentence about each change
 */
export async function setCounts(
  endpointName: string,
  variants: VariantRegistration[],
  targetCount: (variant: VariantRegistration, count: number) => number,
  timeLimits: TimeLimits,
): Promise<string[]> {
  const describe = () => describeServed(endpointName);
  const changes: string[] = [];
  for (const variant of variants) {
    const { variantName } = variant;
    const count = (await waitUntilQuiet(describe, timeLimits))?.counts.get(variantName);
    const instanceCount = count === undefined ? undefined : targetCount(variant, count);
    if (instanceCount === count) continue;
    const capacity = { VariantName: variantName, DesiredInstanceCount: instanceCount };
    await client.send(
      new UpdateEndpointWeightsAndCapacitiesCommand({
        EndpointName: endpointName,
        DesiredWeightsAndCapacities: [capacity],
      }),
    );
    changes.push(`${variantName} has ${instanceCount} instances instead of ${count}`);
  }
  if (changes.length > 0) await waitUntilQuiet(describe, timeLimits);
  return changes;
}

/**
 * Waits until SageMaker finds a new endpoint configuration. CreateEndpoint may not find a new configuration immediately, so the API
 * reference recommends that you call DescribeEndpointConfig first (CreateEndpoint, read in November 2026). After half a minute, or after a
 * different error, this function returns without an error, so that CloudFormation continues: SageMaker's error message about the endpoint
 * is more useful.
 */
export async function awaitConfig(EndpointConfigName: string): Promise<void> {
  for (let attempt = 1; attempt <= CONFIG_ATTEMPTS; attempt++) {
    try {
      await client.send(new DescribeEndpointConfigCommand({ EndpointConfigName }));
      return;
    } catch (error) {
      const { message } = error as Error;
      log(`${EndpointConfigName}: ${message}`);
      if (!message.startsWith('Could not find endpoint configuration')) return;
      await sleep(CONFIG_PAUSE_MILLISECONDS);
    }
  }
}

/**
 * Checks that a changed data capture is in effect. An update retains the instance counts of variants that scale
 * (RetainAllVariantProperties), and may also retain DataCaptureConfig, which cannot be excluded: "Not currently supported" (API reference,
 * VariantProperty, read in November 2026). The capture counts as retained only if it equals the previous one. A comparison with the
 * declared capture would be unreliable, since SageMaker may return the URI in a different form.
 */
export async function checkCapture(
  endpointName: string,
  before: DeclaredCapture | undefined,
  after: DeclaredCapture | undefined,
): Promise<void> {
  if (isDeepStrictEqual(before, after)) return;
  const endpoint = await describeServed(endpointName);
  if (!endpoint || !isDeepStrictEqual(endpoint.capture, before)) return;
  throw new RetainedCaptureError(
    `The data capture of ${endpointName} did not change. The endpoint captures ${describeCapture(before)}; the deployment declares ${describeCapture(after)}. ` +
      'SageMaker retained the data capture because the endpoint scales. To change the data capture, deploy it once with `Scaling.none()` ' +
      'and the current number of instances as `instanceCount`, and then deploy your `scaling` again',
  );
}

function describeCapture(capture: DeclaredCapture | undefined): string {
  return capture ? `${capture.samplingPercentage} % of the requests to ${capture.destination}` : 'nothing';
}
