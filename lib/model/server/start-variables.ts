import { compareReleases } from '../../facts/triton-releases';
import { ServerOptions } from './options';

/** The fraction of the memory of each GPU above which the server loads no further models. */
export const LOAD_LIMIT = 'SAGEMAKER_TRITON_MODEL_LOAD_GPU_LIMIT';

/** The first release that reads each variable of the start script (docker/sagemaker/serve, r22.04 to r26.08, read 2026-11-21). */
export const FIRST_RELEASE_BY_VARIABLE: Record<string, string> = {
  SAGEMAKER_TRITON_THREAD_COUNT: '21.06',
  SAGEMAKER_TRITON_BUFFER_MANAGER_THREAD_COUNT: '21.06',
  SAGEMAKER_TRITON_LOG_VERBOSE: '22.02',
  SAGEMAKER_TRITON_LOG_INFO: '22.02',
  SAGEMAKER_TRITON_LOG_WARNING: '22.02',
  SAGEMAKER_TRITON_LOG_ERROR: '22.02',
  SAGEMAKER_TRITON_SHM_DEFAULT_BYTE_SIZE: '22.05',
  SAGEMAKER_TRITON_SHM_GROWTH_BYTE_SIZE: '22.05',
  SAGEMAKER_TRITON_TENSORFLOW_VERSION: '22.09',
  [LOAD_LIMIT]: '22.12',
  SAGEMAKER_TRITON_DISABLE_MODEL_NAMESPACING: '23.04',
  SAGEMAKER_TRITON_ALLOW_GRPC: '23.07',
  SAGEMAKER_TRITON_ALLOW_METRICS: '23.07',
  SAGEMAKER_TRITON_GRPC_PORT: '23.07',
  SAGEMAKER_TRITON_METRICS_PORT: '23.07',
  SAGEMAKER_TRITON_ADDITIONAL_ARGS: '23.07',
  SAGEMAKER_TRITON_PING_MODE: '23.07',
  SAGEMAKER_TRITON_OVERRIDE_PING_MODE: '23.07',
  SAGEMAKER_TRITON_INFERENCE_TYPE: '25.03',
};

/** The variables that each option sets. */
export const VARIABLES_BY_OPTION: Record<Exclude<keyof ServerOptions, 'environment'>, string[]> = {
  logLevel: ['SAGEMAKER_TRITON_LOG_VERBOSE', 'SAGEMAKER_TRITON_LOG_INFO', 'SAGEMAKER_TRITON_LOG_WARNING'],
  pythonSharedMemory: ['SAGEMAKER_TRITON_SHM_DEFAULT_BYTE_SIZE'],
  threadCount: ['SAGEMAKER_TRITON_THREAD_COUNT'],
  responseCacheSize: ['SAGEMAKER_TRITON_ADDITIONAL_ARGS'],
  inferenceType: ['SAGEMAKER_TRITON_INFERENCE_TYPE'],
  additionalArguments: ['SAGEMAKER_TRITON_ADDITIONAL_ARGS'],
};

/** Whether the container of a release reads a variable. True for all variables that are not in `FIRST_RELEASE_BY_VARIABLE`. */
export function readsVariable(release: string, variable: string): boolean {
  return (
    FIRST_RELEASE_BY_VARIABLE[variable] === undefined ||
    compareReleases(release, FIRST_RELEASE_BY_VARIABLE[variable]) >= 0
  );
}
