import { hostingWorld } from '../hosting-world';
import { judge } from './metric-alarm';
import { evaluate } from './metric-math';

const ALARM = {
  AlarmName: 'errors',
  Namespace: 'Faces',
  MetricName: 'Errors',
  Statistic: 'Sum',
  Period: 60,
  EvaluationPeriods: 1,
  Threshold: 5,
  ComparisonOperator: 'GreaterThanThreshold',
} as const;

describe('missing data, as in the tables of the user guide', () => {
  const X = true;
  const O = false;
  // Real data points that CloudWatch found, then the states for missing, ignore, breaching, notBreaching.
  test.each([
    ['3 of 3', 3, [O, X, X], ['OK', 'OK', 'OK', 'OK']],
    ['3 of 3', 3, [O], ['OK', 'OK', 'OK', 'OK']],
    ['3 of 3', 3, [], ['INSUFFICIENT_DATA', 'retained', 'ALARM', 'OK']],
    ['3 of 3', 3, [X, X, X], ['ALARM', 'ALARM', 'ALARM', 'ALARM']],
    ['3 of 3', 3, [X], ['ALARM', 'retained', 'ALARM', 'OK']],
    ['2 of 3', 2, [O, X, X], ['ALARM', 'ALARM', 'ALARM', 'ALARM']],
    ['2 of 3', 2, [O, X], ['OK', 'OK', 'ALARM', 'OK']],
    ['2 of 3', 2, [O], ['OK', 'OK', 'ALARM', 'OK']],
    ['2 of 3', 2, [], ['INSUFFICIENT_DATA', 'retained', 'ALARM', 'OK']],
    ['2 of 3', 2, [X], ['ALARM', 'retained', 'ALARM', 'OK']],
  ])('%s breaching, %o', (_, DatapointsToAlarm, breaches, expected) => {
    const states = ['missing', 'ignore', 'breaching', 'notBreaching'].map((TreatMissingData) =>
      judge({ ...ALARM, EvaluationPeriods: 3, DatapointsToAlarm, TreatMissingData }, 'retained' as never, breaches),
    );
    expect(states).toEqual(expected);
  });
});

describe('metric math', () => {
  const values: Record<string, number | undefined> = { errors: 5, requests: 20, nothing: undefined };
  test.each([
    ['errors / requests * 100', 25],
    ['-errors + 2 ^ 3', 3],
    ['IF(requests >= 10 AND errors > 4, errors, 0)', 5],
    ['IF(requests < 10 OR errors > 9, 1, 0)', 0],
    ['errors + nothing', undefined],
    ['errors + FILL(nothing, 1)', 6],
    ['errors / (requests - 20)', undefined],
    ['MAX([errors, requests, nothing])', 20],
    ['SUM(METRICS())', 25],
    ['FLOOR(requests / 3)', 6],
  ])('%s', (text, result) => {
    expect(evaluate({ text, ids: Object.keys(values), valueOf: (id) => values[id] })).toBe(result);
  });

  test('an expression that is not simulated is an error of the test, not a value', () => {
    expect(() => evaluate({ text: 'RATE(errors)', ids: ['errors'], valueOf: () => 1 })).toThrow('does not know "RATE"');
  });
});

describe('an alarm', () => {
  const put = (Value: number): Record<string, unknown> => ({
    Namespace: 'Faces',
    MetricData: [{ MetricName: 'Errors', Value }],
  });

  test('has insufficient data, goes into ALARM with a breach, and leaves it', async () => {
    const { callCloudWatch, cloudwatch, minutes } = hostingWorld();
    const actions: string[] = [];
    cloudwatch.onAction(({ action }) => void actions.push(action));
    await callCloudWatch('PutMetricAlarm', {
      ...ALARM,
      AlarmActions: ['alarm-topic'],
      OKActions: ['ok-topic'],
      TreatMissingData: 'notBreaching',
    });
    expect(cloudwatch.stateOf('errors')).toBe('INSUFFICIENT_DATA');
    await callCloudWatch('PutMetricData', put(6));
    await minutes(1.5);
    expect(cloudwatch.stateOf('errors')).toBe('ALARM');
    await minutes(5);
    expect(cloudwatch.stateOf('errors')).toBe('OK');
    expect(actions).toEqual(['alarm-topic', 'ok-topic']);
  });

  test('keeps its state when it is updated', async () => {
    const { callCloudWatch, cloudwatch, minutes } = hostingWorld();
    await callCloudWatch('PutMetricAlarm', ALARM);
    await callCloudWatch('PutMetricData', put(6));
    await minutes(1.5);
    await callCloudWatch('PutMetricAlarm', { ...ALARM, Threshold: 100 });
    expect(cloudwatch.stateOf('errors')).toBe('ALARM');
  });

  test('sees only the metric of its own dimensions', async () => {
    const { callCloudWatch, cloudwatch, minutes } = hostingWorld();
    await callCloudWatch('PutMetricAlarm', { ...ALARM, Dimensions: [{ Name: 'EndpointName', Value: 'faces' }] });
    await callCloudWatch('PutMetricData', put(6));
    await minutes(5);
    expect(cloudwatch.stateOf('errors')).toBe('INSUFFICIENT_DATA');
  });

  test.each([
    ['neither a metric nor an expression', { MetricName: undefined }, 'exactly one of MetricName and Metrics'],
    ['two statistics', { ExtendedStatistic: 'p99' }, 'Exactly one of Statistic'],
    ['a period of 45 seconds', { Period: 45 }, 'multiple of 60'],
    ['more data points than periods', { DatapointsToAlarm: 2 }, 'DatapointsToAlarm'],
    ['more than a day', { Period: 300, EvaluationPeriods: 300 }, 'more than a day'],
    ['a treatment that does not exist', { TreatMissingData: 'hide' }, 'hide is not supported'],
    ['no name', { AlarmName: undefined }, "'alarmName'"],
  ])('with %s is refused', async (_, change, message) => {
    const { callCloudWatch } = hostingWorld();
    await expect(callCloudWatch('PutMetricAlarm', { ...ALARM, ...change })).rejects.toThrow(message);
  });
});

