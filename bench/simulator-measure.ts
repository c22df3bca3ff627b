/**
 * Measures a model on a running Triton server, for comparison with BatchingSimulator. Requests arrive at random (Poisson) and do not wait for
 * responses.
 *
 *   npx tsx bench/simulator-measure.ts --url http://localhost:8000 --model bert --rate 80 --seconds 30 \
 *     --body request.json
 *
 * `--body` is a KServe v2 request (JSON). Prints one JSON object: rate, throughput, latencies from the scheduled time of each request, and the
 * mean batch size from the server's statistics.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';
import { RandomStream } from '../lib/measurements/random-stream';

interface Statistics {
  readonly inferences: number;
  readonly executions: number;
}

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:8000' },
    model: { type: 'string' },
    rate: { type: 'string' },
    seconds: { type: 'string', default: '30' },
    body: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
if (!values.model || !values.rate || !values.body) throw new Error('--model, --rate and --body are required');
const agent = new Agent({ keepAlive: true, maxSockets: 1024 });
const model = `${values.url}/v2/models/${values.model}`;
const body = readFileSync(values.body);
const rate = Number(values.rate);

/** Resolves with the response; undefined if the server rejects the request. */
function send(url: string, method: string, payload?: Buffer): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers: { 'Content-Type': 'application/json' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(response.statusCode === 200 ? Buffer.concat(chunks).toString() : undefined));
    });
    sent.on('error', reject);
    sent.end(payload);
  });
}

async function statistics(): Promise<Statistics> {
  const [stats] = JSON.parse((await send(`${model}/stats`, 'GET')) ?? '{}').model_stats;
  return { inferences: Number(stats.inference_count), executions: Number(stats.execution_count) };
}

async function main(): Promise<void> {
  for (let i = 0; i < 8; i++) await send(`${model}/infer`, 'POST', body);
  const before = await statistics();
  const random = new RandomStream(Number(values.seed), 1);
  const latencies: number[] = [];
  const responses: Promise<void>[] = [];
  const start = performance.now();
  const end = start + Number(values.seconds) * 1000;
  let rejected = 0;
  for (let scheduledTime = start; ;) {
    scheduledTime += (random.exponential() * 1000) / rate;
    if (scheduledTime > end) break;
    const wait = scheduledTime - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const startTime = scheduledTime;
    responses.push(
      send(`${model}/infer`, 'POST', body).then((response) => {
        if (response === undefined) rejected++;
        else latencies.push(performance.now() - startTime);
      }),
    );
  }
  await Promise.all(responses);
  const elapsed = (performance.now() - start) / 1000;
  const after = await statistics();
  agent.destroy();

  latencies.sort((a, b) => a - b);
  const percentile = (p: number) => round(latencies[Math.ceil((p / 100) * latencies.length) - 1]);
  const measured = {
    throughput: round(latencies.length / elapsed),
    mean_ms: round(latencies.reduce((sum, latency) => sum + latency, 0) / latencies.length),
    p50_ms: percentile(50),
    p90_ms: percentile(90),
    p95_ms: percentile(95),
    p99_ms: percentile(99),
    mean_batch: round((after.inferences - before.inferences) / (after.executions - before.executions), 2),
    rejected,
  };
  console.log(
    JSON.stringify({
      configuration: values.model,
      requests_per_second: rate,
      seconds: Number(values.seconds),
      requests: responses.length,
      measured,
    }),
  );
}

function round(value: number, digits = 1): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

void main();
