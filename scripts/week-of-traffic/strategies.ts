import * as path from 'path';
import { Duration } from 'aws-cdk-lib';
import { LatencyObjective, RoutingStrategy, Scaling, TrafficTrace } from '../../lib';
import { CapacityPlan, CapacityPlanner, FleetSimulation, FleetSimulator, ScalingSearch } from '../../lib/capacity';

const MEASUREMENTS = path.join(__dirname, '../../model-artifacts/bert-large-inference-recommender.csv');
/** Highest rate of one instance of the plan, from the same measurements. */
const REQUESTS_PER_MINUTE = 1335;
/** Maximum batch size of the model, and thus the default target of an endpoint in concurrent requests. */
const BATCH = 16;

/** A strategy with its simulation. */
export interface SimulatedStrategy {
  readonly name: string;
  /** Smallest and largest number of instances. */
  readonly instances: string;
  readonly simulation: FleetSimulation;
}

/** The week of traffic, and what each strategy makes of it. */
export interface Week {
  readonly trace: TrafficTrace;
  readonly strategies: SimulatedStrategy[];
}

/** Simulates BERT-large under a week of daily traffic, with the published measurements of Inference Recommender. */
export function simulateWeek(): Week {
  const latencyObjective = LatencyObjective.p99(Duration.millis(500));
  const routingStrategy = RoutingStrategy.LEAST_OUTSTANDING_REQUESTS;
  const planner = CapacityPlanner.fromInferenceRecommenderCsv(MEASUREMENTS);
  const plan = planner.plan({ requestsPerSecond: 500, latencyObjective, routingStrategy });
  const withHeadroom = planner.plan({ requestsPerSecond: 500, latencyObjective, routingStrategy, headroom: 0.2 });
  const { instanceType } = plan.pick;
  const options = {
    trace: TrafficTrace.daily({ peakRequestsPerSecond: 500 }),
    // A benchmark measures only the highest rate of an instance: requests run one after the other at this rate.
    profile: { instanceType, gpus: 1, serviceTimes: [{ batch: 1, milliseconds: 60_000 / REQUESTS_PER_MINUTE }] },
    latencyObjective,
    routingStrategy,
  };
  const { pick, withSchedule } = ScalingSearch.run(options);
  const { instanceCount } = plan;
  const run = (name: string, scaling: Scaling, count: number): SimulatedStrategy => {
    const simulation = FleetSimulator.run({ ...options, scaling, instanceCount: count });
    return { name, instances: rangeOf(simulation), simulation };
  };
  return {
    trace: options.trace,
    strategies: [
      run('Fixed number, from the plan', Scaling.none(), instanceCount),
      run(
        'Default scaling of an endpoint',
        Scaling.concurrentRequests({ maxCapacity: 2 * instanceCount, requestsPerInstance: BATCH }),
        instanceCount,
      ),
      run('Scaling of the plan', scalingOf(plan), instanceCount),
      run('Scaling of a plan with 20 % headroom', scalingOf(withHeadroom), withHeadroom.instanceCount),
      run('ScalingSearch', pick.scaling, pick.instanceCount),
      ...(withSchedule
        ? [run('ScalingSearch, with a schedule', withSchedule.scaling, withSchedule.instanceCount)]
        : []),
    ],
  };
}

/** The scaling that an endpoint with this plan has. */
function scalingOf({ minCapacity, maxCapacity, targetRequestsPerSecond }: CapacityPlan): Scaling {
  return Scaling.invocationsPerInstance({
    minCapacity,
    maxCapacity,
    invocationsPerSecond: targetRequestsPerSecond,
  });
}

function rangeOf({ minutes }: FleetSimulation): string {
  const counts = minutes.map(({ servingInstances }) => servingInstances);
  const [smallest, largest] = [Math.min(...counts), Math.max(...counts)];
  return smallest === largest ? `${smallest}` : `${smallest} to ${largest}`;
}