describe('a composite alarm', () => {
  async function withComposite(AlarmRule: string) {
    const account = hostingWorld();
    await account.callCloudWatch('PutMetricAlarm', { ...ALARM, TreatMissingData: 'breaching' });
    await account.callCloudWatch('PutMetricAlarm', { ...ALARM, AlarmName: 'quiet', TreatMissingData: 'notBreaching' });
    await account.callCloudWatch('PutCompositeAlarm', { AlarmName: 'any', AlarmRule });
    await account.minutes(5);
    return account;
  }

  test.each([
    ['ALARM("errors") AND ALARM(quiet)', 'OK'],
    ['ALARM("errors") OR ALARM("quiet")', 'ALARM'],
    ['ALARM(arn:aws:cloudwatch:us-east-1:111122223333:alarm:errors) AND (NOT ALARM(quiet) OR FALSE)', 'ALARM'],
    ['OK(errors) OR INSUFFICIENT_DATA(quiet)', 'OK'],
  ])('%s is %s', async (rule, state) => {
    const { cloudwatch } = await withComposite(rule);
    expect(cloudwatch.stateOf('any')).toBe(state);
  });

  test('is described only when AlarmTypes asks for it', async () => {
    const { callCloudWatch } = await withComposite('ALARM(errors)');
    const AlarmNames = ['any'];
    expect(await callCloudWatch('DescribeAlarms', { AlarmNames })).toMatchObject({ CompositeAlarms: [] });
    expect(await callCloudWatch('DescribeAlarms', { AlarmNames, AlarmTypes: ['CompositeAlarm'] })).toMatchObject({
      CompositeAlarms: [{ AlarmName: 'any', StateValue: 'ALARM' }],
    });
  });

  test('keeps the alarms that it names from being deleted', async () => {
    const { callCloudWatch } = await withComposite('ALARM(errors)');
    await expect(callCloudWatch('DeleteAlarms', { AlarmNames: ['errors'] })).rejects.toThrow('composite alarm any');
    await callCloudWatch('DeleteAlarms', { AlarmNames: ['any', 'errors'] });
  });

  test('of an alarm that does not exist is refused', async () => {
    await expect(withComposite('ALARM(other)')).rejects.toThrow('do not exist');
  });
});

test('metrics of AWS’s own namespaces cannot be published', async () => {
  const { callCloudWatch } = hostingWorld();
  const MetricData = [{ MetricName: 'Invocations', Value: 1 }];
  await expect(callCloudWatch('PutMetricData', { Namespace: 'AWS/SageMaker', MetricData })).rejects.toThrow('AWS/');
});

test('GetMetricData returns the data points of metrics and expressions', async () => {
  const { callCloudWatch, minutes, world } = hostingWorld();
  const start = world.now();
  for (const Value of [3, 5]) {
    await minutes(1);
    await callCloudWatch('PutMetricData', { Namespace: 'Faces', MetricData: [{ MetricName: 'Errors', Value }] });
  }
  const MetricStat = { Metric: { Namespace: 'Faces', MetricName: 'Errors' }, Period: 60, Stat: 'Sum' };
  const { MetricDataResults } = await callCloudWatch('GetMetricData', {
    StartTime: new Date(start),
    EndTime: new Date(world.now()),
    MetricDataQueries: [
      { Id: 'errors', MetricStat, ReturnData: false },
      { Id: 'twice', Expression: 'errors * 2' },
    ],
  });
  expect(MetricDataResults).toMatchObject([{ Id: 'twice', Values: [10, 6] }]);
});
