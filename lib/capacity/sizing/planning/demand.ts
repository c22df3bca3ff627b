import { CapacityPlanOptions } from '../capacity-plan-options';
import { RoutingStrategy } from '../../../platform';
import { inLanguageOfApp } from '../../../findings/in-language-of-app';
import { rulePage } from '../../../findings/rule-page';

/** This rate is far above the load of any endpoint, but small enough for exact calculations of the number of instances. */
const MAX_REQUESTS_PER_SECOND = 10_000_000;
/** A larger number is a percentage by mistake: 20 for 0.2. */
const MAX_HEADROOM = 10;
const MAX_SPARE_INSTANCES = 1000;

/** The load and the limits of a plan: its validated options, with defaults applied. Times are in milliseconds. */
export interface Demand {
  /** Load, including the headroom. */
  readonly requestsPerSecond: number;
  readonly percentile: number;
  /** Limit of ModelLatency: the limit of the objective minus the overhead. */
  readonly limit: number;
  readonly overhead: number;
  readonly burstiness: number;
  readonly routingStrategy: RoutingStrategy;
  readonly maxInstanceCount: number;
  readonly spareInstances: number;
  /** Share of the load that is headroom, relative to the load without headroom. */
  readonly headroom: number;
  readonly seed: number;
  /** Factor by which the measured execution times are multiplied. */
  readonly serviceFactor: number;
}

/** Validates the options of a plan and applies the defaults. */
export function demandOf(options: CapacityPlanOptions): Demand {
  const { latencyObjective, headroom = 0, spareInstances = 0, maxInstanceCount = Infinity, burstiness = 1 } = options;
  const { requestsPerSecond } = options;
  const isRateValid = requestsPerSecond > 0 && requestsPerSecond <= MAX_REQUESTS_PER_SECOND;
  check('requestsPerSecond', requestsPerSecond, isRateValid, `above 0, at most ${MAX_REQUESTS_PER_SECOND}`);
  check('headroom', headroom, headroom >= 0 && headroom <= MAX_HEADROOM, `0 to ${MAX_HEADROOM}, such as 0.2 for 20 %`);
  check('burstiness', burstiness, burstiness > 0, 'above 0');
  const areSparesValid =
    Number.isInteger(spareInstances) && spareInstances >= 0 && spareInstances <= MAX_SPARE_INSTANCES;
  check('spareInstances', spareInstances, areSparesValid, `an integer from 0 to ${MAX_SPARE_INSTANCES}`);
  check('maxInstanceCount', maxInstanceCount, maxInstanceCount > spareInstances, 'more than spareInstances');
  const overhead = options.overheadLatency?.toMilliseconds({ integral: false }) ?? 0;
  const limit = latencyObjective._milliseconds;
  check('overheadLatency', `${overhead} ms`, overhead < limit, `less than the objective, ${limit} ms`);
  return {
    requestsPerSecond: requestsPerSecond * (1 + headroom),
    percentile: latencyObjective.percentile,
    limit: limit - overhead,
    overhead,
    burstiness,
    routingStrategy: options.routingStrategy ?? RoutingStrategy.RANDOM,
    maxInstanceCount,
    spareInstances,
    headroom,
    seed: options.seed ?? 1,
    serviceFactor: 1,
  };
}

function check(property: string, value: unknown, isValid: boolean, allowed: string): void {
  if (!isValid)
    throw new Error(
      inLanguageOfApp(
        `CapacityPlanner.plan: ${property}: got ${value}; allowed: ${allowed} ${rulePage('sizing.plan')}`,
      ),
    );
}
