import { hostingAccount } from '../hosting-account';
import { nextState } from './metric-alarm';
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

describe('missing data is treated as in the tables of the user guide', () => {
  // The datapoints, oldest first, as in the tables: X is a breaching datapoint, 0 is a datapoint that is not breaching, - is missing. The
  // resulting states if missing data is treated as missing, ignore, breaching and notBreaching.
  test.each([
    ['----0', 3, ['OK', 'OK', 'OK', 'OK']],
    ['-----', 3, ['INSUFFICIENT_DATA', 'retained', 'ALARM', 'OK']],
    ['0XX-X', 3, ['ALARM', 'ALARM', 'ALARM', 'ALARM']],
    ['--X--', 3, ['ALARM', 'retained', 'ALARM', 'OK']],
    ['----X', 3, ['retained', 'retained', 'ALARM', 'OK']],
    ['0-X-X', 2, ['ALARM', 'ALARM', 'ALARM', 'ALARM']],
    ['0-X--', 2, ['OK', 'OK', 'ALARM', 'OK']],
    ['----0', 2, ['OK', 'OK', 'ALARM', 'OK']],
    ['---X-', 2, ['ALARM', 'retained', 'ALARM', 'OK']],
  ])('%s, of which %i of 3 must breach, results in the states %j', (datapoints, DatapointsToAlarm, expected) => {
    const range = [...datapoints].reverse().map((each) => ({ X: true, 0: false })[each]);
    const states = ['missing', 'ignore', 'breaching', 'notBreaching'].map((TreatMissingData) =>
      nextState({ ...ALARM, EvaluationPeriods: 3, DatapointsToAlarm, TreatMissingData }, 'retained' as never, range),
    );
    expect(states).toEqual(expected);
  });
});

describe('metric math', () => {
  const values: Record<string, number | undefined> = {
    errors: 5,
    requests: 20,
    nothing: undefined,
    neither: undefined,
  };
  const resultOf = (text: string, missingIsZero: boolean): unknown =>
    evaluate({ text, ids: Object.keys(values), valueOf: (id) => values[id], missingIsZero });

  test.each([
    ['errors / requests * 100', 25],
    ['-errors + 2 ^ 3', 3],
    ['IF(requests >= 10 AND errors > 4, errors, 0)', 5],
    ['IF(requests < 10 OR errors > 9, 1, 0)', 0],
    ['nothing + neither', undefined],
    ['errors + FILL(nothing, 1)', 6],
    ['errors / (requests - 20)', undefined],
    ['errors / nothing', undefined],
    ['MAX([errors, requests, nothing])', 20],
    ['SUM(METRICS())', 25],
    ['IF(nothing, 1, 2)', undefined],
  ])('the result of %s is %s', (text, result) => {
    expect([resultOf(text, true), resultOf(text, false)]).toEqual([result, result]);
  });

  // The examples of the user guide: a value of one of two series is missing.
  test.each([
    ['errors + nothing', 5],
    ['nothing / errors', 0],
    ['nothing < errors', true],
    ['errors > 1 AND nothing > 1', false],
    ['IF(errors > 1, nothing, 7)', 0],
    ['AVG([errors, requests, nothing, neither])', 6.25],
  ])('if missing values are zero, the result of %s is %s', (text, result) => {
    expect(resultOf(text, true)).toBe(result);
    expect(resultOf(text, false)).toBe(text.startsWith('AVG') ? 12.5 : undefined);
  });
});

describe('an alarm', () => {
  test.each([
    ['neither a metric nor an expression', { MetricName: undefined }, 'exactly one of MetricName and Metrics'],
    ['a period of 45 seconds', { Period: 45 }, 'multiple of 60'],
    ['an evaluation period of more than a day', { Period: 300, EvaluationPeriods: 300 }, 'more than a day'],
  ])('with %s is rejected', async (_, overrides, message) => {
    const { callCloudWatch } = hostingAccount();
    await expect(callCloudWatch('PutMetricAlarm', { ...ALARM, ...overrides })).rejects.toThrow(message);
  });
});

describe('a composite alarm', () => {
  async function accountWithCompositeAlarm(AlarmRule: string) {
    const aws = hostingAccount();
    await aws.callCloudWatch('PutMetricAlarm', { ...ALARM, TreatMissingData: 'breaching' });
    await aws.callCloudWatch('PutMetricAlarm', { ...ALARM, AlarmName: 'quiet', TreatMissingData: 'notBreaching' });
    await aws.callCloudWatch('PutCompositeAlarm', { AlarmName: 'any', AlarmRule });
    await aws.minutes(5);
    return aws;
  }

  test.each([
    ['ALARM("errors") AND ALARM(quiet)', 'OK'],
    ['ALARM("errors") OR ALARM("quiet")', 'ALARM'],
    ['ALARM(arn:aws:cloudwatch:us-east-1:111122223333:alarm:errors) AND (NOT ALARM(quiet) OR FALSE)', 'ALARM'],
  ])('with the rule %s has the state %s', async (rule, state) => {
    const { cloudwatch } = await accountWithCompositeAlarm(rule);
    expect(cloudwatch.stateOf('any')).toBe(state);
  });

  test('prevents the deletion of the alarms in its rule', async () => {
    const { callCloudWatch } = await accountWithCompositeAlarm('ALARM(errors)');
    await expect(callCloudWatch('DeleteAlarms', { AlarmNames: ['errors'] })).rejects.toThrow('composite alarm any');
    await callCloudWatch('DeleteAlarms', { AlarmNames: ['any', 'errors'] });
  });
});
