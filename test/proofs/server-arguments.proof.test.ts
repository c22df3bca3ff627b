import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import * as path from 'node:path';
import { text } from 'node:stream/consumers';
import { serveArguments } from '../../cli/local/serve-arguments';
import { Backend, ModelFiles, ServerOptions, Severity, Tensor, TritonModel } from '../../lib';
import { serverEnvironment } from '../../lib/model/server/build';
import { checkServer } from '../../lib/model/server/check';
import { ServerContext } from '../../lib/model/server/served-models';
import { folderWith } from '../model/folders';
import { findInstallation } from '../oracle/server/installation';
import { sample } from '../setup/proof';
import { listeningPorts } from '../oracle/server/listening-ports';
import { eventually } from '../setup/eventually';

// A real server starts with the arguments and environment variables that synthesis accepts, and exits if synthesis rejects them.

const RELEASE = '24.10'; // the release of the server that `npm run setup` installs
const { tritonserver, libraries, python } = findInstallation();
const INSTALLATION = path.join(tritonserver, '../..');

type Result = 'starts' | 'ends';

const withVariable = (name: string, value: string): ServerOptions => ({
  environment: { [`SAGEMAKER_TRITON_${name}`]: value },
});
const withArguments = (...additionalArguments: string[]): ServerOptions => ({ additionalArguments });

const WITHOUT_MODEL: [Result, ServerOptions][] = [
  ['starts', {}],
  ['starts', withVariable('THREAD_COUNT', '4')],
  ['ends', withVariable('THREAD_COUNT', 'abc')],
  ['ends', withVariable('THREAD_COUNT', '-5')],
  ['ends', withVariable('THREAD_COUNT', '99999999999')],
  ['starts', withVariable('LOG_VERBOSE', 'TRUE')],
  ['starts', withVariable('LOG_VERBOSE', '2')],
  ['ends', withVariable('LOG_VERBOSE', 'yes')],
  ['starts', withVariable('LOG_INFO', 'off')],
  ['ends', withVariable('LOG_INFO', 'yes')],
  ['ends', withVariable('DISABLE_MODEL_NAMESPACING', 'maybe')],
  ['ends', withVariable('ALLOW_GRPC', 'no')],
  ['ends', withVariable('METRICS_PORT', 'http')],
  ['ends', withArguments('--exit-timeot-secs=5')],
  ['starts', withArguments('--exit-timeout=5')],
  ['starts', withArguments('--exit-timeout-secs', '5')],
  ['ends', withArguments('--exit-timeout-secs')],
  ['ends', withArguments('--exit-timeout-secs=soon')],
  ['ends', withArguments('--exit-timeout-secs=99999999999')],
  ['ends', withArguments('--grpc=1')],
  ['ends', withArguments('verbose')],
  ['ends', withArguments('--help')],
  ['ends', withArguments('--allow-client-shm=true')],
  ['ends', withArguments('--disable-auto-complete-config=true')],
  ['starts', withArguments('--disable-auto-complete-config')],
  ['ends', withArguments('--log-info')],
  ['starts', withArguments('--log-format=ISO8601')],
  ['ends', withArguments('--log-format=json')],
  ['starts', withArguments('--rate-limit=execution_count', '--rate-limit-resource=a:1:0')],
  ['ends', withArguments('--rate-limit=always')],
  ['ends', withArguments('--rate-limit-resource=a')],
  ['starts', withArguments('--cache-config=local,size=1048576')],
  ['ends', withArguments('--cache-config=local')],
  ['ends', withArguments('--backend-config=python')],
  ['starts', withArguments('--pinned-memory-pool-byte-size=9999999999')],
  ['ends', withArguments('--pinned-memory-pool-byte-size=much')],
  ['ends', withArguments('--model-load-thread-count=-1')],
  ['starts', withArguments('--model-load-gpu-limit=0:0.8')],
  ['ends', withArguments('--model-load-gpu-limit=0:most')],
  ['ends', withArguments('--model-load-gpu-limit=0.8')],
  ['ends', withArguments('--min-supported-compute-capability=new')],
  ['ends', withArguments('--cuda-memory-pool-byte-size=0')],
];

/** Options that the server accepts and misreads: `4x` as 4, and -1 as an impossible number of threads. Synthesis rejects such options. */
const MISREAD: ServerOptions[] = [
  withVariable('THREAD_COUNT', '4x'),
  withVariable('BUFFER_MANAGER_THREAD_COUNT', '-1'),
];

/** Options that only the Python backend reads, when it loads its first model. */
const WITH_MODEL: [Result, ServerOptions][] = [
  ['starts', withVariable('SHM_DEFAULT_BYTE_SIZE', '1048576')],
  ['ends', withVariable('SHM_DEFAULT_BYTE_SIZE', '1048575')],
  ['ends', withVariable('SHM_DEFAULT_BYTE_SIZE', 'large')],
  ['ends', withVariable('SHM_GROWTH_BYTE_SIZE', '0')],
  ['ends', withArguments('--backend-config=python,shm-growth-byte-size=0')],
];

const model = new TritonModel({
  name: 'echo',
  backend: Backend.PYTHON,
  files: ModelFiles.fromDirectory(folderWith({ '1/model.py': 'class TritonPythonModel:\n    pass\n' })),
  inputs: [Tensor.fp32('IN', [1])],
  outputs: [Tensor.fp32('OUT', [1])],
});

/** Responds to each request with its input. */
const ECHO = `
import triton_python_backend_utils as pb_utils

class TritonPythonModel:
    def execute(self, requests):
        values = [pb_utils.get_input_tensor_by_name(request, "IN").as_numpy() for request in requests]
        return [pb_utils.InferenceResponse([pb_utils.Tensor("OUT", value)]) for value in values]
`;

