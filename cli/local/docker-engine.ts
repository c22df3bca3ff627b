import { spawn, spawnSync } from 'child_process';
import * as path from 'path';
import getPort from 'get-port';
import { LocalVariant } from './assembly';
import { Engine, modelsFolder, Preparation, releaseOf, Service } from './engine';
import { moveToCpu } from './repository';
import { TritonProcess } from './triton-process';

/** Backends that run on GPUs only. */
const GPU_ONLY = ['tensorrt'];

const PORT = 8080;

/** Runs NVIDIA's image of the variant's release, with its own start script for SageMaker and the GPUs that are there. */
export class DockerEngine implements Engine {
  public prepare({ variant, repository }: Service): Preparation {
    const gpus = usesGpus(variant);
    const unpacked = gpus ? [] : moveToCpu(repository);
    const stuck = unpacked.find(({ backend }) => GPU_ONLY.includes(backend));
    const daemon = spawnSync('docker', ['info'], { encoding: 'utf8' });
    const silence = (daemon.stderr || String(daemon.error ?? '')).trim();
    return {
      models: unpacked.map(({ name, backend }) => ({ name, backend, standIn: false })),
      obstacle:
        daemon.status !== 0
          ? `no Docker daemon responds: ${silence}`
          : stuck && `'${stuck.name}' needs a GPU (${stuck.backend}), and this host has none`,
      differences: [
        `NVIDIA's image ${imageOf(releaseOf(variant))} instead of AWS's build of it`,
        'the port on this host is any free port',
        ...(gpus || variant.onCpu ? [] : ['this host has no GPU']),
        ...unpacked
          .filter(({ movedToCpu }) => movedToCpu)
          .map(({ name }) => `'${name}' has GPU instance groups, which run on the CPU`),
      ],
    };
  }

  public admit(service: Service, archive: string): Preparation {
    return this.prepare({ ...service, repository: archive });
  }

  public seen(service: Service, archive: string): string {
    return path.posix.join('/opt/ml/models', path.relative(modelsFolder(service), archive));
  }

  public async start(service: Service): Promise<TritonProcess> {
    const { variant, repository, work, verbose } = service;
    const data = variant.multiModel ? `${modelsFolder(service)}:/opt/ml/models` : `${repository}:/opt/ml/model`;
    const port = await getPort({ host: '127.0.0.1' });
    const name = path.basename(work);
    const variables = Object.entries({ ...variant.environment, SAGEMAKER_BIND_TO_PORT: String(PORT) });
    const child = spawn(
      'docker',
      [
        ...['run', '--rm', '--init', '--name', name, '--shm-size', '1g', '--publish', `127.0.0.1:${port}:${PORT}`],
        ...['--volume', `${data}:ro`],
        ...(usesGpus(variant) ? ['--gpus', 'all'] : []),
        ...variables.flatMap(([variable, value]) => ['--env', `${variable}=${value}`]),
        ...[imageOf(releaseOf(variant)), 'serve'],
      ],
      { detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    // The start script does not pass signals on to the server.
    const cleanUp = (): void => void spawnSync('docker', ['rm', '--force', name]);
    return new TritonProcess(child, { host: '127.0.0.1', port }, verbose, { cleanUp });
  }
}

function imageOf(release: string): string {
  return `nvcr.io/nvidia/tritonserver:${release}-py3`;
}

/** Whether the endpoint's instances have GPUs, and this machine has NVIDIA GPUs that a container could use. */
function usesGpus({ onCpu }: LocalVariant): boolean {
  return !onCpu && spawnSync('nvidia-smi', ['-L']).status === 0;
}
