import { Size } from 'aws-cdk-lib';

/** Log level of the server. Each level includes the levels that follow in this list. */
export enum LogLevel {
  /** Every request with all processing steps. For troubleshooting, not for production. */
  VERBOSE = 'verbose',
  /** Server start, and loading and unloading of models. */
  INFO = 'info',
  /** Possible problems. */
  WARNING = 'warning',
  /** Errors. */
  ERROR = 'error',
}

/** The Triton protocol that `/invocations` implements. */
export enum InferenceType {
  /** Triton's inference protocol: tensors in the request and in the response. */
  INFER = 'infer',
  /** Triton's generate extension: JSON in the request, and one JSON document in the response. */
  GENERATE = 'generate',
  /** Triton's generate extension with a streamed response. Invoke the endpoint with `InvokeEndpointWithResponseStream`. */
  GENERATE_STREAM = 'generate_stream',
}

/**
 * Options of the server in the container. An option that the release of the image does not support is rejected.
 *
 * Source: triton-inference-server/server, docker/sagemaker/serve on the release branches r22.04 to r26.08, read 2026-11-21.
 */
export interface ServerOptions {
  /**
   * Log level of the server. Requires release 22.05 or later.
   *
   * @default LogLevel.INFO - the default of the container, VERBOSE, writes several lines for each request
   */
  readonly logLevel?: LogLevel;

  /**
   * Initial size of the shared memory of each instance of a Python model, at least 1 MiB. Requires release 22.05 or later.
   *
   * @default Size.mebibytes(16)
   */
  readonly pythonSharedMemory?: Size;

  /**
   * Number of threads that process SageMaker's requests: a whole number of at least 1.
   *
   * @default 8
   */
  readonly threadCount?: number;

  /**
   * Size of the cache for the responses of models with `responseCache`. Requires release 23.07 or later.
   *
   * @default - no cache, even for models with `responseCache`
   */
  readonly responseCacheSize?: Size;

  /**
   * Triton protocol that `/invocations` implements. Requires release 25.03 or later. Not supported for multi-model endpoints.
   *
   * @default InferenceType.INFER
   */
  readonly inferenceType?: InferenceType;

  /**
   * Additional arguments of `tritonserver`, such as `--exit-timeout-secs=60`, `--rate-limit=execution_count` or `--load-model=<name>`. An
   * argument must not contain white space, because the start script splits arguments at white space. Requires release 23.07 or later.
   *
   * @default - no additional arguments
   */
  readonly additionalArguments?: string[];

  /**
   * Additional environment variables of the container, such as `OMP_NUM_THREADS`. With
   * `SAGEMAKER_TRITON_ALLOW_METRICS` and `SAGEMAKER_TRITON_ALLOW_GRPC`, release 23.07 and later serve metrics and gRPC on ports 23000 and
   * 23001 by default. SageMaker allows a container to use only the ports in `SAGEMAKER_SAFE_PORT_RANGE`. Only code in the container can
   * access these ports.
   *
   * @default - no additional environment variables
   */
  readonly environment?: { [name: string]: string };
}

/** The kind of generate request that the server accepts instead of tensors. */
export function generateTypeOf(options: ServerOptions = {}): 'generate' | 'generate_stream' | undefined {
  const type = options.environment?.SAGEMAKER_TRITON_INFERENCE_TYPE ?? options.inferenceType;
  return type === InferenceType.GENERATE || type === InferenceType.GENERATE_STREAM ? type : undefined;
}
