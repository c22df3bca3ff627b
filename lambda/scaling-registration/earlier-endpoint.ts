import { deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  paginateDescribeScalableTargets,
  paginateDescribeScalingPolicies,
  paginateDescribeScheduledActions,
  ScalableTarget,
  ScalingPolicy,
  ScheduledAction,
} from '@aws-sdk/client-application-auto-scaling';
import {
  EarlierEndpoint,
  EarlierVariant,
  RegisteredPolicy,
  RegisteredTarget,
  VariantRegistration,
  variantTargetId,
} from '../../lib/contracts/scaling-registration-properties';
import { describeServed, instanceTypesOf } from './endpoint';
import { autoScalingClient, targetOf } from './service';

/** CloudFormation accepts responses of 4096 bytes, with the reason and the IDs. */
const MAXIMUM_CHARACTERS = 3000;

/**
 * Reads the scaling and the data capture of an endpoint. Returns undefined if the endpoint does not exist.
 *
 * @param declared the variants of the app
 * @throws an error if a rollback could not restore the endpoint
 */
export async function readEarlier(
  endpointName: string,
  declared: readonly VariantRegistration[],
): Promise<EarlierEndpoint | undefined> {
  const endpoint = await describeServed(endpointName);
  if (!endpoint) return undefined;
  checkInstanceTypes(declared, await instanceTypesOf(endpoint.configName));
  const variants = await Promise.all([...endpoint.counts.keys()].map((name) => readVariant(endpointName, name)));
  return { variants: variants.filter((variant) => variant !== undefined), capture: endpoint.capture };
}

/**
 * Checks that the variants that the app scales keep their instance types. The stack registers these variants, and SageMaker then rejects
 * an update that changes their types, also the update with which CloudFormation would roll the endpoint back.
 */
function checkInstanceTypes(
  declared: readonly VariantRegistration[],
  served: ReadonlyMap<string, readonly string[]>,
): void {
  const changed = declared.find(
    ({ variantName, instanceTypes, target }) => target && String(served.get(variantName)) !== String(instanceTypes),
  );
  if (!changed) return;
  const { variantName, instanceTypes } = changed;
  const servedTypes = served.get(variantName);
  throw new Error(
    `the app scales the variant ${variantName} on ${instanceTypes.join(', ')}, and the endpoint has ${servedTypes ? `it on ${servedTypes.join(', ')}` : 'no such variant'}. A rollback could not restore this. Deploy the app once with the variants and instance types of the endpoint or without scaling (\`Scaling.none()\`), and then change them`,
  );
}

async function readVariant(endpointName: string, variantName: string): Promise<EarlierVariant | undefined> {
  const { ResourceId, ...dimension } = targetOf(variantTargetId(endpointName, variantName));
  const client = { client: autoScalingClient };
  const [target] = await collect(
    paginateDescribeScalableTargets(client, { ...dimension, ResourceIds: [ResourceId] }),
    ({ ScalableTargets }) => ScalableTargets,
  );
  if (!target) return undefined;
  const id = { ...dimension, ResourceId };
  const policies = await collect(paginateDescribeScalingPolicies(client, id), ({ ScalingPolicies }) => ScalingPolicies);
  const actions = await collect(
    paginateDescribeScheduledActions(client, id),
    ({ ScheduledActions }) => ScheduledActions,
  );
  return {
    variantName,
    target: registeredTarget(target, actions),
    policies: policies.map((policy) => registeredPolicy(variantName, policy)),
  };
}

async function collect<Page, Item>(
  pages: AsyncIterable<Page>,
  itemsOf: (page: Page) => Item[] | undefined,
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of pages) items.push(...(itemsOf(page) ?? []));
  return items;
}

function registeredTarget(
  { MinCapacity = 0, MaxCapacity = 0, SuspendedState }: ScalableTarget,
  actions: ScheduledAction[],
): RegisteredTarget {
  return {
    minCapacity: MinCapacity,
    maxCapacity: MaxCapacity,
    suspendedState: SuspendedState,
    scheduledActions: actions.map(({ ScheduledActionName, Schedule, Timezone, ScalableTargetAction, ...times }) => ({
      scheduledActionName: ScheduledActionName,
      schedule: Schedule,
      timezone: Timezone,
      startTime: times.StartTime,
      endTime: times.EndTime,
      scalableTargetAction: {
        minCapacity: ScalableTargetAction?.MinCapacity,
        maxCapacity: ScalableTargetAction?.MaxCapacity,
      },
    })),
  };
}

/** @throws an error for a step scaling policy, since a rollback could not restore the alarms that call it */
function registeredPolicy(
  variantName: string,
  { PolicyName = '', PolicyType, TargetTrackingScalingPolicyConfiguration: configuration }: ScalingPolicy,
): RegisteredPolicy {
  if (PolicyType === undefined || configuration === undefined) {
    throw new Error(
      `the variant ${variantName} has the policy ${PolicyName} of the type ${PolicyType}. Its alarms call it by its ARN, which a rollback could not restore. Delete the policy and its alarms, and deploy again`,
    );
  }
  return {
    policyName: PolicyName,
    policyType: PolicyType,
    targetTrackingScalingPolicyConfiguration: configuration,
  };
}

/** The text of an endpoint in the property of a custom resource. */
export function encodeEarlier(earlier: EarlierEndpoint): string {
  const text = deflateRawSync(JSON.stringify(earlier)).toString('base64');
  if (text.length <= MAXIMUM_CHARACTERS) return text;
  throw new Error(
    `the policies and scheduled actions have ${text.length} characters in compressed form, and at most ${MAXIMUM_CHARACTERS} can be recorded. Delete some of them, and deploy again`,
  );
}

/** Returns undefined if the stack has created the endpoint. */
export function decodeEarlier(text = ''): EarlierEndpoint | undefined {
  if (text === '') return undefined;
  return JSON.parse(inflateRawSync(Buffer.from(text, 'base64')).toString()) as EarlierEndpoint;
}
