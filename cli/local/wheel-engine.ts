import { spawn } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { cacheFolder } from '../../lib/platform/cache-folder';
import { compareReleases } from '../../lib/platform/triton-releases';
import { Severity } from '../../lib/findings';
import { assetPath } from '../../lib/assets';
import { LocalVariant } from './assembly';
import { Engine, EngineOptions, Preparation, releaseOf, ServedModel, Service } from './engine';
import { inferenceTypeOf } from './generate-route';
import { inspectInterpreter, Interpreter } from './interpreter';
import { mayIsolate, Place, privatePlace, sharedPlace } from './places';
import { pythonFindings } from './python-findings';
import { moveToCpu, UnpackedModel } from './repository';
import {
  argumentWithFile,
  defaultModel,
  hostEnvironment,
  isMultiModel,
  serveArguments,
  serveEnvironment,
} from './serve-arguments';
import { TritonProcess } from './triton-process';
import { Execution, executionOf, layOutPrograms, layOutPython, PROGRAMS } from './wheel-backends';

/** The server inside the wheel nvidia-pytriton 0.7.0. */
const SERVER_RELEASE = '24.10';
const SERVER = `tritonserver 2.51.0 (release ${SERVER_RELEASE}) on the CPU`;

const VENV = cacheFolder('venv');
const PYTHON = path.join(VENV, 'bin', 'python');

export const SETUP = assetPath('cli', 'setup.sh');

/** Runs the Triton server of a Python wheel, on the CPU of this machine. */
export class WheelEngine implements Engine {
  private readonly isolated: boolean;
  private readonly interpreter?: Interpreter;
  /** Why there is no interpreter, in words. */
  private readonly obstacle: string = `this host has no Triton server; install one with --yes, or with: bash ${SETUP}`;

  constructor(private readonly options: EngineOptions = { network: false }) {
    this.isolated = !options.network && mayIsolate();
    if (!isInstalled()) return;
    try {
      this.interpreter = inspectInterpreter(options.python ?? PYTHON);
    } catch (error) {
      this.obstacle = (error as Error).message;
    }
  }

  public prepare(service: Service): Preparation {
    return this.adapt(service, service.repository);
  }

  public admit(service: Service, archive: string, targetModel: string): Preparation {
    const preparation = this.adapt(service, archive, targetModel);
    if (preparation.obstacle === undefined) this.layOutBackends(service, preparation.models);
    return preparation;
  }

  public seen(_service: Service, archive: string): string {
    return archive;
  }

