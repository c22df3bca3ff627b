import { spawn } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { cacheFolder, trustedCacheFolder } from '../../lib/files/cache-folder';
import { compareReleases } from '../../lib/facts/triton-releases';
import { assetPath } from '../../lib/files/assets';
import { searchPath } from '../../lib/files/installed-program';
import { LocalVariant } from './local-variants';
import { useHostPackages } from './host-packages';
import { inspectInterpreter, Interpreter } from './interpreter';
import { moveToCpu, UnpackedModel } from './repository';
import { canIsolate, hostNetwork, privateNetwork, ServerNetwork } from './server-network';
import {
  findPathArgument,
  defaultModelName,
  hostEnvironment,
  inferenceTypeOf,
  isMultiModel,
  serveArguments,
  serveEnvironment,
} from './serve-arguments';
import type { LocalOptions } from './options';
import { PreparedModel, Preparation, releaseOf, ServerSetup } from './server-setup';
import { TritonProcess } from './triton-process';
import { createProgramBackends, createPythonBackend, Execution, executionOf, PROGRAMS } from './wheel-backends';

/** The release of the server in the wheel nvidia-pytriton 0.7.0. */
export const SERVER_RELEASE = '24.10';
const SERVER = `tritonserver 2.51.0 (release ${SERVER_RELEASE}) on the CPU`;

const VENV = cacheFolder('venv');
export const PYTHON = path.join(VENV, 'bin', 'python');

/** The script that installs the server. */
export const SETUP_SCRIPT = assetPath('cli', 'setup.sh');

/** Runs the Triton server of a Python wheel on the CPU of this host. */
export class WheelRuntime {
  private readonly isIsolated: boolean;
  private readonly interpreter?: Interpreter;
  /** The message to show if there is no usable interpreter. */
  private readonly interpreterError: string = `this host has no Triton server; install one with --yes, or with: bash ${SETUP_SCRIPT}`;

  constructor(private readonly options: Pick<LocalOptions, 'network'> = { network: false }) {
    this.isIsolated = !options.network && canIsolate();
    if (!isInstalled()) return;
    try {
      this.interpreter = inspectInterpreter(PYTHON);
    } catch (error) {
      this.interpreterError = (error as Error).message;
    }
  }

  /** Adapts an unpacked repository to this host. */
  public prepare(setup: ServerSetup): Preparation {
    return this.prepareForCpu(setup, setup.repository);
  }

  /**
   * Adapts the unpacked archive of a model of a multi-model endpoint, before the model is loaded.
   *
   * @param targetModel the name of the model in requests
   */
  public prepareModel(setup: ServerSetup, archive: string, targetModel: string): Preparation {
    const preparation = this.prepareForCpu(setup, archive, targetModel);
    if (preparation.unavailableReason === undefined && this.interpreter) {
      createBackends(setup, preparation.models, this.interpreter);
    }
    return preparation;
  }

