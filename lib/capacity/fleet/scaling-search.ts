import { Scaling } from '../../scaling';
import { PriceList, TrafficTrace } from '../../measurements';
import { ServiceModel } from './latency/service-model';
import { serviceOf } from './prepare-run';
import { caveatsOf } from './run/caveats';
import { STEP_SECONDS } from '../../measurements/traffic/trace-limits';
import { checkSearchOptions, failSearch } from './search/check-options';
import { DEFAULT_MARGIN, Evaluation } from './search/evaluate';
import { proposeSchedule } from './search/propose-schedule';
import { WeekOfTrace, weeksOf } from './search/unseen-weeks';
import { safeUtilization } from './search/safe-load';
import { FIXED_FLEET, Strategy, StrategyLimits, trackConcurrency, trackInvocations } from './search/strategy';
import { ScalingCandidate, ScalingSearchResult } from './scaling-search-result';
import { ScalingSearchOptions } from './scaling-search-options';

/** Targets to simulate, as fractions of the load at which an instance just meets the objective. */
const TARGET_SHARES = [0.9, 0.85, 0.8, 0.65, 0.45];
/** The objective may be violated in this fraction of the minutes of `withOnePercentViolated`. */
const RELAXED_SHARE = 0.01;
/** A schedule has to save this fraction of the instance hours, because it needs care: it is right only as long as weeks are alike. */
const LEAST_SAVING = 0.1;
/** Limit of the default strategy of an endpoint, with one instance at the start. */
const DEFAULT_MAX_CAPACITY = 2;

/**
 * Searches for the least expensive scaling strategy that meets a latency objective under a trace.
 *
 * The search simulates target tracking on requests and on concurrent requests with several targets, each with and without a schedule that is
 * derived from the trace, and finds the smallest minimum capacity for each of them. It compares them with a fleet without scaling and with
 * the default strategy of an endpoint.
 *
 * @example
 * const search = capacity.ScalingSearch.run({
 *   trace: TrafficTrace.daily({ peakRequestsPerSecond: 500 }),
 *   profile: { instanceType: 'ml.g5.xlarge', serviceTimes: [{ batch: 1, milliseconds: 4 }, { batch: 8, milliseconds: 11 }] },
 *   latencyObjective: LatencyObjective.p99(Duration.millis(100)),
 * });
 * new TritonRealtimeEndpoint(stack, 'Endpoint', {
 *   model,
 *   instanceType: InstanceType.of('ml.g5.xlarge'),
 *   instanceCount: search.pick.instanceCount,
 *   scaling: search.pick.scaling,
 * });
 */
export class ScalingSearch {
  /**
   * Runs the search. The same options result in the same strategy on any host. A trace of a week takes up to a minute.
   *
   * @throws an error if no number of instances meets the objective
   */
  public static run(options: ScalingSearchOptions): ScalingSearchResult {
    const service = serviceOf(options);
    return new Search(options, service).run();
  }

  private constructor() {}
}

/** A strategy with the instance hours that it requires at least. */
interface Bounded {
  readonly strategy: Strategy;
  readonly leastHours: number;
}

class Search {
  private readonly evaluation: Evaluation;
  private readonly weeks: (WeekOfTrace & { readonly evaluation: Evaluation })[];
  /** For each strategy with a schedule: those with a schedule that is fitted without a week, in order of the weeks. */
  private readonly unseen = new Map<Strategy, Strategy[]>();
  private readonly instancesAtStart: number;
  private readonly maxCapacity: number;
  private readonly relaxedMinutes: number;
  private readonly safeRate: number;
  private readonly safeConcurrency: number;

  constructor(
    private readonly options: ScalingSearchOptions,
    service: ServiceModel,
  ) {
    checkSearchOptions(options);
    const { trace, latencyObjective, margin = DEFAULT_MARGIN, allowedMinutes = 0, maxInstanceCount } = options;
    const peak = trace.peakRequestsPerSecond * (1 + margin);
    const utilization = safeUtilization(service, Math.max(1, Math.ceil(peak / service.capacity)), latencyObjective);
    if (utilization === 0) {
      failSearch(
        'latencyObjective',
        `${latencyObjective._milliseconds} ms`,
        'a limit above the time of an execution without a wait',
      );
    }
    this.safeRate = service.capacity * utilization;
    this.safeConcurrency = (this.safeRate * service.tableOf(1).mean(utilization)) / 1000;
    this.maxCapacity = maxInstanceCount ?? 2 * Math.max(1, Math.ceil(peak / this.safeRate)); // also for a trace without requests
    this.relaxedMinutes = allowedMinutes + Math.floor((RELAXED_SHARE * trace._steps.length * STEP_SECONDS) / 60);
    this.instancesAtStart = this.instancesFor(trace);
    this.evaluation = new Evaluation(options, service, this.relaxedMinutes, this.instancesAtStart);
    this.weeks = weeksOf(trace).map((each) => {
      const ofWeek = { ...options, trace: each.week };
      const first = this.instancesFor(each.week);
      return { ...each, evaluation: new Evaluation(ofWeek, service, this.relaxedMinutes, first) };
    });
  }

