import { CfnParameter, Duration, Size, Stack } from 'aws-cdk-lib';
import { Finding } from '../../lib/findings/finding';
import { countWithin, durationWithin, numberWithin, sizeWithin } from '../../lib/findings/ranges';

const RULE = { ruleId: 'sm.a', field: 'one' };
const late = new CfnParameter(new Stack(), 'Number', { type: 'Number' }).valueAsNumber;
const words = (findings: Finding[]): string[] => findings.map(({ message }) => message);

test.each([
  [{ minimum: 1, maximum: 5 }, 6, 'got 6; allowed: a whole number from 1 to 5'],
  [{ minimum: 1 }, 0, 'got 0; allowed: a whole number of at least 1'],
  [{ minimum: 1 }, 1.5, 'got 1.5; allowed: a whole number of at least 1'],
  [{}, 1.5, 'got 1.5; allowed: a whole number'],
])('a count in %j is not %s', (limits, value, message) => {
  expect(countWithin(value, { ...RULE, ...limits })).toEqual([{ ...RULE, message, severity: 'error' }]);
});

test.each([
  [{ minimum: 0 }, -1, 'got -1; allowed: a number of at least 0'],
  [{ above: 0, below: 100 }, 100, 'got 100; allowed: a number above 0 and below 100'],
  [{ above: 0, maximum: 1 }, 0, 'got 0; allowed: a number above 0 and up to 1'],
])('a number in %j is not %s', (limits, value, message) => {
  expect(words(numberWithin(value, { ...RULE, ...limits }))).toEqual([message]);
});

test('durations and sizes are told in the unit that AWS wants', () => {
  expect(words(durationWithin(Duration.hours(2), { ...RULE, minimum: 60, maximum: 3600 }))).toEqual([
    'got 7200 seconds; allowed: whole seconds from 60 to 3600',
  ]);
  expect(words(durationWithin(Duration.seconds(90), RULE, 'minutes'))).toEqual([
    'got 1.5 minutes; allowed: whole minutes',
  ]);
  expect(words(sizeWithin(Size.mebibytes(1536), { ...RULE, minimum: 1, maximum: 512 }, 'GiB'))).toEqual([
    'got 1.5 GiB; allowed: whole GiB from 1 to 512',
  ]);
});

test('limits themselves are allowed, unless they are named as above or below', () => {
  expect(countWithin(1, { ...RULE, minimum: 1, maximum: 1 })).toEqual([]);
  expect(numberWithin(0.5, { ...RULE, above: 0, maximum: 0.5 })).toEqual([]);
});

test('what is not given, or only known at deploy time, is not checked', () => {
  const range = { ...RULE, minimum: 1, maximum: 1 };
  expect(countWithin(undefined, range)).toEqual([]);
  expect(countWithin(late, range)).toEqual([]);
  expect(numberWithin(late, range)).toEqual([]);
  expect(durationWithin(Duration.seconds(late), range)).toEqual([]);
  expect(sizeWithin(Size.gibibytes(late), range, 'GiB')).toEqual([]);
});

test('but a duration that nobody can convert is', () => {
  expect(words(durationWithin(Duration.minutes(late), RULE))).toEqual([
    'got minutes that are only known at deploy time; allowed: Duration.seconds(…), or a value that is known at synth',
  ]);
});