  public async start(setup: ServerSetup, models: PreparedModel[]): Promise<TritonProcess> {
    const { variant, repository, workFolder, verbose } = setup;
    const { interpreter } = this;
    if (!interpreter) throw new Error('there is no Triton server');
    const network = await this.createNetwork(workFolder, variant.environment);
    const packages = sitePackages();
    const server = path.join(packages, 'pytriton', 'tritonserver');
    const backends = path.join(workFolder, 'backends');
    createPythonBackend(backends, server, interpreter);
    createBackends(setup, models, interpreter);
    const serverCommand = [
      path.join(server, 'bin', 'tritonserver'),
      ...serveArguments(network.environment, repository),
      `--backend-directory=${backends}`,
      // The launcher removes the shared memory with this prefix.
      `--backend-config=python,shm-region-prefix-name=${path.basename(workFolder)}-`,
      `--cache-directory=${path.join(server, 'caches')}`,
      ...['--allow-http=true', '--http-address=127.0.0.1', `--http-port=${network.httpPort}`],
    ];
    const workingDirectory = path.join(workFolder, 'working-directory');
    fs.mkdirSync(workingDirectory);
    const [command, ...args] = [...network.launcher, ...serverCommand];
    const child = spawn(command, args, {
      cwd: workingDirectory, // files that models write to relative paths stay out of the user's folder
      detached: true, // Ctrl-C reaches only this process, which stops the server
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...hostEnvironment(serveEnvironment(network.environment)),
        ...(!isMultiModel(network.environment) && {
          SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: defaultModelName(variant.environment, repository),
        }),
        HOME: os.homedir(),
        // Models import the packages of the first python3 in PATH.
        PATH: `${interpreter.bin}:${searchPath()}`,
        LD_LIBRARY_PATH: path.join(packages, 'nvidia_pytriton.libs'),
      },
    });
    return new TritonProcess(child, network.address, verbose, network.http);
  }

  /** @param targetModel the name of the model in requests, on a multi-model endpoint */
  private prepareForCpu({ variant }: ServerSetup, repository: string, targetModel?: string): Preparation {
    if (!this.interpreter) return { models: [], differences: [], unavailableReason: this.interpreterError };
    const unpackedModels = moveToCpu(repository);
    const { interpreter } = this;
    const models = unpackedModels.map((model) => ({ ...model, ...executionOf(model.backend) }));
    const hostPackages = useHostPackages(
      repository,
      models.map(({ name }) => name),
      interpreter,
    );
    const label = (name: string): string => (targetModel === undefined ? `'${name}'` : `'${targetModel}'`);
    return {
      models,
      unavailableReason:
        this.reasonNotToStart(variant) ??
        describeUnknownInputs(models) ??
        describeUnsupportedFields(models) ??
        hostPackages.unavailableReason,
      differences: [
        ...this.serverDifferences(variant),
        ...models
          .filter(({ library }) => library)
          .map(
            ({ name, backend, library }) =>
              `${label(name)} is executed by Python's ${library} on the CPU, not by Triton's ${backend} backend`,
          ),
        ...unpackedModels
          .filter(({ movedToCpu }) => movedToCpu)
          .map(({ name }) => `${label(name)} has GPU instance groups, which run on the CPU`),
        ...hostPackages.differences,
        ...models
          .filter(({ standIn }) => standIn)
          .map(
            ({ name, backend }) =>
              `${label(name)} is NOT EXECUTED: ${backend} cannot run here, a stand-in responds with zeros and no values are compared`,
          ),
      ],
    };
  }

  /** The reason why the server must not be started on this host, if there is one. */
  private reasonNotToStart({ environment }: LocalVariant): string | undefined {
    if (!this.isIsolated && !this.options.network) {
      return (
        'this host allows no private networks (user namespaces), so the server would listen on all its interfaces without a ' +
        'password; --network allows that'
      );
    }
    const argument = findPathArgument(environment);
    return (
      argument && `SAGEMAKER_TRITON_ADDITIONAL_ARGS has ${argument}, which is a file of the container, not of this host`
    );
  }

  private serverDifferences(variant: LocalVariant): string[] {
    const release = releaseOf(variant);
    const inferenceType = inferenceTypeOf(variant);
    const passedVariables = hostEnvironment(variant.environment);
    const withheldNames = Object.keys(variant.environment).filter((name) => !(name in passedVariables));
    const untestedFeatures = `features added to Triton after ${SERVER_RELEASE} are not tested: fields of config.pbtxt, backends, Python, start script`;
    return [
      `${SERVER}, instead of release ${release}${variant.onCpu ? '' : ' on a GPU'}`,
      ...(compareReleases(release, SERVER_RELEASE) > 0 ? [untestedFeatures] : []),
      'paths and the backend folder are those of this host, and names of shared memory are unique to the run',
      this.isIsolated
        ? "the server's ports are those of the container, in a private network"
        : 'the server listens on free ports of all interfaces without a password, as --network allows',
      ...(withheldNames.length > 0
        ? [`the server lacks these variables, which contain paths of the container: ${withheldNames.join(', ')}`]
        : []),
      `no latency is compared with the objective, which is for ${variant.onCpu ? "the endpoint's instances" : 'a GPU'}`,
      ...(inferenceType
        ? [
            `requests reach the model through the ${inferenceType} route of the server's HTTP port: the SageMaker port has no such route before release 25.03`,
          ]
        : []),
    ];
  }

  private createNetwork(
    workFolder: string,
    environment: Record<string, string>,
  ): ServerNetwork | Promise<ServerNetwork> {
    const launch = [PYTHON, path.join(PROGRAMS, 'launch.py'), `${process.pid}`, workFolder];
    return this.isIsolated ? privateNetwork(launch, workFolder, environment) : hostNetwork(launch, environment);
  }
}

function createBackends({ workFolder, variant }: ServerSetup, models: PreparedModel[], interpreter: Interpreter): void {
  createProgramBackends(path.join(workFolder, 'backends'), models, variant, interpreter);
}

/**
 * The message about a model that no stand-in can replace, because only its backend can determine the inputs. Undefined if there is no such
 * model.
 */
function describeUnknownInputs(models: (UnpackedModel & Execution)[]): string | undefined {
  const model = models.find(({ hasInputs, standIn }) => !hasInputs && standIn);
  return (
    model &&
    `'${model.name}' has no inputs in its config.pbtxt, and ${model.backend}, which would complete them, cannot run here`
  );
}

/** The message about a model that the Python library cannot execute as Triton's backend does. Undefined if there is no such model. */
function describeUnsupportedFields(models: (UnpackedModel & Execution)[]): string | undefined {
  const model = models.find(({ unsupported, library }) => unsupported !== undefined && library !== undefined);
  return (
    model &&
    `'${model.name}' has ${model.unsupported}, which Triton's ${model.backend} backend handles, and Python's ${model.library} of this run does not`
  );
}

/**
 * Whether the Triton server is installed.
 *
 * @throws Error if other users can write to the cache, and thus replace the server
 */
export function isInstalled(): boolean {
  trustedCacheFolder('venv');
  return fs.existsSync(PYTHON);
}

function sitePackages(): string {
  const lib = path.join(VENV, 'lib');
  return path.join(lib, fs.readdirSync(lib)[0], 'site-packages');
}
