import { setTimeout as sleep } from 'node:timers/promises';
import {
  DataCaptureConfigSummary,
  DescribeEndpointCommand,
  SageMakerClient,
  UpdateEndpointWeightsAndCapacitiesCommand,
} from '@aws-sdk/client-sagemaker';
import type { Context } from 'aws-lambda';
import { DeclaredCapture, Registration } from '../../lib/scaling/registration-properties';
import { awaitPermissions } from '../shared/await-permissions';
import { isTimeOver, POLL_MILLISECONDS, Unfinished } from '../shared/invoke-later';

/** In these SageMaker neither updates nor deletes an endpoint (API reference, DescribeEndpoint; "Cannot update in-progress endpoint"). */
const CHANGING = ['Creating', 'Updating', 'SystemUpdating', 'RollingBack', 'Deleting'];

/** An activity of scaling that began just before it was suspended may not be seen at the first look. */
const QUIET_LOOKS = 2;

export interface ServedEndpoint {
  readonly status: string;
  readonly configName?: string;
  /** Instances that each variant has, or is going to have. */
  readonly counts: ReadonlyMap<string, number>;
  /** Undefined when nothing is captured. */
  readonly capture?: DeclaredCapture;
}

/** How long something may take: this invocation, and all of them together. */
export interface Patience {
  readonly context: Context;
  /** In milliseconds since the epoch. */
  readonly deadline: number;
}

const client = new SageMakerClient(awaitPermissions());

/** Undefined when there is no such endpoint. */
export async function describeEndpoint(endpointName: string): Promise<ServedEndpoint | undefined> {
  try {
    const endpoint = await client.send(new DescribeEndpointCommand({ EndpointName: endpointName }));
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
  } catch (error) {
    if ((error as Error).message.startsWith('Could not find endpoint')) return undefined;
    throw error;
  }
}

function captureOf(live: DataCaptureConfigSummary | undefined): DeclaredCapture | undefined {
  if (!live?.EnableCapture) return undefined;
  return { samplingPercentage: live.CurrentSamplingPercentage ?? 0, destination: live.DestinationS3Uri ?? '' };
}

export function isChanging({ status }: ServedEndpoint): boolean {
  return CHANGING.includes(status);
}

/** Waits until nothing changes the endpoint; one that is not there does not change. */
export async function waitUntilQuiet(
  endpointName: string,
  { context, deadline }: Patience,
): Promise<ServedEndpoint | undefined> {
  for (let quiet = 0; ; await sleep(POLL_MILLISECONDS)) {
    const endpoint = await describeEndpoint(endpointName);
    if (!endpoint) return undefined;
    quiet = isChanging(endpoint) ? 0 : quiet + 1;
    if (quiet === QUIET_LOOKS) return endpoint;
    if (Date.now() > deadline) throw new Error(`the endpoint is still ${endpoint.status}`);
    if (isTimeOver(context)) throw new Unfinished();
  }
}

/**
 * Sets the number of instances of variants that have another. The API takes one variant at a time.
 *
 * @param wanted how many instances a variant is to have, by how many it has
 */
export async function setCounts(
  endpointName: string,
  variants: Registration[],
  wanted: (variant: Registration, count: number) => number,
  patience: Patience,
): Promise<string[]> {
  const done: string[] = [];
  for (const variant of variants) {
    const { variantName } = variant;
    const count = (await waitUntilQuiet(endpointName, patience))?.counts.get(variantName);
    const instanceCount = count === undefined ? undefined : wanted(variant, count);
    if (instanceCount === count) continue;
    const capacity = { VariantName: variantName, DesiredInstanceCount: instanceCount };
    await client.send(
      new UpdateEndpointWeightsAndCapacitiesCommand({
        EndpointName: endpointName,
        DesiredWeightsAndCapacities: [capacity],
      }),
    );
    done.push(`${variantName} has ${instanceCount} instances instead of ${count}`);
  }
  if (done.length > 0) await waitUntilQuiet(endpointName, patience);
  return done;
}
