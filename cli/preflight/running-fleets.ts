import {
  DescribeEndpointConfigCommand,
  DescribeEndpointConfigOutput,
  DescribeEndpointOutput,
  paginateListEndpoints,
  PendingProductionVariantSummary,
  ProductionVariant,
  ProductionVariantSummary,
  SageMakerClient,
  SageMakerClientConfig,
} from '@aws-sdk/client-sagemaker';
import limit from 'p-limit';
import { EndpointFleet, FleetVariant } from '../../lib/contracts/instances-needed';
import { describeEndpoint } from '../../lambda/shared/describe-endpoint';

/** Few enough to stay within the rate limits of SageMaker's Describe operations. */
const MAX_CONCURRENT_REQUESTS = 4;

/** The fleets (instances of all variants) of the endpoints of an account. */
export interface RunningFleets {
  readonly fleets: EndpointFleet[];
  /** Names of endpoints with unknown instance types, since their endpoint configurations were deleted. */
  readonly namesWithoutConfig: string[];
}

/** The fleet of each endpoint of the account and region, including instances that an update is starting. */
export async function runningFleets(config: SageMakerClientConfig): Promise<RunningFleets> {
  const client = new SageMakerClient(config);
  const names: string[] = [];
  for await (const { Endpoints = [] } of paginateListEndpoints({ client, pageSize: 100 }, {})) {
    names.push(...Endpoints.flatMap(({ EndpointName: name }) => name ?? []));
  }
  const runLimited = limit(MAX_CONCURRENT_REQUESTS);
  const fleetsOrNames = await Promise.all(names.map((name) => runLimited(async () => fleetOf(client, name))));
  return {
    fleets: fleetsOrNames.flatMap((fleet) => (typeof fleet === 'object' ? fleet : [])),
    namesWithoutConfig: fleetsOrNames.flatMap((name) => (typeof name === 'string' ? name : [])),
  };
}

/** The fleet of an endpoint. Only the name of the endpoint if its instance types are unknown; undefined if the endpoint does not exist. */
async function fleetOf(client: SageMakerClient, name: string): Promise<EndpointFleet | string | undefined> {
  const endpoint = await describeEndpoint(client, name);
  if (!endpoint) return undefined;
  const { EndpointConfigName, PendingDeploymentSummary: pending } = endpoint;
  const config = await describeConfig(client, EndpointConfigName);
  if (!config) return name;
  const configuredVariants = [...(config.ProductionVariants ?? []), ...(config.ShadowProductionVariants ?? [])];
  const runningVariants = [...(endpoint.ProductionVariants ?? []), ...(endpoint.ShadowProductionVariants ?? [])];
  const startingVariants = [...(pending?.ProductionVariants ?? []), ...(pending?.ShadowProductionVariants ?? [])];
  return {
    name,
    variants: [
      ...configuredVariants.flatMap((variant) => variantsOf(endpoint, variant, runningVariants)),
      ...startingVariants.flatMap(pendingVariants),
    ],
  };
}

function variantsOf(
  { EndpointStatus: status }: DescribeEndpointOutput,
  { VariantName: name = '', InstanceType: type, InitialInstanceCount: initial = 0 }: ProductionVariant,
  runningVariants: ProductionVariantSummary[],
): FleetVariant[] {
  const summary = runningVariants.find(({ VariantName }) => VariantName === name);
  if (summary?.InstancePools) return poolVariants(name, summary);
  if (type === undefined) return []; // serverless
  // SageMaker returns no summaries of variants before the first instances of an endpoint have started.
  const count = summary ? countOf(summary) : status === 'Creating' ? initial : 0;
  return [{ name, instanceTypes: [type], count }];
}

function pendingVariants(summary: PendingProductionVariantSummary): FleetVariant[] {
  const { VariantName: name = '', InstanceType: type } = summary;
  if (summary.InstancePools) return poolVariants(name, summary);
  return type === undefined ? [] : [{ name, instanceTypes: [type], count: countOf(summary) }];
}

function poolVariants(name: string, { InstancePools = [] }: ProductionVariantSummary): FleetVariant[] {
  return InstancePools.flatMap(({ InstanceType: type, CurrentInstanceCount: count }) =>
    type === undefined ? [] : [{ name, instanceTypes: [type], count }],
  );
}

function countOf({ CurrentInstanceCount = 0, DesiredInstanceCount = 0 }: ProductionVariantSummary): number {
  return Math.max(CurrentInstanceCount, DesiredInstanceCount);
}

async function describeConfig(
  client: SageMakerClient,
  EndpointConfigName: string | undefined,
): Promise<DescribeEndpointConfigOutput | undefined> {
  return client.send(new DescribeEndpointConfigCommand({ EndpointConfigName })).catch((error: Error) => {
    if (/^Could not find endpoint/.test(error.message)) return undefined;
    throw error;
  });
}
