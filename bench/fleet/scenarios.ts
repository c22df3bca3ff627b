import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { LatencyObjective, RoutingStrategy } from '../../lib/platform';
import { Scaling } from '../../lib/scaling';
import { TracePart } from './arrivals';
import { rateOfEndpoint, SPEED } from './scaled-time';

/** A fleet and its requests. Rates are those of the measurement. A server can process 40 requests per second. */
export interface Scenario {
  readonly name: string;
  readonly routingStrategy: RoutingStrategy;
  readonly scaling: Scaling;
  readonly instanceCount: number;
  readonly trace: readonly TracePart[];
}

export const MAX_INSTANCES = 4;
export const OBJECTIVE_MILLISECONDS = 300;
/** The objective in the time of the endpoint. */
export const LATENCY_OBJECTIVE = LatencyObjective.p95(Duration.millis(OBJECTIVE_MILLISECONDS * SPEED));

/** What AWS does not publish is the same in the simulation and in the measurement. */
export const INSTANCE_START = Duration.minutes(2);
export const METRIC_DELAY = Duration.seconds(60);

const LIMITS = { minCapacity: 1, maxCapacity: MAX_INSTANCES };
const TARGET_RATE = 28;
/** The capacity of two servers is exceeded until the fleet has scaled out, and the last part is long enough to scale in. */
const RISE_AND_FALL: TracePart[] = [
  [50, 5],
  [90, 13],
  [24, 18],
];

const byInvocations = Scaling.invocationsPerInstance({ ...LIMITS, invocationsPerSecond: rateOfEndpoint(TARGET_RATE) });

function bySteps(): Scaling {
  const perMinute = (requestsPerSecond: number): number => rateOfEndpoint(requestsPerSecond) * 60;
  return Scaling.steps({
    ...LIMITS,
    metric: new Metric({
      namespace: 'AWS/SageMaker',
      metricName: 'InvocationsPerInstance',
      statistic: 'Sum',
      period: Duration.minutes(1),
    }),
    steps: [
      { upper: perMinute(16), change: -1 },
      { lower: perMinute(32), change: +1 },
      { lower: perMinute(42), change: +2 },
    ],
    evaluationPeriods: 2,
    scaleInCooldown: Duration.minutes(5),
  });
}

const LEAST_OUTSTANDING = { routingStrategy: RoutingStrategy.LEAST_OUTSTANDING_REQUESTS, instanceCount: 2 };

export const SCENARIOS: Scenario[] = [
  {
    name: 'target tracking of invocations, least outstanding requests',
    ...LEAST_OUTSTANDING,
    scaling: byInvocations,
    trace: RISE_AND_FALL,
  },
  {
    name: 'target tracking of invocations, random routing',
    routingStrategy: RoutingStrategy.RANDOM,
    instanceCount: 2,
    scaling: byInvocations,
    trace: RISE_AND_FALL,
  },
  {
    name: 'target tracking of concurrent requests, least outstanding requests',
    ...LEAST_OUTSTANDING,
    scaling: Scaling.concurrentRequests({ ...LIMITS, requestsPerInstance: 12 }),
    trace: RISE_AND_FALL,
  },
  {
    name: 'step scaling on invocations, least outstanding requests',
    ...LEAST_OUTSTANDING,
    scaling: bySteps(),
    trace: RISE_AND_FALL,
  },
  {
    name: 'two instances without scaling, least outstanding requests',
    ...LEAST_OUTSTANDING,
    scaling: Scaling.none(),
    trace: [
      [50, 5],
      [90, 5],
      [50, 9],
    ],
  },
];
