import { Share, stepsOf } from '../../lib/contracts/instances-needed';
import { TemplateEndpoint } from '../assembly/endpoints';
import { RollingPolicy } from '../assembly/variants';
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
    readonly TrafficRoutingConfiguration: {
      readonly Type?: string;
      readonly CanarySize?: Share;
      readonly LinearStepSize?: Share;
      readonly WaitIntervalInSeconds?: number;
    };
    readonly TerminationWaitInSeconds?: number;
  };
  readonly RollingUpdatePolicy?: RollingPolicy;
}

/** The update strategy of an endpoint. */
export function strategyOf({ properties, variants }: TemplateEndpoint): Strategy {
  const { BlueGreenUpdatePolicy: blueGreen, RollingUpdatePolicy: rolling } = (properties.DeploymentConfig ??
    {}) as DeploymentConfig;
  const counts = variants.filter(({ isShadow }) => !isShadow).map(({ count }) => count ?? NaN);
  if (rolling) return rollingStrategy(rolling, counts[0], 'instance');
  if (!blueGreen)
    return {
      kind: 'none',
      seconds: 0,
      description: 'all traffic shifts to the new fleet in one step, and the old fleet is removed without a wait',
    };
  const { Type: type, CanarySize = {}, LinearStepSize = {}, ...routing } = blueGreen.TrafficRoutingConfiguration;
  const wait = Number(routing.WaitIntervalInSeconds);
  const bakeSeconds = blueGreen.TerminationWaitInSeconds ?? 0;
  const bakeDescription = `the old fleet is kept for ${formatDuration(bakeSeconds)} more`;
  if (type === 'CANARY') {
    const description = `${describeShare(CanarySize, 'instance')} of the new fleet receives traffic for ${formatDuration(wait)}, then the rest; ${bakeDescription}`;
    return { kind: 'canary', seconds: knownNumber(wait + bakeSeconds), description };
  }
  if (type === 'LINEAR') {
    const steps = Math.max(...counts.map((count) => stepsOf(LinearStepSize, count)));
    const description = `traffic shifts in ${describeSteps(steps, 'step', LinearStepSize)}, ${formatDuration(wait)} apart; ${bakeDescription}`;
    return { kind: 'linear', seconds: knownNumber(wait * (steps - 1) + bakeSeconds), description };
  }
  return { kind: 'allAtOnce', seconds: bakeSeconds, description: `all traffic shifts in one step; ${bakeDescription}` };
}

/** The strategy of a rolling update of instances, or of copies. */
export function rollingStrategy(
  { MaximumBatchSize: batch = {}, WaitIntervalInSeconds }: RollingPolicy,
  count: number,
  unit: 'instance' | 'copy',
): Strategy {
  const batches = stepsOf(batch, count);
  const wait = Number(WaitIntervalInSeconds);
  const noun = unit === 'copy' ? 'copies' : 'instances';
  return {
    kind: 'rolling',
    seconds: wait === 0 ? 0 : knownNumber(wait * batches),
    description: `${noun} are replaced in ${describeSteps(batches, 'batch', batch, unit)}, each followed by a wait of ${formatDuration(wait)}`,
  };
}

function knownNumber(value: number): number | undefined {
  return Number.isNaN(value) ? undefined : value;
}

/** Describes steps and their size. SageMaker moves whole instances, so a small fleet may have fewer steps than the percentage suggests. */
function describeSteps(steps: number, noun: string, share: Share, unit = 'instance'): string {
  const isRounded = share.Type === 'CAPACITY_PERCENT' && steps < stepsOf(share, NaN);
  const count = Number.isNaN(steps) ? `${noun}${noun === 'batch' ? 'es' : 's'}` : formatCount(steps, noun);
  return `${count} of ${describeShare(share, unit)}${isRounded ? `, rounded up to whole ${unit === 'copy' ? 'copies' : 'instances'}` : ''}`;
}

function describeShare({ Type, Value }: Share, unit: string): string {
  return Type === 'CAPACITY_PERCENT' ? `${String(Value)} %` : formatCount(Number(Value), unit);
}
