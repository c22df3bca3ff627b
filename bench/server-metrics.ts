/**
 * Measures what the metrics exporter costs a Triton server: latency of requests, start, stop, CPU and memory. Servers with and without the exporter
 * run in turns. Run by `npx projen bench:server-metrics [rounds]`. Requires the Triton server that `npm test` installs.
 */
import * as fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { configuration, echo, PYTHON } from '../test/endpoint/server-metrics/models';
import { EXPORTER, RealServer, Response } from '../test/endpoint/server-metrics/real-server';
import { median, print, Row } from './report';

const LOAD_MILLISECONDS = 8000;
const CLIENTS = 2;
/**
 * Targets, which were set before the first measurement. The 99th percentile of the latency must not exceed the highest of the rounds without the
 * exporter.
 */
const LIMITS = { cpuPercent: 1, megabytes: 60, readySeconds: 2, stopSeconds: 3 };

interface Measurement {
  /** Seconds until `/ping` returns 200. */
  readonly ready: number;
  /** Seconds until the process has ended. */
  readonly stop: number;
  /** Median and 99th percentile of the latency, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** CPU time of the exporter, in percent of a core. */
  readonly cpu: number;
  /** Proportional set size of the exporter, in MB. */
  readonly memory: number;
}

async function measure(exporter: boolean): Promise<Measurement> {
  const files = { 'echo/config.pbtxt': configuration(...PYTHON), 'echo/1/model.py': echo('time.sleep(0.002)') };
  const server = await RealServer.start({ files, defaultModel: 'echo', exporter });
  try {
    await load(server, 500);
    const stub = exporter ? server.stubOf(EXPORTER) : undefined;
    const cpuBefore = stub === undefined ? 0 : cpuSeconds(stub);
    const latencies = (await load(server, LOAD_MILLISECONDS)).map(({ milliseconds }) => milliseconds);
    latencies.sort((a, b) => a - b);
    const cpu = stub === undefined ? 0 : cpuSeconds(stub) - cpuBefore;
    return {
      ready: server.readyMilliseconds / 1000,
      p50: latencies[Math.floor(latencies.length * 0.5)],
      p99: latencies[Math.floor(latencies.length * 0.99)],
      cpu: (100_000 * cpu) / LOAD_MILLISECONDS,
      memory: stub === undefined ? 0 : megabytes(stub),
      stop: (await server.stop()) / 1000,
    };
  } finally {
    await server.stop();
  }
}

/** Sends requests for some time. */
async function load(server: RealServer, milliseconds: number): Promise<Response[]> {
  const end = performance.now() + milliseconds;
  const responses: Response[] = [];
  const client = async (): Promise<void> => {
    while (performance.now() < end) responses.push(await server.invoke(1));
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const failed = responses.filter(({ status }) => status !== 200);
  if (failed.length > 0) throw new Error(`${failed.length} requests failed: ${failed[0].body}`);
  return responses;
}

/** CPU time of all threads. It is more precise than the clock ticks of `stat`, because a reading takes less than a tick. */
function cpuSeconds(pid: number): number {
  const tasks = fs.readdirSync(`/proc/${pid}/task`).map((task) => `/proc/${pid}/task/${task}/schedstat`);
  return tasks.reduce((sum, file) => sum + Number(fs.readFileSync(file, 'utf8').split(' ')[0]) / 1e9, 0);
}

function megabytes(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1000;
}

export async function serverMetricsRows(rounds: number): Promise<Row[]> {
  const measurements: Record<'with' | 'without', Measurement[]> = { with: [], without: [] };
  for (let round = 0; round < rounds; round++) {
    for (const exporter of round % 2 === 0 ? [true, false] : [false, true]) {
      measurements[exporter ? 'with' : 'without'].push(await measure(exporter));
      await sleep(500);
    }
  }
  const values = (key: keyof Measurement, from: keyof typeof measurements = 'with'): number[] =>
    measurements[from].map((each) => each[key]);
  const compare = (measurement: string, key: keyof Measurement, target?: string): Row => ({
    measurement: `server with the metrics exporter, ${measurement}`,
    unit: key.startsWith('p') ? 'ms' : 's',
    libraryValue: median(values(key)),
    reference: 'server without the exporter',
    referenceValue: median(values(key, 'without')),
    target,
  });
  const cpu = values('cpu');
  return [
    compare('median latency', 'p50'),
    compare(
      '99th percentile of latency',
      'p99',
      `<= ${Math.max(...values('p99', 'without')).toFixed(1)} ms, the highest without`,
    ),
    compare('time until ready', 'ready', `<= ${LIMITS.readySeconds} s more`),
    compare('time to stop', 'stop', `<= ${LIMITS.stopSeconds} s more`),
    {
      measurement: 'CPU of the exporter',
      unit: '% of a core',
      libraryValue: cpu.reduce((sum, each) => sum + each, 0) / cpu.length,
      target: `<= ${LIMITS.cpuPercent} %`,
    },
    {
      measurement: 'memory of the exporter (PSS)',
      unit: 'MB',
      libraryValue: median(values('memory')),
      target: `<= ${LIMITS.megabytes} MB`,
    },
  ];
}

if (require.main === module) void serverMetricsRows(Number(process.argv[2] ?? 10)).then(print);