  /** The number of instances with which the fleet starts. */
  private instancesFor({ requests, interval }: TrafficTrace): number {
    const firstRate = (requests[0] / interval.toSeconds()) * (1 + (this.options.margin ?? DEFAULT_MARGIN));
    return Math.min(this.maxCapacity, Math.ceil(firstRate / (this.safeRate * TARGET_SHARES[TARGET_SHARES.length - 1])));
  }

  public run(): ScalingSearchResult {
    const { allowedMinutes = 0, profile, prices = PriceList.builtIn() } = this.options;
    const fixedFleet = this.smallest(FIXED_FLEET, allowedMinutes, this.maxCapacity);
    if (!fixedFleet)
      failSearch(
        'maxInstanceCount',
        this.maxCapacity,
        'enough instances for the peak of the trace; increase it, or relax the objective',
      );
    const strategies = [FIXED_FLEET, ...this.strategies()]
      .map((strategy): Bounded => ({ strategy, leastHours: this.evaluation.instanceHours(strategy, 1) }))
      .sort((a, b) => a.leastHours - b.leastHours);
    const [unscheduled, scheduled] = [false, true].map((hasSchedule) =>
      strategies.filter(({ strategy }) => strategy.hasSchedule === hasSchedule),
    );
    const withoutSchedule = this.sufficient(unscheduled, allowedMinutes, fixedFleet);
    const withSchedule = this.sufficient(scheduled, allowedMinutes, fixedFleet);
    const relaxed = [unscheduled, scheduled].map((each) => this.sufficient(each, this.relaxedMinutes, fixedFleet));
    return {
      pick: this.choose(withoutSchedule, withSchedule),
      fixedFleet,
      defaultScaling: this.defaultScaling(allowedMinutes),
      withSchedule: withSchedule[0],
      withOnePercentViolated: this.choose(relaxed[0], relaxed[1]),
      candidates: [...withoutSchedule, ...withSchedule].sort(byCost),
      _instancesAtStart: this.instancesAtStart,
      caveats: [
        ...caveatsOf(prices, profile.instanceType, ': strategies are compared by instance hours'),
        ...(scheduled.length > 0 ? [this.judgementOfSchedules()] : []),
      ],
    };
  }

  /** A schedule that was not judged is not chosen, and one that saves little is not either: the next weeks differ from the trace. */
  private choose([best]: ScalingCandidate[], [scheduled]: ScalingCandidate[]): ScalingCandidate {
    const isWorthwhile =
      this.weeks.length > 0 &&
      scheduled !== undefined &&
      scheduled.instanceHours.usual <= (1 - LEAST_SAVING) * best.instanceHours.usual;
    return isWorthwhile ? scheduled : best;
  }

  private judgementOfSchedules(): string {
    const { length } = this.weeks;
    return length > 0
      ? `Schedules are judged on ${length} weeks that their fit has not seen: each week of the trace, with a schedule of the other weeks.`
      : 'Schedules are fitted to the trace and cannot be judged, so none is chosen: this needs a trace of at least 2 weeks, to judge a schedule on a week that its fit has not seen.';
  }

  /**
   * The strategies that are sufficient, least expensive first. Omits strategies that are more expensive than the least expensive one even
   * with one instance, because a larger minimum capacity costs more.
   */
  private sufficient(strategies: Bounded[], allowedMinutes: number, fixedFleet: ScalingCandidate): ScalingCandidate[] {
    const candidates: ScalingCandidate[] = [];
    for (const { strategy, leastHours } of strategies) {
      if (leastHours >= (candidates[0]?.instanceHours.usual ?? Infinity)) continue;
      const candidate = this.smallest(strategy, allowedMinutes, fixedFleet.instanceCount);
      if (candidate) candidates.push(candidate);
      candidates.sort(byCost);
    }
    return candidates;
  }

