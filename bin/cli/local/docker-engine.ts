import { spawn, spawnSync } from 'child_process';
import getPort from 'get-port';
import { TritonProcess } from './triton-process';
import { ServerOptions } from './wheel-engine';

/**
 * Starts NVIDIA's own image of the endpoint's release, with its SageMaker start script and the GPUs that are there.
 *
 * @throws when no Docker daemon answers
 */
export async function startDocker(release: string, options: ServerOptions): Promise<TritonProcess> {
  const { repository, environment, verbose } = options;
  const daemon = spawnSync('docker', ['info', '--format', '{{.ServerVersion}}'], { encoding: 'utf8' });
  if (daemon.status !== 0) {
    throw new Error(`no Docker daemon answers: ${(daemon.stderr || daemon.error?.message || '').trim()}`);
  }
  const port = await getPort({ host: '127.0.0.1' });
  const variables = Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const child = spawn(
    'docker',
    [
      ...['run', '--rm', '--init', '--shm-size', '1g', '--publish', `127.0.0.1:${port}:8080`],
      ...['--volume', `${repository}:/opt/ml/model:ro`],
      ...(hasGpus() ? ['--gpus', 'all'] : []),
      ...variables,
      ...['--env', 'SAGEMAKER_BIND_TO_PORT=8080', imageOf(release), 'serve'],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  return new TritonProcess(child, port, verbose);
}

export function imageOf(release: string): string {
  return `nvcr.io/nvidia/tritonserver:${release}-py3`;
}

/** Whether this machine has NVIDIA GPUs that a container could use. */
export function hasGpus(): boolean {
  return spawnSync('nvidia-smi', ['-L']).status === 0;
}
