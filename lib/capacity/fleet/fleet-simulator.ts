import { ExpectedTraffic, LatencyProfile, PriceList, TrafficTrace } from '../../measurements';
import { FleetMinute, FleetSimulation } from './fleet-simulation';
import { FleetSimulationOptions, SimulatedFleetOptions } from './fleet-simulation-options';
import { serviceOf } from './prepare-run';
import { caveatsOf } from './run/caveats';
import { estimateOf, minutesEstimateOf } from './run/estimate';
import { FleetRun } from './run/run-fleet';
import { bindStrategy, DeployedScaling, simulateRuns } from './simulate-runs';
import { SimulatedTraffic } from './simulated-traffic';

/**
 * Simulates the instances of an endpoint under recorded or expected traffic, with the scaling strategy that the endpoint would have.
 *
 * The simulation consists of three parts:
 * - The latencies at each load are those of `BatchingSimulator`. If the load exceeds the capacity, requests also wait for the backlog.
 * - Alarms, target tracking, step scaling, cooldowns and scheduled actions follow the documentation of Amazon CloudWatch and Application
 *   Auto Scaling.
 * - What AWS does not publish, such as the time in which instances start, varies between several runs. The results are the range over these
 *   runs.
 *
 * The simulation does not include deployments, failures of instances, and the time that an instance needs to become fast after its first
 * requests. Sequence batching is not simulated.
 *
 * @example
 * const simulation = capacity.FleetSimulator.run({
 *   trace: TrafficTrace.daily({ peakRequestsPerSecond: 500 }),
 *   profile: { instanceType: 'ml.g5.xlarge', serviceTimes: [{ batch: 1, milliseconds: 4 }, { batch: 8, milliseconds: 11 }] },
 *   latencyObjective: LatencyObjective.p99(Duration.millis(100)),
 *   scaling: Scaling.invocationsPerInstance({ maxCapacity: 4, invocationsPerSecond: 300 }),
 * });
 */
export class FleetSimulator {
  /**
   * Runs a simulation. The same options result in the same simulation on any host.
   *
   * @throws an error if an option is out of its range, or if the strategy scales on a metric that the simulation does not yield
   */
  public static run(options: FleetSimulationOptions): FleetSimulation {
    const [simulation] = FleetSimulator._runAll(options, [bindStrategy(options)]);
    return simulation;
  }

  /**
   * Traffic for `expectedTraffic` of an endpoint: synthesis simulates the scaling of the endpoint, and warns if it does not meet the latency
   * objective.
   *
   * @param trace requests over time, of at most 7 days
   * @param profile execution times of the model on the instance type of the variant, measured with the instance groups that you deploy. Their
   * number is `instancesPerGpu` of the profile, which synthesis does not compare with the model
   * @param burstiness squared coefficient of variation of the intervals between requests: 1 (the default) for independent users, 5 for strong
   * bursts
   */
  public static expectedTraffic(trace: TrafficTrace, profile: LatencyProfile, burstiness?: number): ExpectedTraffic {
    return new SimulatedTraffic(trace, profile, burstiness);
  }

  /**
   * Simulates fleets that differ only in their scaling. The latencies by load, which take longest, are simulated once.
   *
   * @internal
   */
  public static _runAll(options: SimulatedFleetOptions, fleets: readonly DeployedScaling[]): FleetSimulation[] {
    const service = serviceOf(options);
    return fleets.map((fleet) => summarize(simulateRuns(options, service, fleet, !fleet.change), options));
  }

  private constructor() {}
}

function summarize(runs: FleetRun[], options: SimulatedFleetOptions): FleetSimulation {
  const { profile, prices = PriceList.builtIn() } = options;
  const price = prices.usdPerHour(profile.instanceType);
  const instanceHours = estimateOf(runs, (run) => run.instanceHours);
  return {
    minutes: minutesOf(runs),
    requests: runs[0].requests,
    minutesBeyondObjective: minutesEstimateOf(runs),
    requestsBeyondObjective: estimateOf(runs, (run) => run.requestsBeyond),
    failedRequests: estimateOf(runs, (run) => run.failedRequests),
    instanceHours,
    costUsd: price === undefined ? undefined : estimateOf(runs, (run) => run.instanceHours * price),
    runs: runs.length,
    caveats: caveatsOf(prices, profile.instanceType),
  };
}

function minutesOf(runs: FleetRun[]): FleetMinute[] {
  return runs[0].minutes.map((minute, index) => {
    const latencies = runs.map((run) => run.minutes[index].latency).filter((latency) => latency !== undefined);
    return {
      requests: minute.requests,
      desiredInstances: minute.capacity,
      servingInstances: minute.serving,
      waitingRequests: minute.waiting,
      medianMilliseconds: minute.median,
      latencyMilliseconds: minute.latency,
      ...(latencies.length > 0
        ? { lowLatencyMilliseconds: Math.min(...latencies), highLatencyMilliseconds: Math.max(...latencies) }
        : {}),
      requestsBeyondObjective: minute.requestsBeyond,
      failedRequests: minute.failedRequests,
    };
  });
}
