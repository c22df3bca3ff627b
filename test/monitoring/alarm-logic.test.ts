import { AlarmKind } from '../../lib';
import { AlarmProperties, judge, Series, watchedSeries } from './alarm-evaluation';
import { ASYNCHRONOUS, MULTI_MODEL, ON_CPU, REAL_TIME, STREAMING, Watched, watch } from './fixtures/endpoints';

const X = 2; // breaches
const _ = undefined;

describe('the evaluator agrees with the tables of CloudWatch’s user guide', () => {
  const alarm = (m: number, TreatMissingData: AlarmProperties['TreatMissingData']): AlarmProperties => ({
    Threshold: 1,
    ComparisonOperator: 'GreaterThanThreshold',
    EvaluationPeriods: 3,
    DatapointsToAlarm: m,
    TreatMissingData,
  });

  test.each<[m: number, series: Series, breaching: string, notBreaching: string]>([
    [3, [0, _, X, _, X], 'OK', 'OK'],
    [3, [_, _, _, _, 0], 'OK', 'OK'],
    [3, [_, _, _, _, _], 'ALARM', 'OK'],
    [3, [0, X, X, _, X], 'ALARM', 'ALARM'],
    [3, [_, _, X, _, _], 'ALARM', 'OK'],
    [2, [0, _, X, _, X], 'ALARM', 'ALARM'],
    [2, [0, 0, X, 0, X], 'ALARM', 'ALARM'],
    [2, [0, _, X, _, _], 'ALARM', 'OK'],
    [2, [_, _, _, _, 0], 'ALARM', 'OK'],
    [2, [_, _, _, _, X], 'ALARM', 'OK'],
  ])('%i of 3 with %j', (m, series, breaching, notBreaching) => {
    expect(judge(alarm(m, 'breaching'), series)).toBe(breaching);
    expect(judge(alarm(m, 'notBreaching'), series)).toBe(notBreaching);
  });
});

/** The state of an alarm after what the metrics did. */
function stateOf({ template, alarms }: Watched, kind: AlarmKind, metrics: Record<string, Series>): string {
  const id = `Alarms${kind}`.toLowerCase();
  const [properties] = Object.entries(template.findResources('AWS::CloudWatch::Alarm')).flatMap(
    ([logicalId, { Properties }]) => (logicalId.toLowerCase().startsWith(id) ? [Properties as AlarmProperties] : []),
  );
  expect(alarms.alarm(kind)).toBeDefined();
  return judge(properties, watchedSeries(properties, metrics));
}

const steady = (value: number | undefined, minutes = 20): Series => Array.from({ length: minutes }, () => value);
/** Quiet or good for a while, then the given minutes. */
const after = (good: number | undefined, ...last: Series): Series => [...steady(good), ...last];

const realTime = watch(REAL_TIME);
const onCpu = watch(ON_CPU);
const multiModel = watch(MULTI_MODEL);
const asynchronous = watch(ASYNCHRONOUS);
const MS = 1000;
const SILENCE = { Invocations: steady(_), Invocation5XXErrors: steady(_), Invocation4XXErrors: steady(_) };

describe.each<
  [name: string, watched: Watched, kind: AlarmKind, fires: Record<string, Series>, silent: Record<string, Series>[]]
