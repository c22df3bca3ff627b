import { error, Finding, warning } from '../../findings/finding';
import { ExpectedTraffic, ServingFleet } from '../../measurements/expected-traffic';
import { LatencyProfile } from '../../measurements/latency-profile';
import { TrafficTrace } from '../../measurements/traffic-trace';
import { TritonModel } from '../../model';
import { countViolations, Violations } from './count-violations';
import { DeployTimeValueError } from './deploy-time-values';
import { batchingOf, unsimulatedFeature, withMeasuredBatches } from './model-batching';

const RULE = 'sizing.trace';
const FIELD = 'expectedTraffic';
/** Synthesis waits for the simulation, which takes up to a second for a week. */
const MAX_DAYS = 7;
const COMMAND = 'npx cdk-sagemaker-triton simulate';

/** Traffic that synthesis simulates. */
export class SimulatedTraffic extends ExpectedTraffic {
  public constructor(
    trace: TrafficTrace,
    profile: LatencyProfile,
    private readonly burstiness?: number,
  ) {
    super(trace, profile);
  }

  public _scaledBy(factor: number): ExpectedTraffic {
    return new SimulatedTraffic(this.trace.scaledBy(factor), this.profile, this.burstiness);
  }

  public _check(fleet: ServingFleet): Finding[] {
    const { trace, profile } = this;
    const types = fleet.instanceTypes;
    if (!types.some(({ name }) => name === profile.instanceType)) {
      const message = `got a profile of ${profile.instanceType}; allowed: ${types.join(', ')}, the instance type of the variant`;
      return [error(RULE, `${FIELD}.profile`, message)];
    }
    const days = (trace.requests.length * trace.interval.toSeconds()) / 86_400;
    if (days > MAX_DAYS) {
      const message = `got a trace of ${days.toFixed(1)} days, of which synthesis simulates none; allowed: at most ${MAX_DAYS} days; simulate longer traces with ${COMMAND}`;
      return [warning(RULE, `${FIELD}.trace`, message)];
    }
    const model = fleet.modelOn(profile.instanceType);
    const feature = unsimulatedFeature(model.config._document);
    if (feature) return [error(RULE, FIELD, `got a model with ${feature}, which cannot be simulated; omit ${FIELD}`)];
    return this.simulate(fleet, model);
  }

  private simulate(fleet: ServingFleet, model: TritonModel): Finding[] {
    let violations: Violations;
    try {
      violations = this.violationsOf(fleet, model);
    } catch (cause) {
      if (cause instanceof DeployTimeValueError) return [];
      // The message of the simulator already names the value, the allowed values and its own rule.
      return [error(RULE, FIELD, (cause as Error).message)];
    }
    const { minutes, firstMinute } = violations;
    if (firstMinute === undefined) return [];
    const { latencyObjective } = fleet;
    const first = new Date(Date.parse(this.trace.startsAt) + firstMinute * 60_000)
      .toISOString()
      .replace(':00.000Z', 'Z');
    const message =
      `in up to ${minutes.high} minutes of the trace (usually ${minutes.usual}, at least ${minutes.low}, depending on when requests arrive and on what AWS does not publish), ` +
      `from ${first} on, the ${latencyObjective.statistic} of the simulated latency exceeds ${latencyObjective._milliseconds} ms; ` +
      `increase minCapacity or maxCapacity, decrease the target, or add a schedule: ${COMMAND} searches for the least expensive strategy`;
    return [warning(RULE, FIELD, message)];
  }

  private violationsOf(fleet: ServingFleet, model: TritonModel): Violations {
    const { trace, profile, burstiness } = this;
    const { scaling, latencyObjective, routingStrategy, asynchronous, instanceCount } = fleet;
    return countViolations({
      ...{ trace, profile, burstiness },
      ...withMeasuredBatches(batchingOf(model.config._document), profile),
      ...{ scaling, latencyObjective, routingStrategy, asynchronous, instanceCount },
    });
  }
}
