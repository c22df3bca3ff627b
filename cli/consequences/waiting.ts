import { stepsOf } from '../../lib/endpoint/preflight/instances-needed';
import { counted, duration } from './consequence';
import { Endpoint, Properties } from './endpoint';

/** How long an update waits by its strategy, besides the start of instances. */
export interface Waiting {
  readonly strategy: 'allAtOnce' | 'canary' | 'linear' | 'rolling' | 'none';
  /** Undefined where only the deployment knows it. */
  readonly seconds?: number;
  readonly words: string;
}

interface DeploymentConfig {
  readonly BlueGreenUpdatePolicy?: {
    readonly TrafficRoutingConfiguration: Properties;
    readonly TerminationWaitInSeconds?: number;
    readonly MaximumExecutionTimeoutInSeconds?: number;
  };
  readonly RollingUpdatePolicy?: Properties;
}

/** Whether requests reach the old and the new fleet at the same time. */
export function sendsToBothFleets(strategy: Waiting['strategy']): boolean {
  return strategy === 'canary' || strategy === 'linear' || strategy === 'rolling';
}

/** What the update strategy of an endpoint does. */
export function waitingOf({ properties, variants }: Endpoint): Waiting {
  const { BlueGreenUpdatePolicy: blueGreen, RollingUpdatePolicy: rolling } = (properties.DeploymentConfig ??
    {}) as DeploymentConfig;
  const counts = variants.filter(({ isShadow }) => !isShadow).map(({ count }) => count ?? NaN);
  if (rolling) return rollingWait(rolling, counts);
  if (!blueGreen)
    return {
      strategy: 'none',
      seconds: 0,
      words: 'All traffic shifts to the new fleet in one step, and the old fleet is removed without a wait',
    };
  const {
    Type: type,
    CanarySize: canary,
    LinearStepSize: step,
    WaitIntervalInSeconds: wait,
  } = blueGreen.TrafficRoutingConfiguration;
  const bake = blueGreen.TerminationWaitInSeconds ?? 0;
  const bakes = `the old fleet is kept for ${duration(bake)} more`;
  if (type === 'CANARY') {
    const words = `${shareWords(canary as Properties)} of the new fleet receives traffic for ${duration(Number(wait))}, then the rest; ${bakes}`;
    return { strategy: 'canary', seconds: Number(wait) + bake, words };
  }
  if (type === 'LINEAR') {
    const steps = Math.max(...counts.map((count) => stepsOf(step as Properties, count)));
    const words = `Traffic shifts in ${counted(steps, 'step')} of ${sizeWords(step as Properties, steps)}, ${duration(Number(wait))} apart; ${bakes}`;
    return { strategy: 'linear', seconds: numberOrNone(Number(wait) * (steps - 1) + bake), words };
  }
  return { strategy: 'allAtOnce', seconds: bake, words: `All traffic shifts in one step; ${bakes}` };
}

function rollingWait(rolling: Properties, [count]: number[]): Waiting {
  const batch = rolling.MaximumBatchSize as Properties;
  const batches = stepsOf(batch, count);
  const wait = Number(rolling.WaitIntervalInSeconds);
  return {
    strategy: 'rolling',
    seconds: numberOrNone(wait * batches),
    words: `Instances are replaced in ${counted(batches, 'batch')} of ${sizeWords(batch, batches)}, each followed by a wait of ${duration(wait)}`,
  };
}

function numberOrNone(value: number): number | undefined {
  return Number.isNaN(value) ? undefined : value;
}

/** SageMaker replaces whole instances, so that a small fleet has fewer steps than its percentage says. */
function sizeWords(share: Properties, steps: number): string {
  const isRounded = share.Type === 'CAPACITY_PERCENT' && steps < stepsOf(share, NaN);
  return isRounded ? `${shareWords(share)}, rounded up to whole instances` : shareWords(share);
}

function shareWords({ Type, Value }: Properties): string {
  return Type === 'INSTANCE_COUNT' ? counted(Number(Value), 'instance') : `${String(Value)} %`;
}

/** @param update `The update`, or another subject */
export function waitingSentence(update: string, { seconds, words }: Waiting, alarms: string[]): string {
  const lower = words.charAt(0).toLowerCase() + words.slice(1);
  const waits =
    seconds === 0
      ? 'does not wait'
      : `waits ${seconds === undefined ? 'for a time that is only known during the deployment' : duration(seconds)}`;
  const watched =
    alarms.length > 0
      ? `SageMaker rolls it back if one of these alarms fires during this time: ${alarms.map((alarm) => `"${alarm}"`).join(', ')}.`
      : 'No alarm rolls it back.';
  return `${update} ${waits}, in addition to the start of instances: ${lower}. ${watched}`;
}
