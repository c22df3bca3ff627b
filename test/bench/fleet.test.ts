import { arrivalsOf, minutesOf, requestsByMinute, TracePart } from '../../bench/fleet/arrivals';
import { latenciesOf, meanOver, Minute, outcomeOf, spreadOf } from '../../bench/fleet/minutes';
import { Router } from '../../bench/fleet/router';
import { rateOfEndpoint, serviceTimesOfEndpoint, timeOfMeasurement } from '../../bench/fleet/scaled-time';
import { SCENARIOS } from '../../bench/fleet/scenarios';
import { simulateScenario } from '../../bench/fleet/simulate';
import { StepRecorder } from '../../bench/fleet/step-recorder';
import { RoutingStrategy } from '../../lib/platform';
import { RandomStream } from '../../lib/measurements/random-stream';

const { LEAST_OUTSTANDING_REQUESTS, RANDOM } = RoutingStrategy;

test('the endpoint has the load of the measurement', () => {
  const [{ milliseconds }] = serviceTimesOfEndpoint([{ batch: 1, milliseconds: 50 }]);
  expect(rateOfEndpoint(10) * milliseconds).toBeCloseTo(10 * 50);
  expect(timeOfMeasurement(milliseconds)).toBe(50);
});

describe('the arrivals of a trace', () => {
  const trace: TracePart[] = [
    [1000, 2],
    [100, 3],
  ];
  const arrivals = arrivalsOf(trace, new RandomStream(1, 1));

  test('have the rate of each part, with the variance of independent requests', () => {
    const counts = requestsByMinute(arrivals, minutesOf(trace));
    const expected = [5000, 5000, 500, 500, 500]; // a minute takes 5 seconds
    expect(counts).toHaveLength(expected.length);
    for (const [minute, count] of counts.entries())
      expect(Math.abs(count - expected[minute])).toBeLessThan(4 * Math.sqrt(expected[minute]));
  });

  test('are in order, and the same for the same seed', () => {
    expect(arrivals).toEqual([...arrivals].sort((a, b) => a - b));
    expect(arrivalsOf(trace, new RandomStream(1, 1))).toEqual(arrivals);
  });
});

describe('the router', () => {
  const routerOf = (strategy: RoutingStrategy): Router => new Router(4, strategy, new RandomStream(1, 1));

  test('sends requests to the server with the fewest outstanding requests', () => {
    const router = routerOf(LEAST_OUTSTANDING_REQUESTS);
    expect(new Set([router.send(3), router.send(3), router.send(3)])).toEqual(new Set([0, 1, 2]));
    router.complete(1);
    expect(router.send(3)).toBe(1);
  });

  test('fills a new server first', () => {
    const router = routerOf(LEAST_OUTSTANDING_REQUESTS);
    for (let request = 0; request < 6; request++) router.send(2);
    expect([router.send(3), router.send(3), router.send(3)]).toEqual([2, 2, 2]);
  });

  test('sends no requests to servers that do not serve', () => {
    for (const strategy of [LEAST_OUTSTANDING_REQUESTS, RANDOM]) {
      const router = routerOf(strategy);
      for (let request = 0; request < 100; request++) router.send(2);
      expect(router.outstanding.slice(2)).toEqual([0, 0]);
    }
  });

  test('distributes requests randomly, whatever is outstanding', () => {
    const router = routerOf(RANDOM);
    for (let request = 0; request < 4000; request++) router.send(4);
    for (const count of router.outstanding) expect(Math.abs(count - 1000)).toBeLessThan(4 * Math.sqrt(1000));
    expect(new Set(router.outstanding).size).toBeGreaterThan(1);
  });
});

test('a step has the requests, the mean and the highest number of concurrent requests', () => {
  const recorder = new StepRecorder();
  recorder.sent(1, 2);
  recorder.sent(2, 4);
  recorder.sent(3, 4);
  recorder.completed(6);
  expect(recorder.endStep(1, [2], 8)).toMatchObject({ requests: 3, serving: 1, concurrent: 1.5, peakConcurrent: 3 });
  // Two requests of the first step are still being executed.
  expect(recorder.endStep(1, [2], 10)).toMatchObject({ requests: 0, concurrent: 2, peakConcurrent: 2 });
});

describe('the minutes of a measurement', () => {
  const minuteOf = (latencies: number[]): Minute => ({
    desiredInstances: 1,
    servingInstances: 1,
    ...latenciesOf(latencies),
  });
  const fast = minuteOf(new Array<number>(100).fill(100));
  const slow = minuteOf([...new Array<number>(94).fill(100), ...new Array<number>(6).fill(400)]);

  test('have percentiles, and requests beyond the objective', () => {
    expect(slow).toMatchObject({ requests: 100, median: 100, p95: 400, requestsBeyondObjective: 6 });
    expect(minuteOf([3, 1, 2])).toMatchObject({ median: 2, p95: 3 });
  });

  test('violate the objective if more requests exceed it than the percentile allows', () => {
    const atLimit = minuteOf([...new Array<number>(19).fill(100), 400]);
    expect(outcomeOf([fast, slow, atLimit], 7200)).toMatchObject({
      minutesBeyondObjective: 1,
      requestsBeyondObjective: 7,
      instanceHours: 2,
    });
  });

  test('count the same, whatever their number of requests', () => {
    const single = minuteOf([700]);
    expect(meanOver([fast, slow, single], 'p95', () => true)).toBe(400);
    expect(meanOver([fast, slow, single], 'p95', (minute) => minute > 0)).toBe(550);
  });

  test('of several measurements have a spread: the largest distance from their mean', () => {
    expect(spreadOf([90, 100, 140])).toBeCloseTo(30 / 110);
  });
});

test('the fleet without scaling is overloaded for a time, and recovers', () => {
  const scenario = SCENARIOS[SCENARIOS.length - 1];
  const requests = scenario.trace.flatMap(([rate, minutes]) => new Array<number>(minutes).fill(rate * 5));
  const serviceTimes = [1, 4].map((batch) => ({ batch, milliseconds: 60 + 10 * batch }));
  const { isOverloaded, minutes } = simulateScenario(scenario, requests, serviceTimes);
  const [before, overload, after] = scenario.trace.map(([, length]) => length);
  expect(isOverloaded.slice(0, before + overload)).toEqual([
    ...new Array<boolean>(before).fill(false),
    ...new Array<boolean>(overload).fill(true),
  ]);
  expect(isOverloaded.slice(-2)).toEqual([false, false]);
  expect(minutes).toHaveLength(before + overload + after);
});
