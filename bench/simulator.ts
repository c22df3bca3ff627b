/**
 * Compares the speed of BatchingSimulator and CapacityPlanner with a simple loop and with SimPy.
 *
 *   npx projen bench:simulator [--python <python with simpy>]
 *
 * Scenario: one host, two instances, batches up to 16, no delay, load 0.8, Poisson, percentiles included.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Duration } from 'aws-cdk-lib';
import { LatencyObjective } from '../lib/platform';
import { LatencyProfile } from '../lib/measurements';
import { Arrivals, BatchingSimulator, CapacityPlanner } from '../lib/capacity';
import { print, Row } from './report';

const INSTANCES = 2;
const MAX_BATCH = 16;
const LOAD = 0.8;
const serviceMilliseconds = (batch: number) => 2 + batch;
const requestsPerSecond = (LOAD * INSTANCES * MAX_BATCH * 1000) / serviceMilliseconds(MAX_BATCH);

interface Result {
  readonly meanBatch: number;
  readonly p99Milliseconds: number;
}

function simulator(requests: number, seed: number): Result {
  return BatchingSimulator.run({
    serviceTimes: [1, MAX_BATCH].map((batch) => ({ batch, milliseconds: serviceMilliseconds(batch) })),
    instances: INSTANCES,
    maxBatchSize: MAX_BATCH,
    dynamicBatching: {},
    arrivals: Arrivals.poisson(requestsPerSecond),
    requests,
    seed,
  });
}

/** A simple simulator for comparison, with a list of events, objects for requests, and sorted latencies. */
function plainLoop(requests: number): Result {
  const waiting: { arrived: number }[] = [];
  const latencies: number[] = [];
  const events: { time: number; batch?: { arrived: number }[] }[] = [];
  let idle = INSTANCES;
  let executions = 0;
  let arrivals = 0;
  const add = (event: { time: number; batch?: { arrived: number }[] }) => {
    const index = events.findIndex(({ time }) => time > event.time);
    events.splice(index < 0 ? events.length : index, 0, event);
  };
  const nextArrival = (now: number) => add({ time: now - (Math.log(1 - Math.random()) * 1000) / requestsPerSecond });
  nextArrival(0);
  while (events.length) {
    const { time, batch } = events.shift() as { time: number; batch?: { arrived: number }[] };
    if (batch) {
      idle++;
      executions++;
      for (const { arrived } of batch) latencies.push(time - arrived);
    } else {
      waiting.push({ arrived: time });
      if (++arrivals < requests) nextArrival(time);
    }
    while (idle && waiting.length) {
      idle--;
      const next = waiting.splice(0, MAX_BATCH);
      add({ time: time + serviceMilliseconds(next.length), batch: next });
    }
  }
  latencies.sort((a, b) => a - b);
  return { meanBatch: requests / executions, p99Milliseconds: latencies[Math.floor(0.99 * requests)] };
}

/** Returns the seconds of the fastest run. */
function fastestRun(runs: number, work: (run: number) => void): number {
  let seconds = Infinity;
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    work(run);
    seconds = Math.min(seconds, (performance.now() - start) / 1000);
  }
  return seconds;
}

/** Returns millions of simulated requests per second. */
function millionsPerSecond(requests: number, run: (requests: number, seed: number) => Result): number {
  return requests / fastestRun(7, (seed) => run(requests, seed)) / 1e6;
}

function simpyRate(python: string): number {
  const output = execFileSync(python, [join(__dirname, 'simulator_simpy.py'), '200000'], { encoding: 'utf8' });
  return JSON.parse(output).requestsPerSecond / 1e6;
}

/** Profiles of 5 instance types × 4 instance groups × 6 batch sizes. */
function profiles(): LatencyProfile[] {
  const types = ['ml.g4dn.xlarge', 'ml.g4dn.2xlarge', 'ml.g5.xlarge', 'ml.g5.2xlarge', 'ml.g6.xlarge'];
  return types.flatMap((instanceType, i) =>
    [1, 2, 3, 4].map((instancesPerGpu) => ({
      instanceType,
      instancesPerGpu,
      serviceTimes: [1, 2, 4, 8, 16, 32].map((batch) => ({
        batch,
        milliseconds: (2 + batch * (0.8 + 0.1 * i)) * (1 + 0.7 * (instancesPerGpu - 1)),
      })),
    })),
  );
}

function planRow(load: number, limit: number): Row {
  const planner = CapacityPlanner.fromLatencyProfiles(profiles());
  const latencyObjective = LatencyObjective.p99(Duration.millis(limit));
  return {
    measurement: `plan for ${load} requests/s, p99 within ${limit} ms, among 120 configurations`,
    unit: 's',
    libraryValue: fastestRun(5, () => planner.plan({ requestsPerSecond: load, latencyObjective })),
  };
}

export function simulatorRows(python?: string): Row[] {
  const ours = millionsPerSecond(2_000_000, simulator);
  const speed = { measurement: 'simulator', unit: 'million requests/s', libraryValue: ours };
  return [
    { ...speed, reference: 'plain loop', referenceValue: millionsPerSecond(200_000, plainLoop), target: 'above 1' },
    ...(python ? [{ ...speed, reference: 'SimPy', referenceValue: simpyRate(python), target: 'above 1' }] : []),
    planRow(1000, 50),
    planRow(5000, 50),
    planRow(5000, 25),
    planRow(50_000, 50),
  ];
}

if (require.main === module) {
  print(simulatorRows(parseArgs({ options: { python: { type: 'string' } } }).values.python));
}
