import { CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { readQuotas } from '../../lambda/shared/account-quotas';
import { RunningFleets, runningFleets } from '../../lambda/shared/running-fleets';
import { FleetUpdate } from '../../lib/endpoint/preflight/instances-needed';
import { checkQuota, endpointNeeds, fleetsAfter, Quota, QuotaCheck } from '../../lib/endpoint/preflight/quotas';
import { AssemblyFiles } from '../assembly-files';
import { explain } from '../aws-error';
import { Endpoint, endpointsOf, reservationOf } from '../consequences/endpoint';
import { fleetUpdateOf } from '../consequences/instances';
import { Deployment } from '../consequences/model-files';
import { stackConsequences } from '../consequences/stack-consequences';
import { templateOf } from '../template';
import { benchmarksOf, engineNeeds } from './jobs';
import { readTarget, TargetStack } from './read-target';

/** Lists of an account are long, and their rates are low. */
const ATTEMPTS = 8;

/** The quotas that the deployment of a stack needs, compared with those of the account. */
export interface StackPreflight {
  readonly stack: string;
  /** Undefined where the app names none: then it is the region of the AWS CLI. */
  readonly region?: string;
  readonly quotas: QuotaCheck[];
  /** Why the account was not read; undefined where it was. */
  readonly unread?: string;
  /** What the numbers leave out, in sentences. */
  readonly notCounted: string[];
}

/**
 * Compares what the deployment of each stack needs with the quotas. Stacks are counted one after the other, as the CDK deploys them: each finds
 * the fleets of those before it.
 *
 * Where the account cannot be read, the numbers are those of a first deployment.
 *
 * @throws when the target cannot be read
 */
export async function preflight(target: string, stack?: string): Promise<StackPreflight[]> {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const accounts = new Map<string | undefined, RunningFleets>();
  const results: StackPreflight[] = [];
  for (const each of readTarget(target, stack)) {
    const { region, deployment } = each;
    const endpoints = endpointsOf(deployment.template);
    const benchmarks = benchmarksOf(deployment.template);
    const engines = engineNeeds(deployment.template);
    if (endpoints.length + benchmarks.tests.size + engines.length === 0 && !benchmarks.areTypesOpen) continue;
    const compare = async (): Promise<StackPreflight> => {
      const account = accounts.get(region) ?? (await explained(runningFleets({ region, maxAttempts: ATTEMPTS })));
      const updates = (await explained(startingFleets(each, endpoints))).map(onDemand);
      const needs = [...endpointNeeds(updates, account.fleets, benchmarks.tests), ...engines];
      const names = needs.map(({ quota }) => quota);
      const quotas = await explained(readQuotas(names, { region, maxAttempts: ATTEMPTS }));
      checkAccount(each, quotas);
      accounts.set(region, { ...account, fleets: fleetsAfter(updates, account.fleets) });
      return {
        stack: each.name,
        region,
        quotas: needs.map((need) => checkQuota(need, quotas.get(need.quota))),
        notCounted: notCounted(endpoints, account, benchmarks.areTypesOpen),
      };
    };
    const withoutAccount = ({ message: unread }: Error): StackPreflight => ({
      stack: each.name,
      region,
      quotas: [...endpointNeeds(endpoints.map(onDemand), [], benchmarks.tests), ...engines].map((need) =>
        checkQuota(need, undefined),
      ),
      unread,
      notCounted: [
        'endpoints that run in the account',
        ...notCounted(endpoints, { fleets: [], unknown: [] }, benchmarks.areTypesOpen),
      ],
    });
    results.push(await compare().catch(withoutAccount));
  }
  if (results.length > 0) return results;
  throw new Error(`${stack ?? target} has no SageMaker endpoint, no benchmark and no engine to build`);
}

/** @throws with what to do where settings are the cause */
async function explained<T>(reading: Promise<T>): Promise<T> {
  return reading.catch((error: unknown) => {
    throw new Error(explain(error), { cause: error });
  });
}

/** The endpoints of which the deployment starts new fleets: all, unless the stack is there and its template can be compared. */
async function startingFleets({ name, stackName, region, deployment }: TargetStack, endpoints: Endpoint[]) {
  const deployed = stackName === undefined ? undefined : await deployedTemplate(stackName, region);
  if (!deployed) return endpoints;
  const fates = stackConsequences(name, deployed, deployment).endpoints;
  return endpoints.filter((endpoint) => fates.find((fate) => fate.endpoint === endpoint.name)?.newFleet !== 'no');
}

async function deployedTemplate(StackName: string, region?: string): Promise<Deployment | undefined> {
  const client = new CloudFormationClient({ region });
  const response = await client.send(new GetTemplateCommand({ StackName })).catch((error: Error) => {
    if (/does not exist/.test(error.message)) return undefined;
    throw error;
  });
  const template = parsed(response?.TemplateBody);
  if (template === undefined) return undefined;
  return { template: templateOf(template, `the deployed template of ${StackName}`), objects: new AssemblyFiles([]) };
}

/** The CDK deploys JSON; what another tool has deployed may be YAML, and is not compared. */
function parsed(body = ''): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

/** Instances in a reservation are not counted: whether the quota counts them is not documented. */
function onDemand(endpoint: Endpoint): FleetUpdate {
  const variants = endpoint.variants.filter((variant) => reservationOf(variant) === undefined);
  return fleetUpdateOf({ ...endpoint, variants });
}

function checkAccount({ name, account }: TargetStack, quotas: Map<string, Quota>): void {
  const [, , , , own] = [...quotas.values()][0]?.arn.split(':') ?? [];
  if (!account || !own || own === account) return;
  throw new Error(`${name} is deployed to account ${account}, but the credentials belong to account ${own}`);
}

function notCounted(endpoints: Endpoint[], { unknown }: RunningFleets, areTypesOpen: boolean): string[] {
  const reserved = endpoints.flatMap(({ variants }) => variants.filter((each) => reservationOf(each) !== undefined));
  return [
    'jobs and benchmarks that are running now, and instances that scaling adds to other endpoints during the deployment',
    'quotas of other kinds, such as the number of endpoints, and whether AWS has free instances (capacity)',
    ...(reserved.length > 0 ? ['instances that start in a reservation (mlReservationArn)'] : []),
    ...(areTypesOpen ? ['a benchmark that leaves the choice of instance types to Inference Recommender'] : []),
    ...(unknown.length > 0
      ? [
          `endpoints whose endpoint configurations were deleted, so their instance types are not known: ${unknown.join(', ')}`,
        ]
      : []),
  ];
}
