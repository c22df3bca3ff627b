import { AlarmKind } from '../../lib';
import { AlarmProperties, evaluatedSeries, READINGS, Series, stateOf } from './alarm-evaluation';
import {
  ASYNCHRONOUS,
  COMPONENT,
  ENSEMBLE,
  MULTI_MODEL,
  ON_CPU,
  REAL_TIME,
  SHADOWED,
  STREAMING,
  MonitoringResources,
  createMonitoring,
} from './fixtures/endpoints';

const _ = undefined; // missing

/** Returns the states of an alarm after the last values of its metrics, with each reading of the user guide on missing values. */
function statesOf(
  { template, alarms }: MonitoringResources,
  kind: AlarmKind,
  metrics: Record<string, Series>,
): string[] {
  const id = `Alarms${kind}`.toLowerCase();
  const [properties] = Object.entries(template.findResources('AWS::CloudWatch::Alarm')).flatMap(
    ([logicalId, { Properties }]) => (logicalId.toLowerCase().startsWith(id) ? [Properties as AlarmProperties] : []),
  );
  expect(alarms.alarm(kind)).toBeDefined();
  return READINGS.map(({ missingIsZero }) => stateOf(properties, evaluatedSeries(properties, metrics, missingIsZero)));
}

const steady = (value: number | undefined, minutes = 20): Series => Array.from({ length: minutes }, () => value);
/** A steady or missing value for 20 minutes, followed by the last values. */
const steadyThen = (steadyValue: number | undefined, ...last: Series): Series => [...steady(steadyValue), ...last];

const realTime = createMonitoring(REAL_TIME);
const onCpu = createMonitoring(ON_CPU);
const multiModel = createMonitoring(MULTI_MODEL);
const asynchronous = createMonitoring(ASYNCHRONOUS);
const ensemble = createMonitoring(ENSEMBLE);
const component = createMonitoring(COMPONENT);
const componentFromZero = createMonitoring({ ...COMPONENT, minCapacity: 0 });
const shadowed = createMonitoring(SHADOWED);
/** Totals of 1,000 requests a minute. The latency objective is 500 ms, so a mean time in the queue above 50 ms is long. */
const serverMinutes = (queue: number, compute: number): Record<string, Series> => ({
  SuccessfulRequests: steady(1000),
  QueueDuration: steady(1000 * queue),
  ComputeDuration: steady(1000 * compute),
  PendingRequests: steady(3),
});
const MS = 1000;
/** Steady values of the metrics of both variants, each with 1,000 requests a minute if no other number is given. */
const bothVariants = (
  production: Record<string, number | undefined>,
  shadow: Record<string, number | undefined>,
): Record<string, Series> => {
  const toSeries = (variant: string, values: Record<string, number | undefined>) =>
    Object.entries({ Invocations: 1000, ...values }).map(([name, value]) => [`${variant} ${name}`, steady(value)]);
  return Object.fromEntries([...toSeries('AllTraffic', production), ...toSeries('Shadow', shadow)]);
};
const NO_REQUESTS = { Invocations: steady(_), Invocation5XXErrors: steady(_), Invocation4XXErrors: steady(_) };

describe.each<
  [
    name: string,
    monitored: MonitoringResources,
    kind: AlarmKind,
    fires: Record<string, Series>,
    counterexamples: Record<string, Series>[],
  ]