>([
  [
    'latency beyond the objective of 500 ms',
    realTime,
    AlarmKind.LATENCY,
    { ModelLatency: after(100 * MS, 501 * MS, 100 * MS, 600 * MS, 501 * MS) },
    [
      { ModelLatency: after(100 * MS, 900 * MS, 100 * MS, 900 * MS) },
      { ModelLatency: steady(500 * MS) },
      { ModelLatency: steady(_) },
      { ModelLatency: after(_, 900 * MS, _, 900 * MS) },
    ],
  ],
  [
    'overhead beyond half of the objective',
    realTime,
    AlarmKind.OVERHEAD_LATENCY,
    { OverheadLatency: after(5 * MS, 300 * MS, 300 * MS, 300 * MS) },
    [{ OverheadLatency: steady(249 * MS) }, { OverheadLatency: steady(_) }],
  ],
  [
    '5XX above 1 %',
    realTime,
    AlarmKind.SERVER_ERRORS,
    { Invocations: steady(1000), Invocation5XXErrors: after(0, 11, 0, 11, 11).slice(4) },
    [
      { Invocations: steady(1000), Invocation5XXErrors: steady(10) },
      { Invocations: steady(1000), Invocation5XXErrors: after(0, 1000, 1000).slice(2) },
      SILENCE,
    ],
  ],
  [
    '4XX above 5 %',
    realTime,
    AlarmKind.CLIENT_ERRORS,
    { Invocations: steady(100), Invocation4XXErrors: steady(6) },
    [{ Invocations: steady(100), Invocation4XXErrors: after(0, ...steady(50, 9)).slice(9) }, SILENCE],
  ],
  [
    'too little traffic, silence above all',
    realTime,
    AlarmKind.NO_TRAFFIC,
    { Invocations: after(100, ...steady(_, 17)) },
    [{ Invocations: after(100, ...steady(9, 14)) }, { Invocations: steady(10) }],
  ],
  [
    'all GPUs busy while latency is close to the objective',
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
    'all CPUs busy while latency is close to the objective',
    onCpu,
    AlarmKind.CPU_SATURATION,
    { CPUUtilization: steady(370), ModelLatency: steady(450 * MS) },
    [
      { CPUUtilization: steady(400), ModelLatency: steady(399 * MS) },
      { CPUUtilization: steady(350), ModelLatency: steady(450 * MS) },
    ],
  ],
  [
    'all instances that scaling allows',
    realTime,
    AlarmKind.CAPACITY_AT_MAXIMUM,
    { Invocations: steady(900), InvocationsPerInstance: steady(225.0001) },
    [
      { Invocations: steady(900), InvocationsPerInstance: steady(300) },
      { Invocations: steady(_), InvocationsPerInstance: steady(_) },
    ],
  ],
  [
    'fewer instances than scaling keeps',
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
    'a probe that fails twice in a row, every five minutes',
    realTime,
    AlarmKind.PROBE,
    { ProbeSuccess: after(_, 1, _, _, _, _, 0, _, _, _, _, 0) },
    [
      { ProbeSuccess: after(_, 1, _, _, _, _, 0, _, _, _, _, 1, _, _, _, _, 0) },
      { ProbeSuccess: steady(_) },
      { ProbeSuccess: after(_, 0) },
    ],
  ],
  [
    'a probe that fails in two of three minutes while a deployment bakes',
    realTime,
    AlarmKind.PROBE,
    { ProbeSuccess: after(1, 0, 1, 0) },
    [{ ProbeSuccess: after(1, 0, 1, 1) }],
  ],
  [
    'a latency 50 % above the plan',
    realTime,
    AlarmKind.LATENCY_DRIFT,
    { LatencyDrift: after(_, 51, _, _, _, _, 80, _, _, _, _, 51) },
    [{ LatencyDrift: steady(50) }, { LatencyDrift: steady(-20) }, { LatencyDrift: after(_, 90, _, _, _, _, 90) }],
  ],
  [
    'models that push each other out',
    multiModel,
    AlarmKind.MODEL_CACHE_THRASH,
    { ModelCacheHit: steady(0.89), Invocations: steady(50) },
    [
      { ModelCacheHit: steady(0.9), Invocations: steady(50) },
      { ModelCacheHit: after(1, ...steady(0, 9)), Invocations: steady(50, 29) },
      { ModelCacheHit: steady(_), Invocations: steady(_) },
      { ModelCacheHit: steady(0), Invocations: steady(0) },
    ],
  ],
  [
    'a model that cannot be loaded',
    multiModel,
    AlarmKind.MODEL_LOAD_FAILURES,
    { LoadFailureLines: after(_, 3, _, _), OutOfMemoryLines: steady(_, 23) },
    [
      { LoadFailureLines: after(_, 3), OutOfMemoryLines: after(_, 1) },
      { LoadFailureLines: steady(_), OutOfMemoryLines: steady(_) },
    ],
  ],
  [
    'requests that wait',
    asynchronous,
    AlarmKind.BACKLOG_AGE,
    { ApproximateAgeOfOldestRequest: after(0, 901, 960, 1020) },
    [{ ApproximateAgeOfOldestRequest: after(0, 901, 960) }, { ApproximateAgeOfOldestRequest: steady(_) }],
  ],
  [
    'more requests than four instances with eight each should have',
    asynchronous,
    AlarmKind.BACKLOG_SIZE,
    { ApproximateBacklogSize: steady(33) },
    [{ ApproximateBacklogSize: steady(32) }, { ApproximateBacklogSize: after(0, ...steady(500, 14)) }],
  ],
  [
    'requests without an instance',
    asynchronous,
    AlarmKind.BACKLOG_WITHOUT_CAPACITY,
    { HasBacklogWithoutCapacity: after(0, ...steady(1, 17)) },
    [{ HasBacklogWithoutCapacity: after(0, ...steady(1, 8), 0) }, { HasBacklogWithoutCapacity: steady(_) }],
  ],
  [
    'three failed requests within an hour, each the only one of its minute',
    asynchronous,
    AlarmKind.INVOCATION_FAILURES,
    {
      InvocationFailures: after(_, 1, ...steady(_, 20), 1, ...steady(_, 20), 1),
      InvocationsProcessed: after(_, 1, ...steady(_, 20), 1, ...steady(_, 20), 1),
    },
    [
      { InvocationFailures: after(_, 1), InvocationsProcessed: after(_, 1) },
      { InvocationFailures: steady(5), InvocationsProcessed: steady(100) },
      { InvocationFailures: steady(0), InvocationsProcessed: steady(0) },
      { InvocationFailures: steady(_), InvocationsProcessed: steady(20) },
    ],
  ],
  [
    'failed requests, should InvocationsProcessed not count them',
    asynchronous,
    AlarmKind.INVOCATION_FAILURES,
    { InvocationFailures: steady(2), InvocationsProcessed: steady(_) },
    [{ InvocationFailures: steady(_), InvocationsProcessed: steady(_) }],
  ],
  [
    'a request that expired',
    asynchronous,
    AlarmKind.EXPIRED_REQUESTS,
    { ExpiredRequests: after(_, 1, _, _) },
    [{ ExpiredRequests: steady(0) }, { ExpiredRequests: steady(_) }],
  ],
  [
    'a response that could not be written',
    asynchronous,
    AlarmKind.DELIVERY_FAILURES,
    { ResponseUploadFailures: after(_, 1), NotificationFailures: steady(_, 21) },
    [
      { ResponseUploadFailures: steady(0), NotificationFailures: steady(0) },
      { ResponseUploadFailures: steady(_), NotificationFailures: steady(_) },
    ],
  ],
  [
    'a notification that could not be published',
    asynchronous,
    AlarmKind.DELIVERY_FAILURES,
    { ResponseUploadFailures: steady(_, 21), NotificationFailures: after(_, 1) },
    [],
  ],
  [
    '5XX of an asynchronous endpoint, which publishes no Invocations',
    asynchronous,
    AlarmKind.SERVER_ERRORS,
    { Invocation5XXErrors: steady(0.02) },
    [{ Invocation5XXErrors: steady(0.01) }, { Invocation5XXErrors: steady(_) }],
  ],
])('%s', (_name, watched, kind, fires, silent) => {
  test('fires', () => {
    expect(stateOf(watched, kind, fires)).toBe('ALARM');
  });

  test.each(silent.map((series) => [series]))('is silent %#', (series) => {
    expect(stateOf(watched, kind, series)).toBe('OK');
  });
});

