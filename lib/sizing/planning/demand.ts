import { CapacityPlanProps } from '../capacity-plan-props';
import { RoutingStrategy } from '../../platform';
import { rulePage } from '../../findings/rule-page';

/** More than any endpoint serves: with larger numbers, fleets are no longer counted exactly. */
const MOST_REQUESTS_PER_SECOND = 10_000_000;
const MOST_HEADROOM = 100;
const MOST_SPARE_INSTANCES = 1000;

/** What a fleet has to carry: a plan's props, checked and with every default filled in. Times in milliseconds. */
export interface Demand {
  /** Headroom included. */
  readonly requestsPerSecond: number;
  readonly percentile: number;
  /** Limit of the latency in the model container. */
  readonly limit: number;
  readonly overhead: number;
  readonly burstiness: number;
  readonly routing: RoutingStrategy;
  readonly maxInstanceCount: number;
  readonly spareInstances: number;
  readonly seed: number;
  /** How much longer executions take than measured. */
  readonly serviceFactor: number;
}

export function demandOf(props: CapacityPlanProps): Demand {
  const { latencyObjective, headroom = 0, spareInstances = 0, maxInstanceCount = Infinity, burstiness = 1 } = props;
  const { requestsPerSecond } = props;
  const isRate = requestsPerSecond > 0 && requestsPerSecond <= MOST_REQUESTS_PER_SECOND;
  check('requestsPerSecond', requestsPerSecond, isRate, `above 0, at most ${MOST_REQUESTS_PER_SECOND}`);
  check('headroom', headroom, headroom >= 0 && headroom <= MOST_HEADROOM, `0 to ${MOST_HEADROOM}`);
  check('burstiness', burstiness, burstiness > 0, 'above 0');
  const isSpare = Number.isInteger(spareInstances) && spareInstances >= 0 && spareInstances <= MOST_SPARE_INSTANCES;
  check('spareInstances', spareInstances, isSpare, `an integer from 0 to ${MOST_SPARE_INSTANCES}`);
  check('maxInstanceCount', maxInstanceCount, maxInstanceCount > spareInstances, 'more than spareInstances');
  const overhead = props.overheadLatency?.toMilliseconds() ?? 0;
  const limit = latencyObjective.limit.toMilliseconds();
  check('overheadLatency', `${overhead} ms`, overhead < limit, `less than the objective, ${limit} ms`);
  return {
    requestsPerSecond: requestsPerSecond * (1 + headroom),
    percentile: latencyObjective.percentile,
    limit: limit - overhead,
    overhead,
    burstiness,
    routing: props.routing ?? RoutingStrategy.RANDOM,
    maxInstanceCount,
    spareInstances,
    seed: props.seed ?? 1,
    serviceFactor: 1,
  };
}

function check(property: string, given: unknown, holds: boolean, allowed: string): void {
  if (!holds)
    throw new Error(`CapacityPlanner.plan: ${property}: got ${given}; allowed: ${allowed} ${rulePage('sizing.plan')}`);
}