>([
  [
    'latency above the objective of 500 ms',
    realTime,
    AlarmKind.LATENCY,
    { ModelLatency: steadyThen(100 * MS, 501 * MS, 100 * MS, 600 * MS, 501 * MS) },
    [
      { ModelLatency: steadyThen(100 * MS, 900 * MS, 100 * MS, 900 * MS) },
      { ModelLatency: steady(500 * MS) },
      { ModelLatency: steady(_) },
      { ModelLatency: steadyThen(_, 900 * MS, _, 900 * MS) },
    ],
  ],
  [
    'overhead above half of the objective',
    realTime,
    AlarmKind.OVERHEAD_LATENCY,
    { OverheadLatency: steadyThen(5 * MS, 300 * MS, 300 * MS, 300 * MS) },
    [{ OverheadLatency: steady(249 * MS) }, { OverheadLatency: steady(_) }],
  ],
  [
    '5XX rate above 1 %',
    realTime,
    AlarmKind.SERVER_ERRORS,
    { Invocations: steady(1000), Invocation5XXErrors: steadyThen(0, 11, 0, 11, 11).slice(4) },
    [
      { Invocations: steady(1000), Invocation5XXErrors: steady(10) },
      { Invocations: steady(1000), Invocation5XXErrors: steadyThen(0, 1000, 1000).slice(2) },
      NO_REQUESTS,
    ],
  ],
  [
    '4XX rate above 5 %',
    realTime,
    AlarmKind.CLIENT_ERRORS,
    { Invocations: steady(100), Invocation4XXErrors: steady(6) },
    [{ Invocations: steady(100), Invocation4XXErrors: steadyThen(0, ...steady(50, 9)).slice(9) }, NO_REQUESTS],
  ],
  [
    'too few requests, or none',
    realTime,
    AlarmKind.NO_TRAFFIC,
    { Invocations: steadyThen(100, ...steady(_, 17)) },
    [{ Invocations: steadyThen(100, ...steady(9, 14)) }, { Invocations: steady(10) }],
  ],
  [
    'high GPU utilization while latency is close to the objective',
    realTime,
    AlarmKind.GPU_SATURATION,
    { GPUUtilization: steady(370), ModelLatency: steady(450 * MS) },
    [
      { GPUUtilization: steady(400), ModelLatency: steady(399 * MS) },
      { GPUUtilization: steady(350), ModelLatency: steady(450 * MS) },
      { GPUUtilization: steady(10), ModelLatency: steady(_) },
    ],
  ],
  [
    'high CPU utilization while latency is close to the objective',
    onCpu,
    AlarmKind.CPU_SATURATION,
    { CPUUtilization: steady(370), ModelLatency: steady(450 * MS) },
    [
      { CPUUtilization: steady(400), ModelLatency: steady(399 * MS) },
      { CPUUtilization: steady(350), ModelLatency: steady(450 * MS) },
    ],
  ],
  [
    'more time in the queues of the server than in executions, and more than 10 % of the objective',
    ensemble,
    AlarmKind.QUEUE_TIME,
    serverMinutes(51, 50),
    [
      serverMinutes(51, 52),
      serverMinutes(50, 1), // 50 times the compute time, but only 10 % of the objective
      serverMinutes(0, 0),
      { ...serverMinutes(51, 50), QueueDuration: steadyThen(0, ...steady(51_000, 9)).slice(9) },
      Object.fromEntries(Object.keys(serverMinutes(0, 0)).map((name) => [name, steady(_)])),
    ],
  ],
  [
    'a server that completes no request while requests are pending',
    ensemble,
    AlarmKind.QUEUE_TIME,
    {
      SuccessfulRequests: steady(0),
      QueueDuration: steady(0),
      ComputeDuration: steady(0),
      PendingRequests: steady(0.25),
    },
    [
      {
        SuccessfulRequests: steady(0),
        QueueDuration: steady(0),
        ComputeDuration: steady(0),
        PendingRequests: steady(0),
      },
    ],
  ],
  [
    'the maximum capacity of scaling',
    realTime,
    AlarmKind.CAPACITY_AT_MAXIMUM,
    { Invocations: steady(900), InvocationsPerInstance: steady(225.0001) },
    [
      { Invocations: steady(900), InvocationsPerInstance: steady(300) },
      { Invocations: steady(_), InvocationsPerInstance: steady(_) },
    ],
  ],
  [
    'fewer instances than the minimum capacity of scaling',
    realTime,
    AlarmKind.INSTANCES_MISSING,
    { Invocations: steady(900), InvocationsPerInstance: steady(900) },
    [
      { Invocations: steady(900), InvocationsPerInstance: steady(450.0001) },
      { Invocations: steady(_), InvocationsPerInstance: steady(_) },
      { Invocations: steady(0), InvocationsPerInstance: steady(0) },
    ],
  ],
  [
    'high utilization of the GPUs that copies reserve, from 0 to 100 %, while latency is close to the objective',
    component,
    AlarmKind.GPU_SATURATION,
    { GPUUtilizationNormalized: steady(91), ModelLatency: steady(450 * MS) },
    [
      { GPUUtilizationNormalized: steady(90), ModelLatency: steady(450 * MS) },
      { GPUUtilizationNormalized: steady(100), ModelLatency: steady(399 * MS) },
    ],
  ],
  [
    'a request without a copy',
    component,
    AlarmKind.NO_CAPACITY,
    { NoCapacityInvocationFailures: steadyThen(_, 1, _, _) },
    [{ NoCapacityInvocationFailures: steady(0) }, { NoCapacityInvocationFailures: steady(_) }],
  ],
  [
    'requests that fail for 20 minutes, although they start the first copy',
    componentFromZero,
    AlarmKind.NO_CAPACITY,
    { NoCapacityInvocationFailures: steadyThen(_, ...Array<number>(20).fill(3)) },
    [
      { NoCapacityInvocationFailures: steadyThen(_, ...Array<number>(19).fill(3), _) },
      { NoCapacityInvocationFailures: steadyThen(_, 1, _, _) },
    ],
  ],
  [
    'two consecutive failures of a probe with an interval of five minutes',
    realTime,
    AlarmKind.PROBE,
    { ProbeSuccess: steadyThen(_, 1, _, _, _, _, 0, _, _, _, _, 0) },
    [
      { ProbeSuccess: steadyThen(_, 1, _, _, _, _, 0, _, _, _, _, 1, _, _, _, _, 0) },
      { ProbeSuccess: steady(_) },
      { ProbeSuccess: steadyThen(_, 0) },
    ],
  ],
  [
    'two failures of the probe within three minutes of the baking period',
    realTime,
    AlarmKind.PROBE,
    { ProbeSuccess: steadyThen(1, 0, 1, 0) },
    [{ ProbeSuccess: steadyThen(1, 0, 1, 1) }],
  ],
  [
    'models that are repeatedly unloaded',
    multiModel,
    AlarmKind.MODEL_CACHE_THRASH,
    { ModelCacheHit: steady(0.89), Invocations: steady(50) },
    [
      { ModelCacheHit: steady(0.9), Invocations: steady(50) },
      { ModelCacheHit: steadyThen(1, ...steady(0, 9)), Invocations: steady(50, 29) },
      { ModelCacheHit: steady(_), Invocations: steady(_) },
      { ModelCacheHit: steady(0), Invocations: steady(0) },
      { ModelCacheHit: steady(_), Invocations: steady(50) },
    ],
  ],
  [
    'a model that cannot be loaded',
    multiModel,
    AlarmKind.MODEL_LOAD_FAILURES,
    { LoadFailureLines: steadyThen(_, 3, _, _), OutOfMemoryLines: steady(_, 23) },
    [
      { LoadFailureLines: steadyThen(_, 3), OutOfMemoryLines: steadyThen(_, 1) },
      { LoadFailureLines: steady(_), OutOfMemoryLines: steady(_) },
    ],
  ],
  [
    'a shadow variant whose p99 is 21 % above that of the production variant',
    shadowed,
    AlarmKind.SHADOW_LATENCY,
    bothVariants({ ModelLatency: 200 * MS }, { ModelLatency: 242 * MS }),
    [
      bothVariants({ ModelLatency: 200 * MS }, { ModelLatency: 240 * MS }),
      bothVariants({ ModelLatency: 242 * MS }, { ModelLatency: 200 * MS }),
      bothVariants({ ModelLatency: 10 * MS }, { ModelLatency: 35 * MS }), // 3.5 times as slow, but only by 5 % of the objective
      bothVariants({ ModelLatency: 200 * MS }, { ModelLatency: 400 * MS, Invocations: 99 }),
      bothVariants({ ModelLatency: 200 * MS }, { ModelLatency: _, Invocations: _ }),
      bothVariants({ ModelLatency: 200 * MS }, { ModelLatency: 0, Invocations: 0 }),
      bothVariants({ ModelLatency: _, Invocations: _ }, { ModelLatency: 400 * MS }),
      bothVariants({ ModelLatency: 0, Invocations: 0 }, { ModelLatency: 400 * MS }),
      bothVariants({ ModelLatency: 200 * MS }, { ModelLatency: _ }), // metrics that arrive late
      bothVariants({ ModelLatency: 200 * MS }, { ModelLatency: 400 * MS, Invocations: _ }),
      {
        ...bothVariants({ ModelLatency: 200 * MS }, {}),
        'Shadow ModelLatency': steadyThen(200 * MS, ...steady(400 * MS, 9)).slice(9),
      },
    ],
  ],
  [
    'a shadow variant of which 2.1 % of the requests fail, and 1 % of the production variant',
    shadowed,
    AlarmKind.SHADOW_ERRORS,
    bothVariants({ InvocationModelErrors: 10 }, { InvocationModelErrors: 21 }),
    [
      bothVariants({ InvocationModelErrors: 10 }, { InvocationModelErrors: 20 }),
      bothVariants({ InvocationModelErrors: 1000 }, { InvocationModelErrors: 0 }),
      bothVariants({ InvocationModelErrors: 0 }, { InvocationModelErrors: _, Invocations: _ }),
      bothVariants({ InvocationModelErrors: 0 }, { InvocationModelErrors: 0, Invocations: 0 }),
      bothVariants({ InvocationModelErrors: _, Invocations: _ }, { InvocationModelErrors: 100 }),
      bothVariants({ InvocationModelErrors: 0, Invocations: 0 }, { InvocationModelErrors: 100 }),
      bothVariants({ InvocationModelErrors: 100 }, { InvocationModelErrors: 10, Invocations: 100 }), // a tenth of the requests
    ],
  ],
  [
    'a shadow variant that fails, if SageMaker publishes errors only in minutes with errors',
    shadowed,
    AlarmKind.SHADOW_ERRORS,
    bothVariants({ InvocationModelErrors: _ }, { InvocationModelErrors: 11 }),
    [bothVariants({ InvocationModelErrors: 11 }, { InvocationModelErrors: _ })],
  ],
  [
    'requests that wait too long',
    asynchronous,
    AlarmKind.BACKLOG_AGE,
    { ApproximateAgeOfOldestRequest: steadyThen(0, 901, 960, 1020) },
    [{ ApproximateAgeOfOldestRequest: steadyThen(0, 901, 960) }, { ApproximateAgeOfOldestRequest: steady(_) }],
  ],
  [
    'a backlog above the target of 8 requests on each of 4 instances',
    asynchronous,
    AlarmKind.BACKLOG_SIZE,
    { ApproximateBacklogSize: steady(33) },
    [{ ApproximateBacklogSize: steady(32) }, { ApproximateBacklogSize: steadyThen(0, ...steady(500, 14)) }],
  ],
  [
    'requests while no instance is in service',
    asynchronous,
    AlarmKind.BACKLOG_WITHOUT_CAPACITY,
    { HasBacklogWithoutCapacity: steadyThen(0, ...steady(1, 17)) },
    [{ HasBacklogWithoutCapacity: steadyThen(0, ...steady(1, 8), 0) }, { HasBacklogWithoutCapacity: steady(_) }],
  ],
  [
    'three failed requests within an hour, without other requests in their minutes',
    asynchronous,
    AlarmKind.INVOCATION_FAILURES,
    {
      InvocationFailures: steadyThen(_, 1, ...steady(_, 20), 1, ...steady(_, 20), 1),
      InvocationsProcessed: steadyThen(_, 1, ...steady(_, 20), 1, ...steady(_, 20), 1),
    },
    [
      { InvocationFailures: steadyThen(_, 1), InvocationsProcessed: steadyThen(_, 1) },
      { InvocationFailures: steady(5), InvocationsProcessed: steady(100) },
      { InvocationFailures: steady(0), InvocationsProcessed: steady(0) },
      { InvocationFailures: steady(_), InvocationsProcessed: steady(20) },
    ],
  ],
  [
    'failed requests, if InvocationsProcessed does not include them',
    asynchronous,
    AlarmKind.INVOCATION_FAILURES,
    { InvocationFailures: steady(2), InvocationsProcessed: steady(_) },
    [{ InvocationFailures: steady(_), InvocationsProcessed: steady(_) }],
  ],
  [
    'an expired request',
    asynchronous,
    AlarmKind.EXPIRED_REQUESTS,
    { ExpiredRequests: steadyThen(_, 1, _, _) },
    [{ ExpiredRequests: steady(0) }, { ExpiredRequests: steady(_) }],
  ],
  [
    'a response that could not be written',
    asynchronous,
    AlarmKind.DELIVERY_FAILURES,
    { ResponseUploadFailures: steadyThen(_, 1), NotificationFailures: steady(_, 21) },
    [
      { ResponseUploadFailures: steady(0), NotificationFailures: steady(0) },
      { ResponseUploadFailures: steady(_), NotificationFailures: steady(_) },
    ],
  ],
  [
    '5XX responses of an asynchronous endpoint, which does not publish Invocations',
    asynchronous,
    AlarmKind.SERVER_ERRORS,
    { Invocation5XXErrors: steady(0.02) },
    [{ Invocation5XXErrors: steady(0.01) }, { Invocation5XXErrors: steady(_) }],
  ],
])('the alarm on %s', (_name, monitored, kind, fires, counterexamples) => {
  test('fires', () => {
    expect(statesOf(monitored, kind, fires)).toEqual(['ALARM', 'ALARM']);
  });

  for (const [index, series] of counterexamples.entries()) {
    test(`does not fire with counterexample ${index}`, () =>
      expect(statesOf(monitored, kind, series)).toEqual(['OK', 'OK']));
  }
});

