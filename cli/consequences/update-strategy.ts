import { isDeepStrictEqual } from 'util';
import { stepsOf } from '../../lib/contracts/instances-needed';
import { TemplateEndpoint } from '../assembly/endpoints';
import { Properties } from '../assembly/template';
import { formatCount, formatDuration } from '../output/words';

/** Describes the shift of traffic to the new fleet, and the waits of an update (apart from the start of instances). */
export interface Strategy {
  readonly kind: 'allAtOnce' | 'canary' | 'linear' | 'rolling' | 'none';
  /** Total waiting time; undefined if it is known only during deployment. */
  readonly seconds?: number;
  readonly description: string;
}

interface DeploymentConfig {
  readonly BlueGreenUpdatePolicy?: {
    readonly TrafficRoutingConfiguration: Properties;
    readonly TerminationWaitInSeconds?: number;
  };
  readonly RollingUpdatePolicy?: Properties;
}

/** Whether requests reach the old and the new fleet at the same time. */
export function sendsToBothFleets(kind: Strategy['kind']): boolean {
  return kind === 'canary' || kind === 'linear' || kind === 'rolling';
}

/** The update strategy of an endpoint. */
export function strategyOf({ properties, variants }: TemplateEndpoint): Strategy {
  const { BlueGreenUpdatePolicy: blueGreen, RollingUpdatePolicy: rolling } = (properties.DeploymentConfig ??
    {}) as DeploymentConfig;
  const counts = variants.filter(({ isShadow }) => !isShadow).map(({ count }) => count ?? NaN);
  if (rolling) return rollingStrategy(rolling, counts);
  if (!blueGreen)
    return {
      kind: 'none',
      seconds: 0,
      description: 'All traffic shifts to the new fleet in one step, and the old fleet is removed without a wait',
    };
  const {
    Type: type,
    CanarySize: canarySize,
    LinearStepSize: stepSize,
    WaitIntervalInSeconds: wait,
  } = blueGreen.TrafficRoutingConfiguration;
  const bakeSeconds = blueGreen.TerminationWaitInSeconds ?? 0;
  const bakeDescription = `the old fleet is kept for ${formatDuration(bakeSeconds)} more`;
  if (type === 'CANARY') {
    const description = `${describeShare(canarySize as Properties)} of the new fleet receives traffic for ${formatDuration(Number(wait))}, then the rest; ${bakeDescription}`;
    return { kind: 'canary', seconds: Number(wait) + bakeSeconds, description };
  }
  if (type === 'LINEAR') {
    const steps = Math.max(...counts.map((count) => stepsOf(stepSize as Properties, count)));
    const description = `Traffic shifts in ${formatCount(steps, 'step')} of ${describeSize(stepSize as Properties, steps)}, ${formatDuration(Number(wait))} apart; ${bakeDescription}`;
    return { kind: 'linear', seconds: undefinedIfNaN(Number(wait) * (steps - 1) + bakeSeconds), description };
  }
  return { kind: 'allAtOnce', seconds: bakeSeconds, description: `All traffic shifts in one step; ${bakeDescription}` };
}

function rollingStrategy(rolling: Properties, [count]: number[]): Strategy {
  const batch = rolling.MaximumBatchSize as Properties;
  const batches = stepsOf(batch, count);
  const wait = Number(rolling.WaitIntervalInSeconds);
  return {
    kind: 'rolling',
    seconds: undefinedIfNaN(wait * batches),
    description: `Instances are replaced in ${formatCount(batches, 'batch')} of ${describeSize(batch, batches)}, each followed by a wait of ${formatDuration(wait)}`,
  };
}

function undefinedIfNaN(value: number): number | undefined {
  return Number.isNaN(value) ? undefined : value;
}

/** Describes the size of a step. SageMaker moves whole instances, so a small fleet may have fewer steps than the percentage suggests. */
function describeSize(share: Properties, steps: number): string {
  const isRounded = share.Type === 'CAPACITY_PERCENT' && steps < stepsOf(share, NaN);
  return isRounded ? `${describeShare(share)}, rounded up to whole instances` : describeShare(share);
}

function describeShare({ Type, Value }: Properties): string {
  return Type === 'INSTANCE_COUNT' ? formatCount(Number(Value), 'instance') : `${String(Value)} %`;
}

/**
 * Describes in sentences how long an update waits, and which alarms can roll it back.
 *
 * @param subject the subject of the sentence, such as `The update`
 * @param started what the update starts
 */
export function describeWaits(
  subject: string,
  { seconds, description }: Pick<Strategy, 'seconds' | 'description'>,
  alarms: string[],
  started = 'instances',
): string {
  const details = description.charAt(0).toLowerCase() + description.slice(1);
  const waits =
    seconds === 0
      ? 'does not wait'
      : `waits ${seconds === undefined ? 'for a time that is only known during the deployment' : formatDuration(seconds)}`;
  const rollback =
    alarms.length > 0
      ? `SageMaker rolls it back if one of these alarms fires during this time: ${alarms.map((alarm) => `"${alarm}"`).join(', ')}.`
      : 'No alarm rolls it back.';
  return `${subject} ${waits}, in addition to the start of ${started}: ${details}. ${rollback}`;
}

/** The waiting times of an update strategy in seconds. */
interface Waits {
  readonly bakeTime?: number;
  readonly waitInterval?: number;
}

/**
 * Describes the changes to the update strategy (`DeploymentConfig` without its alarms). Changed waiting times are described one by one,
 * because a new version of the library may change only their defaults.
 */
export function strategyChanges(before: Properties, after: Properties): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isDeepStrictEqual(withoutWaits(before), withoutWaits(after))) return ['updateStrategy changes'];
  const [oldWaits, newWaits] = [waitsOf(before), waitsOf(after)];
  return (['bakeTime', 'waitInterval'] as const)
    .filter((name) => oldWaits[name] !== newWaits[name])
    .map(
      (name) =>
        `${name} of updateStrategy changes from ${describeWait(oldWaits[name])} to ${describeWait(newWaits[name])}`,
    );
}

function waitsOf({ BlueGreenUpdatePolicy: blueGreen, RollingUpdatePolicy: rolling }: Properties): Waits {
  const { TerminationWaitInSeconds, TrafficRoutingConfiguration: routing } = (blueGreen ?? {}) as Properties;
  const { WaitIntervalInSeconds } = (routing ?? rolling ?? {}) as Properties;
  return { bakeTime: TerminationWaitInSeconds as number, waitInterval: WaitIntervalInSeconds as number };
}

function withoutWaits(config: Properties): unknown {
  const waits = ['TerminationWaitInSeconds', 'WaitIntervalInSeconds'];
  return JSON.parse(JSON.stringify(config, (name, value: unknown) => (waits.includes(name) ? undefined : value)));
}

function describeWait(seconds: number | undefined): string {
  return seconds === undefined ? 'the default' : formatDuration(seconds);
}
