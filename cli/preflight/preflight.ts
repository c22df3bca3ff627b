import { CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { FleetUpdate } from '../../lib/contracts/instances-needed';
import { checkQuota, endpointNeeds, fleetsAfter, Quota, QuotaCheck } from '../../lib/contracts/quotas';
import { AssemblyAssets } from '../assembly/assets';
import { TemplateEndpoint, endpointsOf } from '../assembly/endpoints';
import { Template } from '../assembly/intrinsics';
import { parseTemplate } from '../assembly/template';
import { describeAwsError } from '../aws-error';
import { NewFleet } from '../consequences/consequence';
import { fleetUpdateOf } from '../consequences/instances';
import { stackConsequences } from '../consequences/stack-consequences';
import { readQuotas } from './account-quotas';
import { benchmarksOf, engineNeeds } from './jobs';
import { readTarget, TargetStack } from './read-target';
import { RunningFleets, runningFleets } from './running-fleets';

/** Number of attempts of a request, because AWS may throttle the requests that list the resources of an account. */
const maxAttempts = 8;

/** The quotas that the deployment of a stack needs, compared with the quotas of the account. */
export interface StackPreflight {
  readonly stack: string;
  /** Undefined if the app does not specify a Region. The Region of the AWS CLI is used. */
  readonly region?: string;
  readonly quotas: QuotaCheck[];
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
  const results: StackPreflight[] = [];
  for (const targetStack of readTarget(target, stack)) {
    const { name, region, deployment } = targetStack;
    const endpoints = endpointsOf(deployment.template);
    const { tests, areTypesOpen } = benchmarksOf(deployment.template);
    const engines = engineNeeds(deployment.template);
    if (endpoints.length + tests.size + engines.length === 0 && !areTypesOpen) continue;
    const notCounted = areTypesOpen
      ? ['a benchmark that leaves the choice of instance types to Inference Recommender']
      : [];
    try {
      const account = accounts.get(region) ?? (await runningFleets({ region, maxAttempts }));
      const updates = await updatesOf(targetStack, endpoints);
      const needs = [...endpointNeeds(updates, account.fleets, tests), ...engines];
      const quotas = await readQuotas(
        needs.map(({ quota }) => quota),
        { region, maxAttempts },
      );
      checkAccount(targetStack, quotas);
      accounts.set(region, { ...account, fleets: fleetsAfter(updates, account.fleets) });
      results.push({
        stack: name,
        region,
        quotas: needs.map((need) => checkQuota(need, quotas.get(need.quota))),
        notCounted: [...NOT_COUNTED, ...notCounted, ...describeUnknown(account)],
      });
    } catch (error) {
      const updates = endpoints.map((endpoint) => updateOf(endpoint, 'yes'));
      results.push({
        stack: name,
        region,
        quotas: [...endpointNeeds(updates, [], tests), ...engines].map((need) => checkQuota(need, undefined)),
        unread: reasonOf(error),
        notCounted: ['endpoints that run in the account', ...NOT_COUNTED, ...notCounted],
      });
    }
  }
  if (results.length > 0) return results;
  throw new Error(`${stack ?? target} has no SageMaker endpoint, no benchmark and no engine to build`);
}

/** The reason why the account could not be read, as text. */
function reasonOf(error: unknown): string {
  if (error instanceof WrongAccountError) return error.message;
  try {
    return describeAwsError(error);
  } catch (advice) {
    return (advice as Error).message;
  }
}

const NOT_COUNTED = [
  'jobs and benchmarks that are running now, and instances that scaling adds to other endpoints during the deployment',
  'quotas of other kinds, such as the number of endpoints, and whether AWS has free instances (capacity)',
];

function describeUnknown({ namesWithoutConfig: names }: RunningFleets): string[] {
  if (names.length === 0) return [];
  return [
    `endpoints whose endpoint configurations were deleted, so their instance types are not known: ${names.join(', ')}`,
  ];
}

/**
 * The endpoints for which the deployment starts new instances: all endpoints, unless the stack can be compared with the deployed template. For
 * the copies of inference components, SageMaker starts instances also without an update of the endpoint.
 */
async function updatesOf(
  { name, stackName, region, deployment }: TargetStack,
  endpoints: TemplateEndpoint[],
): Promise<FleetUpdate[]> {
  const template = stackName === undefined ? undefined : await deployedTemplate(stackName, region);
  if (!template) return endpoints.map((endpoint) => updateOf(endpoint, 'yes'));
  const changes = stackConsequences(name, { template, assets: new AssemblyAssets() }, deployment).endpoints;
  return endpoints.flatMap((endpoint) => {
    const newFleet = changes.find((each) => each.endpoint === endpoint.name)?.newFleet ?? 'yes';
    return newFleet !== 'no' || endpoint.hasComponents ? [updateOf(endpoint, newFleet)] : [];
  });
}

async function deployedTemplate(StackName: string, region?: string): Promise<Template | undefined> {
  const client = new CloudFormationClient({ region });
  const response = await client.send(new GetTemplateCommand({ StackName })).catch((error: Error) => {
    if (/does not exist/.test(error.message)) return undefined;
    throw error;
  });
  const body = response?.TemplateBody ?? '';
  if (!body.trimStart().startsWith('{')) return undefined; // a stack in YAML, which CDK did not deploy
  return parseTemplate(body, `the deployed template of ${StackName}`);
}

/** The instances that an update starts. For copies that have no room, SageMaker adds instances up to the maximum, also during this deployment. */
function updateOf(endpoint: TemplateEndpoint, newFleet: NewFleet): FleetUpdate {
  const update = fleetUpdateOf(endpoint, newFleet);
  if (!endpoint.hasComponents) return update;
  const variants = endpoint.hosts.map((host) => ({ ...host, count: host.scaling ? host.scaling.maximum : host.count }));
  return { ...update, variants, retainsCounts: false };
}

class WrongAccountError extends Error {}

/** @throws if the credentials belong to a different account than the account of the stack */
function checkAccount({ name, account }: TargetStack, quotas: Map<string, Quota>): void {
  const [, , , , actualAccount] = [...quotas.values()][0]?.arn.split(':') ?? [];
  if (!account || !actualAccount || actualAccount === account) return;
  throw new WrongAccountError(
    `${name} is deployed to account ${account}, but the credentials belong to account ${actualAccount}`,
  );
}