  private strategies(): Strategy[] {
    const { maxCapacity } = this;
    return TARGET_SHARES.flatMap((share) => {
      const rate = roundDown(this.safeRate * share);
      const track = [
        (limits: StrategyLimits) => trackInvocations(rate, limits),
        (limits: StrategyLimits) => trackConcurrency(Math.max(1, Math.floor(this.safeConcurrency * share)), limits),
      ];
      const schedule = proposeSchedule([this.options.trace], rate);
      const schedules = this.weeks.map(({ others }) => proposeSchedule(others, rate));
      return track.flatMap((strategyOf) => {
        const unscheduled = strategyOf({ maxCapacity, schedule: [] });
        if (schedule.length === 0) return [unscheduled];
        const scheduled = strategyOf({ maxCapacity, schedule });
        this.unseen.set(
          scheduled,
          schedules.map((ofOthers) => strategyOf({ maxCapacity, schedule: ofOthers })),
        );
        return [unscheduled, scheduled];
      });
    });
  }

  /** Whether a strategy is sufficient under the trace, and in each week with a schedule that is fitted to the other weeks. */
  private isSufficient(strategy: Strategy, minCapacity: number, allowedMinutes: number): boolean {
    if (this.evaluation.mostMinutes(strategy, minCapacity) > allowedMinutes) return false;
    let minutes = 0;
    return (this.unseen.get(strategy) ?? []).every((ofOthers, index) => {
      minutes += this.weeks[index].evaluation.mostMinutes(ofOthers, minCapacity);
      return minutes <= allowedMinutes;
    });
  }

  /** The strategy with the smallest minimum capacity that is sufficient. Undefined if none is. */
  private smallest(strategy: Strategy, allowedMinutes: number, largest: number): ScalingCandidate | undefined {
    const isSufficient = (minCapacity: number): boolean => this.isSufficient(strategy, minCapacity, allowedMinutes);
    const withMargin = smallestBetween(
      0,
      largest,
      (minCapacity) => this.evaluation.minutesWithMargin(strategy, minCapacity) <= allowedMinutes,
    );
    if (withMargin === undefined) return undefined;
    const sufficient = isSufficient(withMargin) ? withMargin : smallestBetween(withMargin, largest, isSufficient);
    if (sufficient === undefined) return undefined;
    const isJudged = !strategy.hasSchedule || this.weeks.length > 0;
    const meets = isJudged && this.isSufficient(strategy, sufficient, this.options.allowedMinutes ?? 0);
    return this.evaluation.candidate(strategy, sufficient, meets);
  }

  /** The default of an endpoint: concurrent requests of one batch per instance. */
  private defaultScaling(allowedMinutes: number): ScalingCandidate {
    const { profile, maxBatchSize = Math.max(...profile.serviceTimes.map(({ batch }) => batch)) } = this.options;
    const strategy: Strategy = {
      description: 'default of an endpoint',
      hasSchedule: false,
      bind: (minCapacity) => ({
        scaling: Scaling.concurrentRequests({
          minCapacity,
          maxCapacity: DEFAULT_MAX_CAPACITY,
          requestsPerInstance: maxBatchSize,
        }),
        instanceCount: minCapacity,
      }),
    };
    const meets = this.isSufficient(strategy, 1, allowedMinutes);
    return this.evaluation.candidate(strategy, 1, meets);
  }
}

/** The smallest number above one that is too small, and up to the largest, that is sufficient. Undefined if none is. */
function smallestBetween(
  excluded: number,
  largest: number,
  isSufficient: (count: number) => boolean,
): number | undefined {
  if (excluded >= largest || !isSufficient(largest)) return undefined;
  let [tooSmall, sufficient] = [excluded, largest];
  while (sufficient - tooSmall > 1) {
    const middle = Math.floor((tooSmall + sufficient) / 2);
    if (isSufficient(middle)) sufficient = middle;
    else tooSmall = middle;
  }
  return sufficient;
}

function byCost(one: ScalingCandidate, other: ScalingCandidate): number {
  return one.instanceHours.usual - other.instanceHours.usual;
}

/** Rounds down to three significant digits. */
function roundDown(value: number): number {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 2);
  return Number((Math.floor(value / unit) * unit).toPrecision(3));
}