test.each(sample(WITHOUT_MODEL, 12))('the server %s with %j', async (expected, options) => {
  const served = { release: RELEASE, models: [], multiModel: true };
  expect(synthesisResult(options, served)).toBe(expected);
  expect(await serverResult(options, served, folderWith({}))).toBe(expected);
});

test.each(sample(MISREAD, 1))(
  'synthesis rejects options with which the server starts, but which it misreads: %j',
  async (options) => {
    const served = { release: RELEASE, models: [], multiModel: true };
    expect(synthesisResult(options, served)).toBe('ends');
    expect(await serverResult(options, served, folderWith({}))).toBe('starts');
  },
);

test.each(sample(WITH_MODEL, 1))('the server %s with a Python model and %j', async (expected, options) => {
  const repository = folderWith({
    'echo/config.pbtxt': model.config.toText(),
    'echo/1/model.py': fs.readFileSync(model._entries()[0].source ?? ''),
  });
  const served = { release: RELEASE, models: [model], multiModel: false };
  expect(synthesisResult(options, served)).toBe(expected);
  expect(await serverResult(options, served, repository)).toBe(expected);
});

test('a traced request sends the time in the queue and the phases of the execution to the collector', async () => {
  const traces = await startCollector();
  const settings = ['mode=opentelemetry', 'level=TIMESTAMPS', 'rate=1', `opentelemetry,url=${traces.url}`];
  const options = withArguments(...settings.map((setting) => `--trace-config=${setting}`));
  const repository = folderWith({ 'echo/config.pbtxt': model.config.toText(), 'echo/1/model.py': ECHO });
  const served = { release: RELEASE, models: [model], multiModel: false };
  const { child, stop } = startServer(options, served, repository);
  const port = await respondingPort(child);
  const input = { name: 'IN', datatype: 'FP32', shape: [1], data: [1] };
  await fetch(`http://127.0.0.1:${port}/invocations`, {
    method: 'POST',
    headers: { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
    body: JSON.stringify({ inputs: [input] }),
  });
  await eventually(() => expect(traces.received).not.toEqual([]));
  await stop();
  traces.close();
  const [trace] = traces.received;
  for (const expected of ['4bf92f3577b34da6a3ce929d0e0e4736', 'QUEUE_START', 'COMPUTE_START', 'echo'])
    expect(trace).toContain(expected);
});

function synthesisResult(options: ServerOptions, served: ServerContext): Result {
  return checkServer(options, served).some(({ severity }) => severity === Severity.ERROR) ? 'ends' : 'starts';
}

/** Whether a server responds. Stops the server as soon as it does. */
async function serverResult(options: ServerOptions, served: ServerContext, repository: string): Promise<Result> {
  const { child, stop } = startServer(options, served, repository);
  const port = await respondingPort(child);
  await stop();
  return port === undefined ? 'ends' : 'starts';
}

/** Waits until a server responds, and returns its port; undefined if the server ends. */
async function respondingPort(child: ChildProcess): Promise<number | undefined> {
  let port: number | undefined;
  await eventually(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const [listening] = listeningPorts(child.pid ?? NaN);
    await fetch(`http://127.0.0.1:${listening.port}/ping`);
    port = listening.port;
  });
  return port;
}

interface RunningServer {
  readonly child: ChildProcess;
  stop(): Promise<unknown>;
}

/** Starts a server with the arguments of the container's start script. */
function startServer(options: ServerOptions, served: ServerContext, repository: string): RunningServer {
  const environment = {
    ...serverEnvironment(options, served),
    ...(!served.multiModel && { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: served.models[0].name }),
    SAGEMAKER_MULTI_MODEL: String(served.multiModel),
    SAGEMAKER_BIND_TO_PORT: '0',
  };
  // The paths come first: if the last argument lacks its value, the server would use the next argument as the value.
  const paths = [
    `--backend-directory=${createBackendFolder()}`,
    `--cache-directory=${path.join(INSTALLATION, 'caches')}`,
  ];
  const allArguments = [...paths, ...serveArguments(environment, repository)];
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', tritonserver, ...allArguments], {
    stdio: 'ignore',
    env: { ...environment, LD_LIBRARY_PATH: libraries, PATH: `${path.dirname(python)}:${process.env.PATH}` },
  });
  const closed = once(child, 'close');
  const stop = (): Promise<unknown> => {
    child.kill('SIGKILL');
    return closed;
  };
  return { child, stop };
}

/** Starts a collector that keeps the traces that it receives. */
async function startCollector(): Promise<{ url: string; received: string[]; close(): void }> {
  const received: string[] = [];
  const server = http.createServer((request, response) => {
    void text(request).then((body) => {
      received.push(body);
      response.end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1/traces`, received, close: () => server.close() };
}

let backendFolder: string | undefined;

/**
 * Creates a folder with all backends. The programs that run Python models (stubs) are copied into the folder of the Python backend,
 * because the Python wheel contains them in a separate folder.
 */
function createBackendFolder(): string {
  if (backendFolder) return backendFolder;
  const stubs = path.join(
    INSTALLATION,
    'python_backend_stubs',
    path.basename(path.join(libraries, '../..')).slice('python'.length),
  );
  backendFolder = folderWith({});
  fs.cpSync(path.join(INSTALLATION, 'backends'), backendFolder, { recursive: true });
  fs.cpSync(stubs, path.join(backendFolder, 'python'), { recursive: true });
  return backendFolder;
}
