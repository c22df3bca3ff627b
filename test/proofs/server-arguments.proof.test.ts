import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import { serveArguments } from '../../cli/local/serve-arguments';
import { Backend, ModelFiles, ServerOptions, Severity, Tensor, TritonModel } from '../../lib';
import { serverEnvironment } from '../../lib/endpoint/server/build';
import { checkServer } from '../../lib/endpoint/server/check';
import { ServedModels } from '../../lib/endpoint/server/served-models';
import { folderWith } from '../model/folders';
import { findInstallation } from '../oracle/server/installation';

// Arguments and variables of the server: a real one starts with those that synthesis accepts, and ends with those that it rejects.

const RELEASE = '24.10'; // of the server that `npm run setup` installs
const { tritonserver, libraries, python } = findInstallation();
const INSTALLED = path.join(tritonserver, '../..');

type Verdict = 'starts' | 'ends';

const variable = (name: string, value: string): ServerOptions => ({
  environment: { [`SAGEMAKER_TRITON_${name}`]: value },
});
const args = (...additionalArguments: string[]): ServerOptions => ({ additionalArguments });

const WITHOUT_MODEL: [Verdict, ServerOptions][] = [
  ['starts', {}],
  ['starts', variable('THREAD_COUNT', '4')],
  ['ends', variable('THREAD_COUNT', 'abc')],
  ['ends', variable('THREAD_COUNT', '-5')],
  ['ends', variable('THREAD_COUNT', '99999999999')],
  ['ends', variable('BUFFER_MANAGER_THREAD_COUNT', 'two')],
  ['starts', variable('LOG_VERBOSE', 'TRUE')],
  ['starts', variable('LOG_VERBOSE', '2')],
  ['ends', variable('LOG_VERBOSE', 'yes')],
  ['starts', variable('LOG_INFO', 'off')],
  ['ends', variable('LOG_INFO', 'yes')],
  ['ends', variable('LOG_WARNING', '2')],
  ['ends', variable('LOG_ERROR', 'none')],
  ['ends', variable('DISABLE_MODEL_NAMESPACING', 'maybe')],
  ['ends', variable('ALLOW_GRPC', 'no')],
  ['ends', variable('METRICS_PORT', 'http')],
  ['ends', args('--exit-timeot-secs=5')],
  ['starts', args('--exit-timeout=5')],
  ['starts', args('--exit-timeout-secs', '5')],
  ['ends', args('--exit-timeout-secs')],
  ['ends', args('--exit-timeout-secs=soon')],
  ['ends', args('--exit-timeout-secs=99999999999')],
  ['ends', args('--grpc=1')],
  ['ends', args('verbose')],
  ['ends', args('-v')],
  ['ends', args('--help')],
  ['ends', args('--allow-client-shm=true')],
  ['ends', args('--disable-auto-complete-config=true')],
  ['starts', args('--disable-auto-complete-config')],
  ['ends', args('--log-info')],
  ['starts', args('--log-format=ISO8601')],
  ['ends', args('--log-format=json')],
  ['starts', args('--rate-limit=execution_count', '--rate-limit-resource=a:1:0')],
  ['ends', args('--rate-limit=always')],
  ['ends', args('--rate-limit-resource=a')],
  ['ends', args('--rate-limit-resource=a:many')],
  ['starts', args('--cache-config=local,size=1048576')],
  ['ends', args('--cache-config=local')],
  ['ends', args('--cache-config=local,size')],
  ['ends', args('--backend-config=python')],
  ['ends', args('--backend-config=shm')],
  ['starts', args('--pinned-memory-pool-byte-size=9999999999')],
  ['ends', args('--pinned-memory-pool-byte-size=much')],
  ['ends', args('--model-load-thread-count=-1')],
  ['starts', args('--model-load-gpu-limit=0:0.8')],
  ['ends', args('--model-load-gpu-limit=0:most')],
  ['ends', args('--model-load-gpu-limit=0.8')],
  ['ends', args('--min-supported-compute-capability=new')],
  ['ends', args('--cuda-memory-pool-byte-size=0')],
];

