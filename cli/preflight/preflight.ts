import { CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { FleetUpdate } from '../../lib/contracts/instances-needed';
import { checkQuota, endpointNeeds, fleetsAfter, Quota, QuotaCheck } from '../../lib/contracts/quotas';
import { AssemblyAssets } from '../assembly/assets';
import { TemplateEndpoint, endpointsOf, reservationOf } from '../assembly/endpoints';
import { NewFleet } from '../consequences/consequence';
import { fleetUpdateOf } from '../consequences/instances';
import { Deployment } from '../assembly/publications';
import { stackConsequences } from '../consequences/stack-consequences';
import { isJson } from '../assembly/deployments';
import { validateTemplate } from '../assembly/template';
import { readQuotas } from './account-quotas';
import { Concurrency, countCustomResources, readConcurrencyLimit } from './concurrency';
import { benchmarksOf, engineNeeds } from './jobs';
import { readTarget, TargetStack } from './read-target';
import { withReadableErrors } from './readable-errors';
import { RunningFleets, runningFleets } from './running-fleets';

/** Number of attempts of a request, because AWS may throttle the requests that list the resources of an account. */
const ATTEMPTS = 8;

/** The quotas that the deployment of a stack needs, compared with the quotas of the account. */
export interface StackPreflight {
  readonly stack: string;
  /** Undefined if the app does not specify a Region. The Region of the AWS CLI is used. */
  readonly region?: string;
  readonly quotas: QuotaCheck[];
  readonly concurrency: Concurrency;
  /** The reason why the account could not be read; undefined if it was read. */
  readonly unread?: string;
  /** Sentences about instances and quotas that the numbers do not include. */
  readonly notCounted: string[];
}

/**
 * Compares the instances that the deployment of each stack needs with the quotas. CDK deploys the stacks one after the other, so the fleets of
 * a stack are counted as running for the next stacks.
 *
 * If the account cannot be read, the numbers are the needs of a first deployment.
 *
 * @throws if the target cannot be read
 */
export async function preflight(target: string, stack?: string): Promise<StackPreflight[]> {
  const accounts = new Map<string | undefined, RunningFleets>();
  const limits = new Map<string | undefined, ReturnType<typeof readConcurrencyLimit>>();
  const results: StackPreflight[] = [];
  const targets = readTarget(target, stack);
  for (const targetStack of targets) {
    const { region, deployment } = targetStack;
    const endpoints = endpointsOf(deployment.template);
    const benchmarks = benchmarksOf(deployment.template);
    const engines = engineNeeds(deployment.template);
    if (endpoints.length + benchmarks.tests.size + engines.length === 0 && !benchmarks.areTypesOpen) continue;
    limits.set(region, limits.get(region) ?? readConcurrencyLimit({ region, maxAttempts: ATTEMPTS }));
    const concurrency: Concurrency = {
      ...(await limits.get(region)),
      endpoints: targets
        .filter((each) => each.region === region)
        .reduce((total, each) => total + endpointsOf(each.deployment.template).length, 0),
      customResources: countCustomResources(deployment.template),
    };
    const compareWithAccount = async (): Promise<StackPreflight> => {
      const account =
        accounts.get(region) ?? (await withReadableErrors(runningFleets({ region, maxAttempts: ATTEMPTS })));
      const updates = (await withReadableErrors(endpointsWithNewFleet(targetStack, endpoints))).map(onDemand);
      const needs = [...endpointNeeds(updates, account.fleets, benchmarks.tests), ...engines];
      const names = needs.map(({ quota }) => quota);
      const quotas = await withReadableErrors(readQuotas(names, { region, maxAttempts: ATTEMPTS }));
      checkAccount(targetStack, quotas);
      accounts.set(region, { ...account, fleets: fleetsAfter(updates, account.fleets) });
      return {
        stack: targetStack.name,
        region,
        quotas: needs.map((need) => checkQuota(need, quotas.get(need.quota))),
        concurrency,
        notCounted: describeNotCounted(endpoints, account, benchmarks.areTypesOpen),
      };
    };
    const withoutAccount = ({ message: unread }: Error): StackPreflight => ({
      stack: targetStack.name,
      region,
      quotas: [...endpointNeeds(endpoints.map(newEndpoint).map(onDemand), [], benchmarks.tests), ...engines].map(
        (need) => checkQuota(need, undefined),
      ),
      concurrency,
      unread,
      notCounted: [
        'endpoints that run in the account',
        ...describeNotCounted(endpoints, { fleets: [], namesWithoutConfig: [] }, benchmarks.areTypesOpen),
      ],
    });
    results.push(await compareWithAccount().catch(withoutAccount));
  }
  if (results.length > 0) return results;
  throw new Error(`${stack ?? target} has no SageMaker endpoint, no benchmark and no engine to build`);
}

/** An endpoint, and whether the deployment starts a new fleet for it. */
interface DeployedUpdate {
  readonly endpoint: TemplateEndpoint;
  readonly newFleet: NewFleet;
}

/**
 * The endpoints for which the deployment starts new instances: all endpoints, unless the stack can be compared with the deployed template. For
 * the copies of inference components, SageMaker starts instances also without an update of the endpoint.
 */
async function endpointsWithNewFleet(
  { name, stackName, region, deployment }: TargetStack,
  endpoints: TemplateEndpoint[],
): Promise<DeployedUpdate[]> {
  const deployedStack = stackName === undefined ? undefined : await deployedTemplate(stackName, region);
  if (!deployedStack) return endpoints.map(newEndpoint);
  const changes = stackConsequences(name, deployedStack, deployment).endpoints;
  return endpoints
    .map((endpoint) => {
      const newFleet = changes.find((each) => each.endpoint === endpoint.name)?.newFleet ?? 'yes';
      return { endpoint, newFleet };
    })
    .filter(({ endpoint, newFleet }) => newFleet !== 'no' || endpoint.hasComponents);
}

function newEndpoint(endpoint: TemplateEndpoint): DeployedUpdate {
  return { endpoint, newFleet: 'yes' };
}

async function deployedTemplate(StackName: string, region?: string): Promise<Deployment | undefined> {
  const client = new CloudFormationClient({ region });
  const response = await client.send(new GetTemplateCommand({ StackName })).catch((error: Error) => {
    if (/does not exist/.test(error.message)) return undefined;
    throw error;
  });
  const body = response?.TemplateBody ?? '';
  if (!isJson(body)) return undefined; // a stack in YAML, which CDK did not deploy
  const template = validateTemplate(JSON.parse(body), `the deployed template of ${StackName}`);
  return { template, assets: new AssemblyAssets([]) };
}

/** The update without variants in a capacity reservation, because AWS does not document whether the quota includes reserved instances. */
function onDemand({ endpoint, newFleet }: DeployedUpdate): FleetUpdate {
  const hosts = endpoint.hosts.filter((host) => reservationOf(host) === undefined);
  const update = fleetUpdateOf({ ...endpoint, hosts }, newFleet);
  if (!endpoint.hasComponents) return update;
  // For copies that have no room, SageMaker adds instances up to the maximum, also during this deployment.
  const variants = hosts.map((host) => ({ ...host, count: host.scaling ? host.scaling.maximum : host.count }));
  return { ...update, variants, retainsCounts: false };
}

/** @throws if the credentials belong to a different account than the account of the stack */
function checkAccount({ name, account }: TargetStack, quotas: Map<string, Quota>): void {
  const [, , , , actualAccount] = [...quotas.values()][0]?.arn.split(':') ?? [];
  if (!account || !actualAccount || actualAccount === account) return;
  throw new Error(`${name} is deployed to account ${account}, but the credentials belong to account ${actualAccount}`);
}

function describeNotCounted(
  endpoints: TemplateEndpoint[],
  { namesWithoutConfig }: RunningFleets,
  areTypesOpen: boolean,
): string[] {
  const reservedVariants = endpoints.flatMap(({ hosts }) => hosts.filter((each) => reservationOf(each) !== undefined));
  return [
    'jobs and benchmarks that are running now, and instances that scaling adds to other endpoints during the deployment',
    'quotas of other kinds, such as the number of endpoints, and whether AWS has free instances (capacity)',
    ...(reservedVariants.length > 0 ? ['instances that start in a reservation (CapacityReservationConfig)'] : []),
    ...(areTypesOpen ? ['a benchmark that leaves the choice of instance types to Inference Recommender'] : []),
    ...(namesWithoutConfig.length > 0
      ? [
          `endpoints whose endpoint configurations were deleted, so their instance types are not known: ${namesWithoutConfig.join(', ')}`,
        ]
      : []),
  ];
}
