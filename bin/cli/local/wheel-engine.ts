import { spawn, spawnSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import getPort from 'get-port';
import { ServedModel } from './repository';
import { defaultModel, serveArguments } from './serve-arguments';
import { TritonProcess } from './triton-process';

/** Server inside the wheel nvidia-pytriton 0.7.0. */
export const WHEEL_SERVER = 'tritonserver 2.51.0 (release 24.10), CPU';

const CACHE = path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'cdk-sagemaker-triton');
const VENV = path.join(CACHE, 'venv');
/** Ships beside the bundled command. */
const PROGRAMS = path.join(__dirname, 'backends');

/** What a server is started with. */
export interface ServerOptions {
  readonly repository: string;
  readonly environment: Record<string, string>;
  readonly models: ServedModel[];
  /** Folder for files that live as long as the run. */
  readonly work: string;
  readonly verbose: boolean;
}

/** Installs the wheel when it is not there. `setup` is the script that ships beside the command. */
export function ensureInstalled(setup: string): void {
  if (fs.existsSync(path.join(VENV, 'bin', 'python'))) return;
  spawnSync('bash', [setup], { stdio: ['ignore', 'inherit', 'inherit'] });
  if (!fs.existsSync(path.join(VENV, 'bin', 'python'))) throw new Error(`the Triton wheel could not be installed by ${setup}`);
}

/** Why a model cannot run here, in words; undefined when it can. */
export function missingFor(model: ServedModel): string | undefined {
  const library = { pytorch: 'torch', onnxruntime: 'onnxruntime' }[model.backend];
  if (library === undefined) return undefined;
  const { status } = spawnSync(path.join(VENV, 'bin', 'python'), ['-c', `import ${library}`]);
  return status === 0 ? undefined : `Python cannot import ${library}; on Debian: apt-get install -y --no-install-recommends python3-torch`;
}

/** Starts the server from the wheel with the arguments that the container would have. */
export async function startWheel(options: ServerOptions): Promise<TritonProcess> {
  const { repository, environment, models, work, verbose } = options;
  const port = await getPort({ host: '127.0.0.1' });
  const python = fs.readdirSync(path.join(VENV, 'lib')).find((name) => name.startsWith('python3.')) ?? 'python3';
  const site = path.join(VENV, 'lib', python, 'site-packages');
  const shared = `cdk-triton-${process.pid}-${port}-`;
  const child = spawn(
    path.join(site, 'pytriton', 'tritonserver', 'bin', 'tritonserver'),
    [
      ...serveArguments(environment, { modelRepository: repository, port }),
      `--backend-directory=${layOutBackends(models, work)}`,
      `--backend-config=python,shm-region-prefix-name=${shared}`,
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...environment,
        SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: defaultModel(environment, repository),
        HOME: os.homedir(),
        // The server's Python takes its packages from the first python3 of PATH.
        PATH: `${path.join(VENV, 'bin')}:${process.env.PATH}`,
        LD_LIBRARY_PATH: path.join(site, 'nvidia_pytriton.libs'),
      },
    },
  );
  return new TritonProcess(child, port, verbose, () => removeSharedMemory(shared));
}

/** One folder per backend: the server's own python backend, and Python programs in the place of the others. */
function layOutBackends(models: ServedModel[], work: string): string {
  const backends = path.join(work, 'backends');
  fs.mkdirSync(backends);
  fs.symlinkSync(path.join(VENV, 'backends', 'python'), path.join(backends, 'python'));
  for (const { backend, standIn } of models.filter((model) => !['python', 'ensemble'].includes(model.backend))) {
    const folder = path.join(backends, backend);
    fs.mkdirSync(folder, { recursive: true });
    fs.copyFileSync(path.join(PROGRAMS, standIn ? 'stand_in.py' : `${backend}.py`), path.join(folder, 'model.py'));
  }
  return backends;
}

/** A server that was killed leaves these behind. */
function removeSharedMemory(prefix: string): void {
  for (const name of fs.readdirSync('/dev/shm').filter((entry) => entry.startsWith(prefix))) {
    fs.rmSync(path.join('/dev/shm', name), { force: true });
  }
}