describe('without requests', () => {
  /** Alarms on metrics of requests: whatever else is published, SageMaker does not publish for a variant's requests. */
  const OF_REQUESTS = /^(Invocation|ModelLatency|OverheadLatency|ModelCacheHit|MidStreamErrors|FirstChunk)/;

  /** The alarms that fire when SageMaker has published a value, or none, for each of the last minutes. */
  function firing({ template }: Watched, value: number | undefined): string[] {
    const alarms = Object.values(template.findResources('AWS::CloudWatch::Alarm')).map(({ Properties }) => Properties);
    return alarms.flatMap((properties) => {
      const names = namesIn(properties as AlarmProperties);
      if (!names.some((name) => OF_REQUESTS.test(name))) return [];
      const metrics = Object.fromEntries(
        names.map((name) => [name, OF_REQUESTS.test(name) ? steady(value, 60) : steady(1, 60)]),
      );
      const state = judge(properties as AlarmProperties, watchedSeries(properties as AlarmProperties, metrics));
      return state === 'ALARM' ? [String(properties.AlarmDescription)] : [];
    });
  }

  function namesIn({ MetricName, Metrics = [] }: AlarmProperties): string[] {
    return MetricName ? [MetricName] : Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric.MetricName ?? []);
  }

  test.each([
    ['no metrics', _],
    ['zeros', 0],
  ])('SageMaker may publish %s: only the alarm on too few requests fires', (_name, value) => {
    expect(firing(realTime, value)).toEqual([expect.stringContaining('Fewer than 10 requests arrive each minute')]);
    for (const watched of [onCpu, multiModel, asynchronous, watch(STREAMING)])
      expect(firing(watched, value)).toEqual([]);
  });
});
