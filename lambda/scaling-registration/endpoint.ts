import {
  DescribeEndpointConfigCommand,
  SageMakerClient,
  UpdateEndpointWeightsAndCapacitiesCommand,
} from '@aws-sdk/client-sagemaker';
import { VariantRegistration } from '../../lib/contracts/scaling-registration-properties';
import { permissionRetryOptions } from '../shared/await-permissions';
import { describeEndpoint } from '../shared/describe-endpoint';
import { CurrentState, TimeLimits, waitUntilQuiet } from './quiet';

/** The current state of an endpoint. */
export interface ServedEndpoint extends CurrentState {
  readonly configName?: string;
  readonly created?: Date;
  readonly modified?: Date;
  /** The desired instance count of each variant, or the current one if none is desired. */
  readonly counts: ReadonlyMap<string, number>;
}

const client = new SageMakerClient(permissionRetryOptions());

/** Describes the current state of an endpoint; returns undefined if the endpoint does not exist. */
export async function describeServed(endpointName: string): Promise<ServedEndpoint | undefined> {
  const endpoint = await describeEndpoint(client, endpointName);
  if (!endpoint) return undefined;
  const variants = [...(endpoint.ProductionVariants ?? []), ...(endpoint.ShadowProductionVariants ?? [])];
  return {
    status: endpoint.EndpointStatus ?? '',
    configName: endpoint.EndpointConfigName,
    created: endpoint.CreationTime,
    modified: endpoint.LastModifiedTime,
    counts: new Map(
      variants.map((variant) => [
        variant.VariantName ?? '',
        variant.DesiredInstanceCount ?? variant.CurrentInstanceCount ?? 0,
      ]),
    ),
  };
}

/** The variants in an endpoint configuration. */
export async function configuredVariants(EndpointConfigName: string | undefined): Promise<VariantRegistration[]> {
  const config = await client.send(new DescribeEndpointConfigCommand({ EndpointConfigName }));
  return [...(config.ProductionVariants ?? []), ...(config.ShadowProductionVariants ?? [])].map(
    ({ VariantName = '', InstanceType, InstancePools = [], InitialInstanceCount = 0 }) => ({
      variantName: VariantName,
      instanceTypes: [InstanceType, ...InstancePools.map((pool) => pool.InstanceType)].filter(
        (type) => type !== undefined,
      ),
      instanceCount: InitialInstanceCount,
      policies: [],
    }),
  );
}

/**
 * Sets the instance counts of variants that do not scale. The API accepts one variant at a time.
 *
 * @returns a sentence about each change
 */
export async function setCounts(
  endpointName: string,
  variants: VariantRegistration[],
  timeLimits: TimeLimits,
): Promise<string[]> {
  const describe = () => describeServed(endpointName);
  const changes: string[] = [];
  for (const { variantName, instanceCount } of variants) {
    const count = (await waitUntilQuiet(describe, timeLimits))?.counts.get(variantName);
    if (count === undefined || instanceCount === count) continue;
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
