import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { TritonProcess } from '../cli/local/triton-process';
import { WheelRuntime } from '../cli/local/wheel-runtime';

/** A Triton server on this host, and the folder with its files. */
export interface LocalServer {
  readonly workFolder: string;
  readonly triton: TritonProcess;
}

/**
 * Starts a Triton server.
 *
 * @param name name of the endpoint
 * @param environment environment of the container
 * @param writeModels writes the models into the model repository
 */
export async function startLocalServer(
  name: string,
  environment: Record<string, string>,
  writeModels: (repository: string) => void,
): Promise<LocalServer> {
  const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), `${name}-${randomUUID().slice(0, 8)}-`));
  const repository = path.join(workFolder, 'model');
  writeModels(repository);
  const variant = {
    stackName: 'bench',
    endpointName: name,
    variantName: 'AllTraffic',
    image: 'sagemaker-tritonserver:24.10-py3',
    environment: { SAGEMAKER_TRITON_LOG_VERBOSE: 'false', ...environment },
    modelDataUri: 's3://nowhere',
  };
  const runtime = new WheelRuntime();
  const setup = { variant, repository, workFolder, verbose: false };
  const { models, unavailableReason } = runtime.prepare(setup);
  if (unavailableReason !== undefined) throw new Error(unavailableReason);
  const triton = await runtime.start(setup, models);
  await triton.waitUntilReady(new AbortController().signal);
  return { workFolder, triton };
}
