import { spawn, spawnSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import getPort from 'get-port';
import { cacheFolder } from '../../lib/platform/cache-folder';
import { compareReleases } from '../../lib/platform/triton-releases';
import { assetPath } from '../../lib/assets';
import { Engine, Preparation, releaseOf, ServedModel, Service } from './engine';
import { inferenceTypeOf } from './generate-route';
import { moveToCpu, UnpackedModel } from './repository';
import { defaultModel, isMultiModel, serveArguments, serveEnvironment } from './serve-arguments';
import { Address, TritonProcess } from './triton-process';

/** The server inside the wheel nvidia-pytriton 0.7.0. */
const SERVER_RELEASE = '24.10';
const SERVER = `tritonserver 2.51.0 (release ${SERVER_RELEASE}) on the CPU`;

const VENV = cacheFolder('venv');
const PYTHON = path.join(VENV, 'bin', 'python');

const SETUP = assetPath('cli', 'setup.sh');
const PROGRAMS = assetPath('cli', 'python');

/** Backends that come with the server, and those that a Python program runs in their place. */
const BUILT_IN = ['python', 'ensemble'];
const LIBRARIES: Record<string, string> = { pytorch: 'torch', onnxruntime: 'onnxruntime' };

/** Runs the Triton server of a Python wheel, on the CPU of this machine. */
export class WheelEngine implements Engine {
  /** Installs the wheel when it is not there. */
  constructor() {
    if (!fs.existsSync(PYTHON)) spawnSync('bash', [SETUP], { stdio: ['ignore', 'inherit', 'inherit'] });
  }

  public prepare({ variant, repository }: Service): Preparation {
    if (!fs.existsSync(PYTHON))
      return { models: [], differences: [], obstacle: `there is no Triton server; run: bash ${SETUP}` };
    const unpacked = moveToCpu(repository);
    const models = unpacked.map(({ name, backend }) => ({
      name,
      backend,
      standIn: !BUILT_IN.includes(backend) && LIBRARIES[backend] === undefined,
    }));
    const inPython = models.filter(({ backend }) => LIBRARIES[backend] !== undefined);
    const moved = unpacked.filter(({ movedToCpu }) => movedToCpu);
    const standIns = models.filter(({ standIn }) => standIn);
    return {
      models,
      obstacle:
        unknownInputs(unpacked, standIns) ??
        inPython.map(({ backend }) => missing(LIBRARIES[backend])).find((reason) => reason !== undefined),
      differences: [
        `${SERVER}, instead of release ${releaseOf(variant)} on a GPU`,
        ...(compareReleases(releaseOf(variant), SERVER_RELEASE) > 0
          ? [
              `what came with Triton after ${SERVER_RELEASE} is not tried: fields of config.pbtxt, backends, Python, start script`,
            ]
          : []),
        `paths and backend folder are of this machine, names of shared memory are the run's own`,
        isolated()
          ? "the server's ports are the container's, in a private network"
          : 'the server listens on a free port of all interfaces, since this machine allows no private networks',
        'no latency is held against the objective, which is for a GPU',
        ...(inferenceTypeOf(variant)
          ? [
              `requests reach the model by the ${inferenceTypeOf(variant)} route of the server's HTTP port: the SageMaker port has none before release 25.03`,
            ]
          : []),
        ...inPython.map(
          ({ name, backend }) =>
            `'${name}' is executed by Python's ${LIBRARIES[backend]} on the CPU, not by Triton's ${backend} backend`,
        ),
        ...moved.map(({ name }) => `'${name}' has GPU instance groups, which run on the CPU`),
        ...standIns.map(
          ({ name, backend }) =>
            `'${name}' is NOT EXECUTED: ${backend} cannot run here, a stand-in answers zeros and no values are compared`,
        ),
      ],
    };
  }

  public admit(service: Service, archive: string): Preparation {
    const preparation = this.prepare({ ...service, repository: archive });
    if (preparation.obstacle === undefined) layOutBackends(preparation.models, service.work);
    return preparation;
  }

  public seen(_service: Service, archive: string): string {
    return archive;
  }

  public async start({ variant, repository, work, verbose }: Service, models: ServedModel[]): Promise<TritonProcess> {
    const place = isolated() ? privatePlace(work, variant.environment) : await freePlace(work, variant.environment);
    const site = path.join(VENV, 'lib', fs.readdirSync(path.join(VENV, 'lib'))[0], 'site-packages');
    const server = [
      path.join(site, 'pytriton', 'tritonserver', 'bin', 'tritonserver'),
      ...serveArguments(place.environment, repository),
      ...place.httpArguments,
      `--backend-directory=${layOutBackends(models, work)}`,
      `--backend-config=python,shm-region-prefix-name=${sharedMemoryOf(work)}`,
      `--cache-directory=${path.join(site, 'pytriton', 'tritonserver', 'caches')}`,
    ];
    const [command, ...args] = [...place.launcher, ...server];
    const child = spawn(command, args, {
      detached: true, // Ctrl-C is for this process, which then stops the server
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...serveEnvironment(place.environment),
        ...(!isMultiModel(place.environment) && {
          SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: defaultModel(variant.environment, repository),
        }),
        HOME: os.homedir(),
        // The server's Python takes its packages from the first python3 of PATH.
        PATH: `${path.dirname(PYTHON)}:${process.env.PATH}`,
        LD_LIBRARY_PATH: path.join(site, 'nvidia_pytriton.libs'),
      },
    });
    return new TritonProcess(child, place.address, verbose, undefined, place.http);
  }
}

