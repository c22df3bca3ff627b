import {
  DescribeEndpointCommand,
  DescribeEndpointConfigCommand,
  DescribeEndpointOutput,
  paginateListEndpoints,
  PendingProductionVariantSummary,
  ProductionVariant,
  ProductionVariantSummary,
  SageMakerClient,
  SageMakerClientConfig,
} from '@aws-sdk/client-sagemaker';
import limit from 'p-limit';
import { Fleet, FleetVariant } from '../../lib/endpoint/preflight/instances-needed';

/** Below the rates of SageMaker's descriptions. */
const CONCURRENCY = 4;

/** The instances of all endpoints of an account. */
export interface RunningFleets {
  readonly fleets: Fleet[];
  /** Names of endpoints whose instance types are not known, since their endpoint configurations were deleted. */
  readonly unknown: string[];
}

/** The instances of each endpoint of the account and region, those that an update is starting included. */
export async function runningFleets(config: SageMakerClientConfig): Promise<RunningFleets> {
  const client = new SageMakerClient(config);
  const names: string[] = [];
  for await (const { Endpoints = [] } of paginateListEndpoints({ client, pageSize: 100 }, {})) {
    names.push(...Endpoints.flatMap(({ EndpointName: name }) => name ?? []));
  }
  const run = limit(CONCURRENCY);
  const described = await Promise.all(names.map((name) => run(async () => fleetOf(client, name))));
  return {
    fleets: described.flatMap((fleet) => (typeof fleet === 'object' ? fleet : [])),
    unknown: described.flatMap((name) => (typeof name === 'string' ? name : [])),
  };
}

/** Its name where the instance types are not known; undefined when it is gone. */
async function fleetOf(client: SageMakerClient, name: string): Promise<Fleet | string | undefined> {
  const endpoint = await unlessMissing(client.send(new DescribeEndpointCommand({ EndpointName: name })));
  if (!endpoint) return undefined;
  const { EndpointConfigName, PendingDeploymentSummary: pending } = endpoint;
  const config = await unlessMissing(client.send(new DescribeEndpointConfigCommand({ EndpointConfigName })));
  if (!config) return name;
  const configured = [...(config.ProductionVariants ?? []), ...(config.ShadowProductionVariants ?? [])];
  const running = [...(endpoint.ProductionVariants ?? []), ...(endpoint.ShadowProductionVariants ?? [])];
  const starting = [...(pending?.ProductionVariants ?? []), ...(pending?.ShadowProductionVariants ?? [])];
  return {
    name,
    variants: [
      ...configured
        .filter(({ CapacityReservationConfig: reservation }) => !reservation)
        .flatMap((variant) => variantsOf(endpoint, variant, running)),
      ...starting.flatMap(pendingVariants),
    ],
  };
}

function variantsOf(
  { EndpointStatus: status }: DescribeEndpointOutput,
  { VariantName: name = '', InstanceType: type, InitialInstanceCount: initial = 0 }: ProductionVariant,
  running: ProductionVariantSummary[],
): FleetVariant[] {
  const summary = running.find(({ VariantName }) => VariantName === name);
  if (summary?.InstancePools) return pools(name, summary);
  if (type === undefined) return []; // serverless
  // Until its first instances are there, an endpoint has no summaries.
  const count = summary ? countOf(summary) : status === 'Creating' ? initial : 0;
  return [{ name, instanceTypes: [type], count }];
}

function pendingVariants(summary: PendingProductionVariantSummary): FleetVariant[] {
  const { VariantName: name = '', InstanceType: type } = summary;
  if (summary.InstancePools) return pools(name, summary);
  return type === undefined ? [] : [{ name, instanceTypes: [type], count: countOf(summary) }];
}

function pools(name: string, { InstancePools = [] }: ProductionVariantSummary): FleetVariant[] {
  return InstancePools.flatMap(({ InstanceType: type, CurrentInstanceCount: count }) =>
    type === undefined ? [] : [{ name, instanceTypes: [type], count }],
  );
}

function countOf({ CurrentInstanceCount = 0, DesiredInstanceCount = 0 }: ProductionVariantSummary): number {
  return Math.max(CurrentInstanceCount, DesiredInstanceCount);
}

async function unlessMissing<T>(description: Promise<T>): Promise<T | undefined> {
  return description.catch((error: Error) => {
    if (/^Could not find endpoint/.test(error.message)) return undefined;
    throw error;
  });
}
