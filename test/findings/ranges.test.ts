import { CfnParameter, Duration, Size, Stack } from 'aws-cdk-lib';
import { Finding } from '../../lib/findings/finding';
import { checkCountRange, checkDurationRange, checkNumberRange, checkSizeRange } from '../../lib/findings/ranges';

const RULE = { ruleId: 'sm.a', field: 'one' };
const unresolved = new CfnParameter(new Stack(), 'Number', { type: 'Number' }).valueAsNumber;
const messagesOf = (findings: Finding[]): string[] => findings.map(({ message }) => message);

test.each([
  [{ minimum: 1, maximum: 5 }, 6, 'got 6; allowed: a whole number from 1 to 5'],
  [{ minimum: 1 }, 0, 'got 0; allowed: a whole number of at least 1'],
  [{ minimum: 1 }, 1.5, 'got 1.5; allowed: a whole number of at least 1'],
  [{}, 1.5, 'got 1.5; allowed: a whole number'],
])('a count within %j cannot be %s', (limits, value, message) => {
  expect(checkCountRange(value, { ...RULE, ...limits })).toEqual([{ ...RULE, message, severity: 'error' }]);
});

test.each([
  [{ minimum: 0 }, -1, 'got -1; allowed: a number of at least 0'],
  [{ above: 0, below: 100 }, 100, 'got 100; allowed: a number above 0 and below 100'],
  [{ above: 0, maximum: 1 }, 0, 'got 0; allowed: a number above 0 and up to 1'],
])('a number within %j cannot be %s', (limits, value, message) => {
  expect(messagesOf(checkNumberRange(value, { ...RULE, ...limits }))).toEqual([message]);
});

test('a message contains durations and sizes in the unit of the AWS API', () => {
  expect(messagesOf(checkDurationRange(Duration.hours(2), { ...RULE, minimum: 60, maximum: 3600 }))).toEqual([
    'got 7200 seconds; allowed: whole seconds from 60 to 3600',
  ]);
  expect(messagesOf(checkDurationRange(Duration.seconds(90), RULE, 'minutes'))).toEqual([
    'got 1.5 minutes; allowed: whole minutes',
  ]);
  expect(messagesOf(checkSizeRange(Size.mebibytes(1536), { ...RULE, minimum: 1, maximum: 512 }, 'GiB'))).toEqual([
    'got 1.5 GiB; allowed: whole GiB from 1 to 512',
  ]);
});

test('limits are inclusive, except for above and below', () => {
  expect(checkCountRange(1, { ...RULE, minimum: 1, maximum: 1 })).toEqual([]);
  expect(checkNumberRange(0.5, { ...RULE, above: 0, maximum: 0.5 })).toEqual([]);
});

test('values that are undefined or known only at deployment are not checked', () => {
  const range = { ...RULE, minimum: 1, maximum: 1 };
  expect(checkCountRange(undefined, range)).toEqual([]);
  expect(checkCountRange(unresolved, range)).toEqual([]);
  expect(checkNumberRange(unresolved, range)).toEqual([]);
  expect(checkDurationRange(Duration.seconds(unresolved), range)).toEqual([]);
  expect(checkSizeRange(Size.gibibytes(unresolved), range, 'GiB')).toEqual([]);
});

test('a duration that is known only at deployment is rejected if it has a different unit than the AWS API', () => {
  expect(messagesOf(checkDurationRange(Duration.minutes(unresolved), RULE))).toEqual([
    'got minutes that are only known at deploy time; allowed: Duration.seconds(…), or a value that is known at synth',
  ]);
});