/** Why a model cannot have a stand-in: only its own backend knows its inputs. */
function unknownInputs(unpacked: UnpackedModel[], standIns: ServedModel[]): string | undefined {
  const model = unpacked.find(({ name, hasInputs }) => !hasInputs && standIns.some((standIn) => standIn.name === name));
  return (
    model &&
    `'${model.name}' has no inputs in its config.pbtxt, and ${model.backend}, which would complete them, cannot run here`
  );
}

/** Why a Python library cannot be used, in words; undefined when it can. */
function missing(library: string): string | undefined {
  const found = `import importlib.util, sys; sys.exit(importlib.util.find_spec("${library}") is None)`;
  return spawnSync(PYTHON, ['-c', found]).status === 0
    ? undefined
    : `Python has no ${library} here; run: bash ${SETUP}`;
}

/** How and where a server is started. */
interface Place {
  readonly launcher: string[];
  readonly address: Address;
  /** For the routes that the SageMaker port lacks: models' metadata, and generate before release 25.03. */
  readonly http: Address;
  readonly httpArguments: string[];
  readonly environment: Record<string, string>;
}

/** Whether a process may have a network of its own: the server cannot be told to listen on 127.0.0.1 only. */
function isolated(): boolean {
  return spawnSync('unshare', ['--user', '--map-root-user', '--net', 'true']).status === 0;
}

function privatePlace(work: string, environment: Record<string, string>): Place {
  const socketPath = path.join(work, 'triton.sock');
  const httpSocketPath = path.join(work, 'http.sock');
  const httpPort = safePort(environment);
  const relays = { [socketPath]: environment.SAGEMAKER_BIND_TO_PORT || '8080', [httpSocketPath]: httpPort };
  return {
    launcher: ['unshare', '--user', '--map-root-user', '--net', ...launch(work), JSON.stringify(relays)],
    address: { socketPath },
    http: { socketPath: httpSocketPath },
    httpArguments: ['--allow-http=true', `--http-port=${httpPort}`],
    environment,
  };
}

/** A port that the server accepts: the last of the range, where the environment has one. */
function safePort({ SAGEMAKER_SAFE_PORT_RANGE: range }: Record<string, string>): string {
  return range?.split('-')[1] ?? '8000';
}

function launch(work: string): string[] {
  return [PYTHON, path.join(PROGRAMS, 'launch.py'), `${process.pid}`, sharedMemoryOf(work)];
}

/** What the names of the server's shared memory begin with. */
function sharedMemoryOf(work: string): string {
  return `${path.basename(work)}-`;
}

async function freePlace(work: string, environment: Record<string, string>): Promise<Place> {
  const port = await getPort();
  const httpPort = await getPort({ host: '127.0.0.1' });
  return {
    launcher: [...launch(work), '{}'],
    address: { host: '127.0.0.1', port },
    http: { host: '127.0.0.1', port: httpPort },
    httpArguments: ['--allow-http=true', '--http-address=127.0.0.1', `--http-port=${httpPort}`],
    environment: { ...environment, SAGEMAKER_BIND_TO_PORT: String(port), SAGEMAKER_SAFE_PORT_RANGE: '' },
  };
}

/** One folder per backend: the server's own python backend, and Python programs in the place of the others. */
function layOutBackends(models: ServedModel[], work: string): string {
  const backends = path.join(work, 'backends');
  if (!fs.existsSync(backends)) {
    fs.mkdirSync(backends);
    fs.symlinkSync(path.join(VENV, 'backends', 'python'), path.join(backends, 'python'));
  }
  for (const { backend, standIn } of models.filter((model) => !BUILT_IN.includes(model.backend))) {
    const folder = path.join(backends, backend);
    fs.mkdirSync(folder, { recursive: true });
    fs.copyFileSync(path.join(PROGRAMS, standIn ? 'stand_in.py' : `${backend}.py`), path.join(folder, 'model.py'));
    fs.copyFileSync(path.join(PROGRAMS, 'cpu_backend.py'), path.join(folder, 'cpu_backend.py'));
  }
  return backends;
}
