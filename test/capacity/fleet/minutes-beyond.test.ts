import { Duration } from 'aws-cdk-lib';
import { FleetEstimate, FleetSimulator } from '../../../lib/capacity';
import { TrafficTrace } from '../../../lib/measurements';
import { LatencyObjective, RoutingStrategy } from '../../../lib/platform';
import { Scaling } from '../../../lib/scaling';
import { ConstantLoad, violatedMinutes } from './truth/violated-minutes';

/** The minutes of a simulation of each request, and the estimate of the library, which does not simulate each request. */
interface Comparison {
  readonly violated: number;
  readonly estimate: FleetEstimate;
}

function compare(load: ConstantLoad, percentile: number, limit: number, minutes: number): Comparison {
  const { requestsPerSecond, hosts = 1, executions, isRandomlyRouted, burstiness } = load;
  const { minutesBeyondObjective } = FleetSimulator.run({
    trace: TrafficTrace.steps([{ requestsPerSecond, duration: Duration.minutes(minutes) }]),
    profile: {
      instanceType: 'ml.g4dn.xlarge',
      serviceTimes: executions.map((milliseconds, index) => ({ batch: index + 1, milliseconds })),
    },
    maxBatchSize: executions.length,
    burstiness,
    latencyObjective: LatencyObjective.ofPercentile(percentile, Duration.millis(limit)),
    routingStrategy: isRandomlyRouted ? RoutingStrategy.RANDOM : RoutingStrategy.LEAST_OUTSTANDING_REQUESTS,
    scaling: Scaling.none(),
    instanceCount: hosts,
  });
  const [violated] = violatedMinutes(load, percentile, [limit], minutes, 1);
  return { violated, estimate: minutesBeyondObjective };
}

const UP_TO_8 = [10, 12, 14, 16, 18, 20, 22, 24];
const RANDOM = { isRandomlyRouted: true };

/** Requests per second, execution times, percentile, limit in milliseconds, minutes, and other properties of the fleet. */
const SCENARIOS: [number, number[], number, number, number, Partial<ConstantLoad>?][] = [
  [1, [100], 99, 250, 240],
  [1, [500], 90, 900, 240],
  [4, [100], 99, 400, 240],
  [4, [100], 90, 230, 240],
  [7, [100], 99, 800, 240],
  [7, [100], 50, 160, 240],
  [9, [100], 99, 3000, 240],
  [30, [10], 99, 28, 240],
  [30, [10], 99.9, 45, 240],
  [70, [10], 99, 68, 240],
  [70, [10], 99, 72, 240],
  [70, [10], 99.9, 110, 240],
  [95, [10], 90, 400, 120],
  [50, [10], 99, 80, 240, { burstiness: 5 }],
  [80, [10], 90, 150, 240, { burstiness: 5 }],
  [64, [50], 99, 170, 240, { hosts: 4 }],
  [40, [50], 99, 230, 240, { hosts: 4, ...RANDOM }],
  [64, [50], 90, 270, 240, { hosts: 4, ...RANDOM }],
  [167, UP_TO_8, 99, 34, 120],
  [300, UP_TO_8, 99, 60, 120],
  [1000, UP_TO_8, 99, 40, 30, { hosts: 4 }],
  [1000, UP_TO_8, 50, 40, 30, { hosts: 4 }],
  [700, [40, 45, 50, 55, 60, 65, 70, 75], 99, 130, 30, { hosts: 10 }],
];

test('the ranges contain the minutes of a simulation of each request, and are narrow', () => {
  const compared = SCENARIOS.map(([requestsPerSecond, executions, percentile, limit, minutes, others]) => {
    const { violated, estimate } = compare({ requestsPerSecond, executions, ...others }, percentile, limit, minutes);
    const { low, high } = estimate;
    return { name: `${requestsPerSecond}/s p${percentile}`, violated, low, high, width: (high - low) / minutes };
  });
  const outside = compared.filter(({ violated, low, high }) => violated < low || violated > high);
  // Each range contains the number of minutes with a probability of 95 %.
  if (outside.length > SCENARIOS.length / 10) expect(outside).toEqual([]);
  const widths = compared.map(({ width }) => width).sort((a, b) => a - b);
  expect(widths[Math.floor(widths.length / 2)]).toBeLessThan(0.1);
});

test('a limit 5 % above the p99 of a busy fleet with batches is not violated', () => {
  const { estimate } = compare({ requestsPerSecond: 1000, executions: UP_TO_8, hosts: 4 }, 99, 44, 240);
  expect(estimate).toEqual({ low: 0, usual: 0, high: 0 });
});