describe('without requests', () => {
  /** Metrics of requests. All other metrics are published without requests. */
  const REQUEST_METRICS =
    /^(Invocation|ModelLatency|OverheadLatency|ModelCacheHit|MidStreamErrors|FirstChunk|NoCapacity)/;

  /** Returns the descriptions of the alarms that fire if the request metrics have a constant value, or no value, for an hour. */
  function firingAlarms(
    { template }: MonitoringResources,
    value: number | undefined,
    missingIsZero: boolean,
  ): string[] {
    const alarms = Object.values(template.findResources('AWS::CloudWatch::Alarm')).map(({ Properties }) => Properties);
    return alarms.flatMap((properties) => {
      const names = namesIn(properties as AlarmProperties);
      if (!names.some((name) => REQUEST_METRICS.test(name))) return [];
      const metrics = Object.fromEntries(
        names.map((name) => [name, REQUEST_METRICS.test(name) ? steady(value, 60) : steady(1, 60)]),
      );
      const state = stateOf(
        properties as AlarmProperties,
        evaluatedSeries(properties as AlarmProperties, metrics, missingIsZero),
      );
      return state === 'ALARM' ? [String(properties.AlarmDescription)] : [];
    });
  }

  function namesIn({ MetricName, Metrics = [] }: AlarmProperties): string[] {
    return MetricName ? [MetricName] : Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric.MetricName ?? []);
  }

  describe.each(READINGS)('if $reading', ({ missingIsZero }) => {
    test.each([
      ['no metrics', _],
      ['zeros', 0],
    ])('and with %s published by SageMaker, only the alarm on too few requests fires', (_name, value) => {
      expect(firingAlarms(realTime, value, missingIsZero)).toEqual([
        expect.stringContaining('Fewer than 10 requests arrive each minute'),
      ]);
      const others = [onCpu, multiModel, asynchronous, ensemble, component, shadowed, createMonitoring(STREAMING)];
      for (const monitored of others) expect(firingAlarms(monitored, value, missingIsZero)).toEqual([]);
    });
  });
});
