import { CfnParameter, Duration, Lazy, Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { Schedule } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FleetSimulator } from '../../../lib/capacity';
import { TritonRealtimeEndpoint, TritonRealtimeEndpointProps } from '../../../lib/endpoint';
import { ExpectedTraffic, TrafficTrace } from '../../../lib/measurements';
import { Backend, Batching, Ensemble, TritonModel } from '../../../lib/model';
import { InstanceType, LatencyObjective } from '../../../lib/platform';
import { Scaling } from '../../../lib/scaling';
import { classifier } from '../fixtures';

const TYPE = InstanceType.G4DN_XLARGE;
const profile = {
  instanceType: TYPE.name,
  serviceTimes: [
    { batch: 1, milliseconds: 30 },
    { batch: 8, milliseconds: 44 },
  ],
};
/** 10 requests per second, and 300 from 01:00 on: more than one instance can process (182 per second). */
const trace = TrafficTrace.steps([
  { requestsPerSecond: 10, duration: Duration.hours(1) },
  { requestsPerSecond: 300, duration: Duration.hours(1) },
]);
const scaling = (minCapacity: number): Scaling =>
  Scaling.invocationsPerInstance({ minCapacity, maxCapacity: 3, invocationsPerSecond: 120 });
const model = classifier({ maxBatchSize: 8, batching: Batching.dynamic() });

/** The messages of the rule for an endpoint: its warnings, or the error that its constructor throws. */
function messagesFor(
  traffic: Partial<Pick<ExpectedTraffic, 'trace' | 'profile'>>,
  props: Partial<TritonRealtimeEndpointProps> = {},
  stack = new Stack(),
): string[] {
  try {
    new TritonRealtimeEndpoint(stack, 'Endpoint', {
      model,
      instanceType: TYPE,
      latencyObjective: LatencyObjective.p99(Duration.millis(150)),
      expectedTraffic: FleetSimulator.expectedTraffic(traffic.trace ?? trace, traffic.profile ?? profile),
      ...props,
    });
  } catch (error) {
    return [(error as Error).message];
  }
  return Annotations.fromStack(stack)
    .findWarning('*', Match.stringLikeRegexp('sizing\\.trace'))
    .map(({ entry }) => String(entry.data));
}

test('scaling that starts instances too late is a warning with the minutes and the first of them', () => {
  const [message, ...others] = messagesFor({}, { scaling: scaling(1) });
  expect(others).toEqual([]);
  expect(message).toMatch(/expectedTraffic: in up to \d+ minutes of the trace \(.*from 2026-01-05T01:00Z on/);
  expect(message).toContain('the p99 of the simulated latency exceeds 150 ms');
  const [, high, usual, low] =
    /in up to (\d+) minutes of the trace \(usually (\d+), at least (\d+)/.exec(message) ?? [];
  expect(Number(low)).toBeGreaterThan(0);
  expect(Number(usual)).toBeGreaterThanOrEqual(Number(low));
  expect(Number(high)).toBeGreaterThan(Number(low));
});

test('variants split the traffic by their weights', () => {
  const halves = (minCapacity: number) => ({
    model: undefined,
    instanceType: undefined,
    variants: ['One', 'Other'].map((variantName) => ({
      variantName,
      model,
      instanceType: TYPE,
      instanceCount: minCapacity,
      scaling: scaling(minCapacity),
    })),
  });
  const low = trace.scaledBy(0.85); // up to 128 requests per second each
  expect(messagesFor({ trace: low }, halves(1) as Partial<TritonRealtimeEndpointProps>)).toEqual([]);
  const [first] = messagesFor({ trace: trace.scaledBy(2) }, halves(1) as Partial<TritonRealtimeEndpointProps>);
  expect(first).toContain('variants[0].expectedTraffic');
});

test('an invalid weight is reported by its own rule', () => {
  const variants = [1, -1].map((weight, index) => ({ variantName: `V${index}`, model, instanceType: TYPE, weight }));
  const [message] = messagesFor({}, { model: undefined, instanceType: undefined, variants } as never);
  expect(message).toContain('sm.variant-weight');
  expect(message).not.toContain('TrafficTrace');
});

test('the model of the instance type in the profile is simulated', () => {
  const unbatched = classifier();
  const pools = [
    { instanceType: InstanceType.G5_XLARGE, model: unbatched },
    { instanceType: TYPE, model },
  ];
  const props = { instanceType: undefined, instancePools: pools, scaling: scaling(3) };
  expect(messagesFor({}, props)).toEqual([]); // without batches, three instances process only 100 requests per second
});

test('a shadow variant does not have the traffic of the endpoint', () => {
  const shadowVariants = [{ variantName: 'Shadow', model, instanceType: TYPE }];
  expect(messagesFor({}, { scaling: scaling(3), shadowVariants })).toEqual([]);
});

test('a profile of a different instance type is an error', () => {
  expect(messagesFor({ profile: { ...profile, instanceType: 'ml.g5.xlarge' } })).toEqual([
    expect.stringContaining('expectedTraffic.profile: got a profile of ml.g5.xlarge; allowed: ml.g4dn.xlarge'),
  ]);
});

test('a trace of more than a week is not simulated, and a warning', () => {
  expect(messagesFor({ trace: TrafficTrace.daily({ peakRequestsPerSecond: 500, days: 8 }) })).toEqual([
    expect.stringContaining('got a trace of 8.0 days, of which synthesis simulates none; allowed: at most 7 days'),
  ]);
});

const step = classifier();
const ensemble = new TritonModel({
  name: 'pipeline',
  backend: Backend.ENSEMBLE,
  maxBatchSize: 16,
  inputs: step.inputs,
  outputs: step.outputs,
  ensemble: Ensemble.of([{ model: step, inputMap: { image: 'image' }, outputMap: { scores: 'scores' } }]),
});

test.each([
  ['sequence batching', classifier({ maxBatchSize: 8, batching: Batching.sequenceDirect() })],
  ['several steps (an ensemble)', ensemble],
])('a model with %s is an error', (obstacle, unsupported) => {
  expect(messagesFor({}, { model: unsupported })).toEqual([
    expect.stringContaining(`got a model with ${obstacle}, which cannot be simulated; omit expectedTraffic`),
  ]);
});

test('a metric that is not simulated is an error', () => {
  const metric = new Metric({ namespace: 'App', metricName: 'ActiveUsers' });
  expect(messagesFor({}, { scaling: Scaling.custom({ maxCapacity: 4, metric, targetValue: 100 }) })).toEqual([
    expect.stringContaining('got a policy on ActiveUsers (Average); allowed: policies on Invocations'),
  ]);
});

test.each([
  ['the maximum', () => Scaling.invocationsPerInstance({ maxCapacity: token(), invocationsPerSecond: 120 })],
  [
    'a schedule',
    (stack: Stack) =>
      Scaling.scheduled({
        minCapacity: 1,
        maxCapacity: 3,
        actions: [
          {
            name: 'a',
            schedule: Schedule.expression(new CfnParameter(stack, 'Schedule').valueAsString),
            minCapacity: 2,
          },
        ],
      }),
  ],
  ['the target', () => Scaling.concurrentRequests({ maxCapacity: 3, requestsPerInstance: token() })],
])('%s as a token is not simulated', (_name, strategy) => {
  const stack = new Stack();
  expect(messagesFor({}, { scaling: strategy(stack) }, stack)).toEqual([]);
});

function token(): number {
  return Lazy.number({ produce: () => 3 });
}
