import { meanOfGroups, percentileOfGroups, RequestGroup } from '../../../lib/capacity/fleet/latency/request-groups';
import { ServiceModel } from '../../../lib/capacity/fleet/latency/service-model';
import { Backlog } from '../../../lib/capacity/fleet/run/backlog';
import { RoutingStrategy } from '../../../lib/platform';

/** An instance processes 100 requests per second, one after the other. */
const SERVICE = new ServiceModel({
  profile: { instanceType: 'ml.g4dn.xlarge', serviceTimes: [{ batch: 1, milliseconds: 10 }] },
  routingStrategy: RoutingStrategy.LEAST_OUTSTANDING_REQUESTS,
  burstiness: 1,
  seed: 1,
  requestsPerLoad: 4096,
});

/** One instance at which 1000 requests wait. */
function backlogOf(queuePlace: 'shared' | 'leastLoaded' | 'random'): Backlog {
  const backlog = new Backlog(SERVICE, queuePlace);
  backlog.resize(1);
  backlog.serve(2000, 10);
  expect(backlog.waiting).toBe(1000);
  return backlog;
}

/** The number of requests with each wait, in order of the waits. */
const waitsOf = (groups: RequestGroup[]): number[][] =>
  groups
    .map(({ waitMilliseconds, requests }) => [waitMilliseconds, requests])
    .sort(([first], [second]) => first - second);

describe('an instance is added to an instance with a backlog', () => {
  test('the least loaded instance receives all requests until its queue is as long as the others', () => {
    const backlog = backlogOf('leastLoaded');
    backlog.resize(2);
    expect(waitsOf(backlog.serve(500, 10))).toEqual([[0, 500]]);
    expect(backlog.waiting).toBe(0); // after 10 seconds, the first instance has processed its 1000 requests
  });

  test('further requests are distributed evenly', () => {
    const backlog = backlogOf('leastLoaded');
    backlog.resize(2);
    // 1000 requests bring the new queue to the length of the other queue, and each instance receives half of the others.
    const groups = backlog.serve(2000, 10);
    expect(groups.map(({ requests }) => requests)).toEqual([500, 1500]);
    expect(backlog.waiting).toBe(1000);
  });

  test('random routing sends half of the requests to the instance with the backlog', () => {
    const backlog = backlogOf('random');
    backlog.resize(2);
    expect(waitsOf(backlog.serve(1000, 10)).map(([, requests]) => requests)).toEqual([500, 500]);
  });

  test('of a shared queue, both instances process the requests that already wait', () => {
    const backlog = backlogOf('shared');
    backlog.resize(2);
    expect(waitsOf(backlog.serve(1000, 10))).toEqual([[2500, 1000]]); // half of the time in which 1000 requests are processed
  });
});

test('after the wait for a backlog, a request waits for no queue in addition', () => {
  const backlog = backlogOf('leastLoaded');
  const groups = backlog.serve(2000, 10); // 1000 to 2000 requests wait
  expect(percentileOfGroups(1, groups)).toBeGreaterThan(15_000 + 10);
  expect(percentileOfGroups(99, groups)).toBeLessThan(15_000 + 20);
});

test('a short overload is not faster than the highest simulated load', () => {
  const backlog = new Backlog(SERVICE, 'leastLoaded');
  backlog.resize(1);
  const [group] = backlog.serve(1001, 10);
  const { table } = group;
  expect(meanOfGroups([group])).toBe(table.mean(table.maxUtilization));
  expect(group.waitMilliseconds).toBe(0);
});