/** What the server takes for something else than was meant: 4, and more threads than there can be. */
const MISREAD: ServerOptions[] = [variable('THREAD_COUNT', '4x'), variable('BUFFER_MANAGER_THREAD_COUNT', '-1')];

/** What the Python backend reads when it loads its first model. */
const WITH_MODEL: [Verdict, ServerOptions][] = [
  ['starts', variable('SHM_DEFAULT_BYTE_SIZE', '1048576')],
  ['ends', variable('SHM_DEFAULT_BYTE_SIZE', '1048575')],
  ['ends', variable('SHM_DEFAULT_BYTE_SIZE', 'large')],
  ['ends', variable('SHM_GROWTH_BYTE_SIZE', '0')],
  ['ends', args('--backend-config=python,shm-growth-byte-size=0')],
];

const model = new TritonModel({
  name: 'echo',
  backend: Backend.PYTHON,
  files: ModelFiles.fromDirectory(folderWith({ '1/model.py': 'class TritonPythonModel:\n    pass\n' })),
  inputs: [Tensor.fp32('IN', [1])],
  outputs: [Tensor.fp32('OUT', [1])],
});

test.each(WITHOUT_MODEL)('%s with %j', async (verdict, options) => {
  const served = { release: RELEASE, models: [], multiModel: true };
  expect(synthesisOf(options, served)).toBe(verdict);
  expect(await serverOf(options, served, folderWith({}))).toBe(verdict);
});

test.each(MISREAD)('synthesis rejects what the server misreads: %j', async (options) => {
  const served = { release: RELEASE, models: [], multiModel: true };
  expect(synthesisOf(options, served)).toBe('ends');
  expect(await serverOf(options, served, folderWith({}))).toBe('starts');
});

test.each(WITH_MODEL)('%s with a Python model and %j', async (verdict, options) => {
  const repository = folderWith({
    'echo/config.pbtxt': model.config.toText(),
    'echo/1/model.py': fs.readFileSync(model._entries()[0].source ?? ''),
  });
  const served = { release: RELEASE, models: [model], multiModel: false };
  expect(synthesisOf(options, served)).toBe(verdict);
  expect(await serverOf(options, served, repository)).toBe(verdict);
});

function synthesisOf(options: ServerOptions, served: ServedModels): Verdict {
  return checkServer(options, served).some(({ severity }) => severity === Severity.ERROR) ? 'ends' : 'starts';
}

/** Starts a server as the container's start script does, and ends it when it responds. */
async function serverOf(options: ServerOptions, served: ServedModels, repository: string): Promise<Verdict> {
  const port = await getPort();
  const environment = {
    ...serverEnvironment(options, served),
    SAGEMAKER_MULTI_MODEL: String(served.multiModel),
    SAGEMAKER_BIND_TO_PORT: String(port),
  };
  // First, since what is last may lack its value.
  const paths = [`--backend-directory=${backends()}`, `--cache-directory=${path.join(INSTALLED, 'caches')}`];
  const given = [...paths, ...serveArguments(environment, repository)];
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', tritonserver, ...given], {
    stdio: 'ignore',
    env: { ...environment, LD_LIBRARY_PATH: libraries, PATH: `${path.dirname(python)}:${process.env.PATH}` },
  });
  const closed = once(child, 'close');
  while (child.exitCode === null && child.signalCode === null) {
    if (await responds(port)) {
      child.kill('SIGKILL');
      await closed;
      return 'starts';
    }
    await sleep(10);
  }
  return 'ends';
}

const responds = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/ping`).then(
    () => true,
    () => false,
  );

let layout: string | undefined;

/** The backends with the program that runs Python models, which the wheel has in a folder of its own. */
function backends(): string {
  if (layout) return layout;
  const stubs = path.join(
    INSTALLED,
    'python_backend_stubs',
    path.basename(path.join(libraries, '../..')).slice('python'.length),
  );
  layout = folderWith({});
  fs.cpSync(path.join(INSTALLED, 'backends'), layout, { recursive: true });
  fs.cpSync(stubs, path.join(layout, 'python'), { recursive: true });
  return layout;
}
