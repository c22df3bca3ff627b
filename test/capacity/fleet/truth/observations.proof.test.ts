import { bandOf } from './observation';
import { observations, repostScaleIn } from './observations';

const all = observations();

describe.each(all)('$quantity ($observed: $source)', (observation) => {
  const { from, to, dependsOnStart } = observation;
  const { low, high, relativeWidth } = bandOf(observation);

  test('the range over the runs contains the observation', () => {
    expect(low).toBeLessThanOrEqual(to);
    expect(high).toBeGreaterThanOrEqual(from);
  });

  test('the range is narrow enough to exclude other values', () => {
    expect(relativeWidth).toBeLessThan(dependsOnStart ? 1.7 : 0.5);
  });
});

test('no constant time until new instances serve agrees with all observations', () => {
  const ofStart = all.filter(({ dependsOnStart }) => dependsOnStart);
  const agrees = (minutes: number): boolean => ofStart.every(({ from, to }) => minutes >= from && minutes <= to);
  const constants = Array.from({ length: 200 }, (_, index) => index / 10);
  expect(ofStart.length).toBeGreaterThan(1);
  expect(constants.filter(agrees)).toEqual([]);
});

test('the scale-in without traffic is earlier than observed, or never', () => {
  const { simulated, from } = repostScaleIn();
  expect(simulated.filter((minutes) => minutes >= from)).toEqual([Infinity, Infinity]);
  expect(simulated.filter((minutes) => minutes < from)).toEqual([17, 16, 18]);
});
