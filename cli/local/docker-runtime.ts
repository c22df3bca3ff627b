import { spawn, spawnSync } from 'child_process';
import * as path from 'path';
import getPort from 'get-port';
import { LocalVariant } from './local-variants';
import { moveToCpu } from './repository';
import { modelsFolder, Preparation, releaseOf, ServerRuntime, ServerSetup } from './server-runtime';
import { TritonProcess } from './triton-process';

/** Backends in NVIDIA's image that cannot run on a host without a GPU. */
const BACKENDS_WITHOUT_CPU_SUPPORT = ['tensorrt'];

/** The SageMaker port in the container. */
const PORT = 8080;

/** Runs NVIDIA's image of the release with its start script for SageMaker, and with the GPUs of this host. */
export class DockerRuntime implements ServerRuntime {
  public readonly isCpuOnly = false;
  public readonly releaseOf = releaseOf;

  public prepare({ variant, repository }: ServerSetup): Preparation {
    const onGpus = usesGpus(variant);
    const unpackedModels = onGpus ? [] : moveToCpu(repository);
    const gpuOnlyModel = unpackedModels.find(({ backend }) => BACKENDS_WITHOUT_CPU_SUPPORT.includes(backend));
    const daemon = spawnSync('docker', ['info'], { encoding: 'utf8' });
    const daemonError = (daemon.stderr || String(daemon.error ?? '')).trim();
    return {
      models: unpackedModels.map((model) => ({ ...model, standIn: false })),
      unavailableReason:
        daemon.status !== 0
          ? `no Docker daemon responds: ${daemonError}`
          : gpuOnlyModel && `'${gpuOnlyModel.name}' needs a GPU (${gpuOnlyModel.backend}), and this host has none`,
      differences: [
        `NVIDIA's image ${imageOf(releaseOf(variant))} instead of AWS's build of it`,
        'the port on this host is any free port',
        ...(onGpus || variant.onCpu ? [] : ['this host has no GPU']),
        ...unpackedModels
          .filter(({ movedToCpu }) => movedToCpu)
          .map(({ name }) => `'${name}' has GPU instance groups, which run on the CPU`),
      ],
    };
  }

  public prepareModel(setup: ServerSetup, archive: string): Preparation {
    return this.prepare({ ...setup, repository: archive });
  }

  public pathInServer(setup: ServerSetup, archive: string): string {
    return path.posix.join('/opt/ml/models', path.relative(modelsFolder(setup), archive));
  }

  public async start(setup: ServerSetup): Promise<TritonProcess> {
    const { variant, repository, workFolder, verbose } = setup;
    const volume = variant.multiModel ? `${modelsFolder(setup)}:/opt/ml/models` : `${repository}:/opt/ml/model`;
    const port = await getPort({ host: '127.0.0.1' });
    const name = path.basename(workFolder);
    const variables = Object.entries({ ...variant.environment, SAGEMAKER_BIND_TO_PORT: String(PORT) });
    const child = spawn(
      'docker',
      [
        ...['run', '--rm', '--init', '--name', name, '--shm-size', '1g', '--publish', `127.0.0.1:${port}:${PORT}`],
        ...['--volume', `${volume}:ro`],
        ...(usesGpus(variant) ? ['--gpus', 'all'] : []),
        ...variables.flatMap(([variable, value]) => ['--env', `${variable}=${value}`]),
        ...[imageOf(releaseOf(variant)), 'serve'],
      ],
      { detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    // The start script does not forward signals to the server, so the container must be removed.
    const cleanUp = (): void => void spawnSync('docker', ['rm', '--force', name]);
    return new TritonProcess(child, { host: '127.0.0.1', port }, verbose, { cleanUp });
  }
}

function imageOf(release: string): string {
  return `nvcr.io/nvidia/tritonserver:${release}-py3`;
}

/** Whether the server uses GPUs: the instances of the endpoint and this host must both have GPUs. */
function usesGpus({ onCpu }: LocalVariant): boolean {
  return !onCpu && spawnSync('nvidia-smi', ['-L']).status === 0;
}
