import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { Assembly, LocalEndpoint } from './assembly';
import { AwsLoopback } from './aws-loopback';
import { hasGpus, imageOf, startDocker } from './docker-engine';
import { measureLatencies } from './latency';
import { EndpointReport, shortenBody } from './report';
import { moveToCpu, ServedModel, unpack } from './repository';
import { loopbackEnvironment, runShippedSmokeTest } from './smoke-run';
import { TritonProcess } from './triton-process';
import { missingFor, ServerOptions, startWheel, WHEEL_SERVER } from './wheel-engine';

const START_TIMEOUT_SECONDS = 120;

/** How the run was asked for. */
export interface RunOptions {
  readonly engine: 'wheel' | 'docker';
  readonly requests: number;
  readonly keep: boolean;
  readonly verbose: boolean;
  /** Resolves when the user wants everything to stop. */
  readonly interrupted: Promise<void>;
}

/** Serves one endpoint with a real Triton server and runs its smoke test. Everything it started is stopped again. */
export async function runEndpoint(assembly: Assembly, endpoint: LocalEndpoint, options: RunOptions): Promise<EndpointReport> {
  if (endpoint.archive === undefined) {
    return notRun(endpoint, `the model's data is only in S3 (${endpoint.modelDataUri}), not in the assembly`);
  }
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'triton-local-'));
  const cleanUps: (() => Promise<void> | void)[] = [() => fs.rmSync(work, { recursive: true, force: true })];
  try {
    const repository = path.join(work, 'model');
    await unpack(endpoint.archive, repository);
    const models = options.engine === 'docker' && hasGpus() ? [] : moveToCpu(repository);
    const missing = options.engine === 'wheel' ? models.map(missingFor).find((reason) => reason !== undefined) : undefined;
    if (missing) return notRun(endpoint, missing);

    const server = await start(endpoint, { repository, environment: endpoint.environment, models, work, verbose: options.verbose }, options);
    cleanUps.unshift(() => server.stop());
    await Promise.race([server.ready(START_TIMEOUT_SECONDS), options.interrupted]);
    const loopback = await AwsLoopback.start({
      tritonPort: server.port,
      objects: assembly.objects,
      transform: models.some((model) => model.standIn) ? withoutExpectedValues : undefined,
    });
    cleanUps.unshift(() => loopback.close());
    const report = await test(endpoint, loopback, options);
    const full = { ...report, models: models.map(describeModel), differences: differencesOf(endpoint, models, options) };
    if (options.keep) await keepRunning(endpoint, server, loopback, options);
    return full;
  } catch (error) {
    return { endpoint, outcome: 'FAILED', reason: (error as Error).message, differences: [] };
  } finally {
    for (const cleanUp of cleanUps) await cleanUp();
  }
}

function start(endpoint: LocalEndpoint, server: ServerOptions, { engine }: RunOptions): Promise<TritonProcess> {
  return engine === 'wheel' ? startWheel(server) : startDocker(releaseOf(endpoint), server);
}

async function test(endpoint: LocalEndpoint, loopback: AwsLoopback, options: RunOptions): Promise<EndpointReport> {
  if (!endpoint.smokeTest) return notRun(endpoint, 'the endpoint has no smoke test');
  const { passed, reason } = await runShippedSmokeTest(endpoint, loopback);
  const [exchange] = loopback.exchanges;
  const shown = { request: exchange && shortenBody(exchange.request), answer: exchange && shortenBody(exchange.answer) };
  if (!passed) return { endpoint, outcome: 'FAILED', reason, differences: [], ...shown };
  const latencies = await measureLatencies(loopback, endpoint.endpointName, exchange.request, options.requests);
  return { endpoint, outcome: 'PASSED', differences: [], latencies, ...shown };
}

function notRun(endpoint: LocalEndpoint, reason: string): EndpointReport {
  return { endpoint, outcome: 'NOT RUN', reason, differences: [] };
}

/** A stand-in's zeros cannot have the expected values; the report says that they are not compared. */
function withoutExpectedValues(examples: string): string {
  return JSON.stringify(JSON.parse(examples), (key, value) => (key === 'response' ? undefined : value));
}

function describeModel({ name, backend, standIn }: ServedModel): string {
  return `${name} (${standIn ? `stand-in for ${backend}` : backend})`;
}

function differencesOf(endpoint: LocalEndpoint, models: ServedModel[], { engine }: RunOptions): string[] {
  if (engine === 'docker') return [`NVIDIA's image ${imageOf(releaseOf(endpoint))} instead of AWS's`];
  const named = (chosen: ServedModel[]): string => chosen.map(({ name }) => `'${name}'`).join(', ');
  const moved = models.filter(({ movedToCpu }) => movedToCpu);
  const standIns = models.filter(({ standIn }) => standIn);
  const inPython = models.filter(({ standIn, backend }) => !standIn && ['pytorch', 'onnxruntime'].includes(backend));
  return [
    `server: ${WHEEL_SERVER}, instead of release ${releaseOf(endpoint)} on a GPU`,
    'paths, ports, backend folder and the prefix of shared memory are of this machine',
    ...(inPython.length > 0 ? [`${named(inPython)}: executed by PyTorch or ONNX Runtime through the server's python backend`] : []),
    ...(moved.length > 0 ? [`${named(moved)}: GPU instance groups run on the CPU`] : []),
    ...(standIns.length > 0
      ? [`${named(standIns)}: NOT EXECUTED. The backend cannot run here; a stand-in answers zeros, and values are not compared`]
      : []),
  ];
}

function releaseOf({ image }: LocalEndpoint): string {
  return /:(\d\d\.\d\d)/.exec(image)?.[1] ?? 'unknown';
}

async function keepRunning(endpoint: LocalEndpoint, server: TritonProcess, loopback: AwsLoopback, { interrupted }: RunOptions): Promise<void> {
  const environment = Object.entries(loopbackEnvironment(loopback))
    .filter(([name]) => name.startsWith('AWS_'))
    .map(([name, value]) => `${name}=${value}`);
  console.log(`\n${endpoint.endpointName} keeps running until Ctrl-C.`);
  console.log(`  Triton:     curl -X POST -H 'content-type: application/json' -d @request.json http://127.0.0.1:${server.port}/invocations`);
  console.log(`  AWS's SDKs: ${environment.join(' ')}`);
  await interrupted;
}
