import { setTimeout as sleep } from 'node:timers/promises';
import { RoutingStrategy } from '../../lib/platform';
import { ServiceTime } from '../../lib/measurements';
import { RandomStream } from '../../lib/measurements/random-stream';
import { percentile } from '../../cli/local/latency';
import { Router } from '../fleet/router';
import { arrivalsOf, MEASURED_MINUTE, partOf, SPEED } from './scaled-time';
import { Load, Setting } from './loads';
import { documentOf, pendingOf } from './metrics';
import { Server } from './server';

/** Number of samples of gauges in a minute of the endpoint: one every 5 seconds of the endpoint. */
const SAMPLES_PER_MINUTE = 12;
/** An arbitrary time. */
const STARTS_AT = Date.parse('2026-01-05T10:00:00Z');
const TABLE_REQUESTS = 15;
const SEED = 2;

/** Latencies of a setting as its clients measure them from the time at which a request is sent, in milliseconds of the measurement. */
export interface MeasuredSetting {
  readonly setting: string;
  readonly requests: number;
  readonly meanMilliseconds: number;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
  /** The 99th percentile of the requests that arrive at the highest rate. */
  readonly peakP99Milliseconds: number;
}

export interface MeasuredLoad {
  readonly load: Load;
  readonly settings: readonly MeasuredSetting[];
  /** The documents of the metrics exporters of the first setting. */
  readonly documents: readonly object[];
  /** Execution times by batch size, as `local --latency-table` measures them, in the time of the endpoint. */
  readonly latencyTable?: readonly ServiceTime[];
  /** How long after their times requests were sent (p99), in milliseconds. */
  readonly latenessP99: number;
}

/** Sends the requests of a load to all of its settings at the same time. The models do not use the CPU, so they do not slow each other down. */
export async function measureLoad(load: Load, servers: readonly Server[]): Promise<MeasuredLoad> {
  const latencyTable = load.hasLatencyTable ? await measureTable(load, servers[0]) : undefined;
  for (const server of servers) for (const { name } of load.settings) await server.invoke(name);
  const { times, minutes } = arrivalsOf(load, new RandomStream(SEED, 1));
  const start = performance.now() + 200;
  const lateness: number[] = [];
  const clients = load.settings.map((setting, index) => {
    const router = new Router(servers.length, RoutingStrategy.RANDOM, new RandomStream(SEED, 3 + index));
    return {
      setting,
      router,
      latencies: [] as number[],
      peakLatencies: [] as number[],
      responses: [] as Promise<void>[],
    };
  });
  const peak = load.rates.indexOf(Math.max(...load.rates));
  const send = async (client: (typeof clients)[number], due: number): Promise<void> => {
    const { setting, router, latencies, peakLatencies } = client;
    const sent = performance.now();
    const server = router.send(setting.instances);
    await servers[server].invoke(setting.name);
    const latency = performance.now() - sent;
    latencies.push(latency);
    if (partOf(due - start) === peak) peakLatencies.push(latency);
  };
  const recording = record(load.settings[0], servers, start, minutes);
  for (const arrival of times) {
    const due = start + arrival;
    await waitUntil(due);
    lateness.push(performance.now() - due);
    for (const client of clients) client.responses.push(send(client, due));
  }
  const documents = await recording;
  await Promise.all(clients.flatMap(({ responses }) => responses));
  return {
    load,
    documents,
    latencyTable,
    latenessP99: percentile(99, lateness),
    settings: clients.map(({ setting, latencies, peakLatencies }) => ({
      setting: setting.name,
      requests: latencies.length,
      meanMilliseconds: latencies.reduce((sum, latency) => sum + latency, 0) / latencies.length,
      p50Milliseconds: percentile(50, latencies),
      p99Milliseconds: percentile(99, latencies),
      peakP99Milliseconds: percentile(99, peakLatencies),
    })),
  };
}

/** Reads the metrics of the servers of a setting, as the metrics exporter does, and returns its documents. */
async function record(setting: Setting, servers: readonly Server[], start: number, minutes: number): Promise<object[]> {
  const used = servers.slice(0, setting.instances);
  const documents: object[] = [];
  const scrape = (): Promise<string[]> => Promise.all(used.map((server) => server.metrics()));
  await waitUntil(start);
  let before = await scrape();
  for (let index = 0; index < minutes; index++) {
    const pending: number[][] = used.map(() => []);
    let after = before;
    for (let sample = 1; sample <= SAMPLES_PER_MINUTE; sample++) {
      await waitUntil(start + (index + sample / SAMPLES_PER_MINUTE) * MEASURED_MINUTE);
      after = await scrape();
      after.forEach((text, server) => pending[server].push(pendingOf(text, setting.name)));
    }
    after.forEach((text, server) =>
      documents.push(documentOf(setting.name, STARTS_AT + index * 60_000, before[server], text, pending[server])),
    );
    before = after;
  }
  return documents;
}

async function measureTable({ settings, maxBatchSize }: Load, server: Server): Promise<ServiceTime[]> {
  const times: ServiceTime[] = [];
  for (let batch = 1; batch <= maxBatchSize; batch *= 2) {
    const latencies: number[] = [];
    for (let request = 0; request < TABLE_REQUESTS; request++) {
      const sent = performance.now();
      await server.invoke(settings[0].name, batch);
      latencies.push(performance.now() - sent);
    }
    times.push({ batch, milliseconds: SPEED * percentile(50, latencies) });
  }
  return times;
}

async function waitUntil(time: number): Promise<void> {
  const wait = time - performance.now();
  if (wait > 0) await sleep(wait);
}