  public async start(service: Service, models: ServedModel[]): Promise<TritonProcess> {
    const { variant, repository, work, verbose } = service;
    const { interpreter } = this;
    if (!interpreter) throw new Error('there is no Triton server');
    const place = await this.place(work, variant.environment);
    const site = sitePackages();
    const backends = path.join(work, 'backends');
    layOutPython(backends, path.join(site, 'pytriton', 'tritonserver'), interpreter);
    this.layOutBackends(service, models);
    const server = [
      path.join(site, 'pytriton', 'tritonserver', 'bin', 'tritonserver'),
      ...serveArguments(place.environment, repository),
      `--backend-directory=${backends}`,
      `--backend-config=python,shm-region-prefix-name=${sharedMemoryOf(work)}`,
      `--cache-directory=${path.join(site, 'pytriton', 'tritonserver', 'caches')}`,
      ...['--allow-http=true', '--http-address=127.0.0.1', `--http-port=${place.httpPort}`],
    ];
    const folder = path.join(work, 'working-directory');
    fs.mkdirSync(folder);
    const [command, ...args] = [...place.launcher, ...server];
    const child = spawn(command, args, {
      cwd: folder, // what models write without a path is not the user's
      detached: true, // Ctrl-C is for this process, which then stops the server
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...hostEnvironment(serveEnvironment(place.environment), this.options.variable ?? []),
        ...(!isMultiModel(place.environment) && {
          SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: defaultModel(variant.environment, repository),
        }),
        HOME: os.homedir(),
        // The server's Python takes its packages from the first python3 of PATH.
        PATH: `${interpreter.bin}:${process.env.PATH}`,
        LD_LIBRARY_PATH: path.join(site, 'nvidia_pytriton.libs'),
      },
    });
    return new TritonProcess(child, place.address, verbose, { http: place.http });
  }

  /** @param targetModel what requests name the models of the repository by, on a multi-model endpoint */
  private adapt({ variant }: Service, repository: string, targetModel?: string): Preparation {
    if (!this.interpreter) return { models: [], differences: [], obstacle: this.obstacle };
    const unpacked = moveToCpu(repository);
    const { packages } = this.interpreter;
    const models = unpacked.map((model) => ({ ...model, ...executionOf(model.backend, packages) }));
    const libraries = models.flatMap(({ library }) => library ?? []);
    const findings = pythonFindings(repository, models, variant);
    const title = (name: string): string => (targetModel === undefined ? `'${name}'` : `'${targetModel}'`);
    return {
      models,
      obstacle: this.refusal(variant) ?? unknownInputs(models) ?? this.missing(['numpy', ...libraries]),
      rejection: findings.find(({ severity }) => severity === Severity.ERROR)?.message,
      differences: [
        ...this.serverDifferences(variant),
        ...models
          .filter(({ library }) => library)
          .map(
            ({ name, backend, library }) =>
              `${title(name)} is executed by Python's ${library} on the CPU, not by Triton's ${backend} backend`,
          ),
        ...unpacked
          .filter(({ movedToCpu }) => movedToCpu)
          .map(({ name }) => `${title(name)} has GPU instance groups, which run on the CPU`),
        ...findings.map(({ message }) => message),
        ...models
          .filter(({ standIn }) => standIn)
          .map(
            ({ name, backend, advice }) =>
              `${title(name)} is NOT EXECUTED: ${backend} cannot run here, a stand-in responds with zeros and no values are compared` +
              (advice ? `; ${advice}` : ''),
          ),
      ],
    };
  }

  /** Why a server must not be started on this machine, in words. */
  private refusal({ environment }: LocalVariant): string | undefined {
    if (!this.isolated && !this.options.network) {
      return (
        'this host allows no private networks (user namespaces), so the server would listen on all its interfaces without a ' +
        'password; --network allows that'
      );
    }
    const argument = argumentWithFile(environment);
    return (
      argument && `SAGEMAKER_TRITON_ADDITIONAL_ARGS has ${argument}, which is a file of the container, not of this host`
    );
  }

  private serverDifferences(variant: LocalVariant): string[] {
    const release = releaseOf(variant);
    const inferenceType = inferenceTypeOf(variant);
    const { python, variable = [] } = this.options;
    const given = hostEnvironment(variant.environment, variable);
    const withheld = Object.keys(variant.environment).filter((name) => !(name in given));
    const notTried = `features added to Triton after ${SERVER_RELEASE} are not tested: fields of config.pbtxt, backends, Python, start script`;
    return [
      `${SERVER}, instead of release ${release}${variant.onCpu ? '' : ' on a GPU'}`,
      ...(compareReleases(release, SERVER_RELEASE) > 0 ? [notTried] : []),
      'paths and the backend folder are those of this host, and names of shared memory are unique to the run',
      this.isolated
        ? "the server's ports are those of the container, in a private network"
        : 'the server listens on free ports of all interfaces without a password, as --network allows',
      ...(withheld.length > 0
        ? [`the server lacks these variables of the container: ${withheld.join(', ')}; --variable <name> adds one`]
        : []),
      ...(python === undefined ? [] : [`models run with Python ${this.interpreter?.version} of ${python}`]),
      `no latency is compared with the objective, which is for ${variant.onCpu ? "the endpoint's instances" : 'a GPU'}`,
      ...(inferenceType
        ? [
            `requests reach the model through the ${inferenceType} route of the server's HTTP port: the SageMaker port has no such route before release 25.03`,
          ]
        : []),
    ];
  }

  /** Which Python packages are not there, in words. */
  private missing(packages: string[]): string | undefined {
    const { packages: found = {} } = this.interpreter ?? {};
    const missing = packages.find((name) => !(name in found));
    if (missing === undefined) return undefined;
    const { python } = this.options;
    return python === undefined
      ? `Python has no ${missing} here; run: bash ${SETUP}`
      : `${python} has no ${missing}; install it there: ${python} -m pip install ${missing}`;
  }

  private place(work: string, environment: Record<string, string>): Place | Promise<Place> {
    const launch = [PYTHON, path.join(PROGRAMS, 'launch.py'), `${process.pid}`, sharedMemoryOf(work)];
    return this.isolated ? privatePlace(launch, work, environment) : sharedPlace(launch, environment);
  }

  private layOutBackends({ work, variant }: Service, models: ServedModel[]): void {
    layOutPrograms(path.join(work, 'backends'), models, releaseOf(variant));
  }
}

/** Why a model cannot have a stand-in: only its own backend knows its inputs. */
function unknownInputs(models: (UnpackedModel & Execution)[]): string | undefined {
  const model = models.find(({ hasInputs, standIn }) => !hasInputs && standIn);
  return (
    model &&
    `'${model.name}' has no inputs in its config.pbtxt, and ${model.backend}, which would complete them, cannot run here` +
      (model.advice ? `; ${model.advice}` : '')
  );
}

/** Whether there is a server to run. */
export function isInstalled(): boolean {
  return fs.existsSync(PYTHON);
}

function sitePackages(): string {
  const lib = path.join(VENV, 'lib');
  return path.join(lib, fs.readdirSync(lib)[0], 'site-packages');
}

/** What the names of the server's shared memory begin with. */
function sharedMemoryOf(work: string): string {
  return `${path.basename(work)}-`;
}
