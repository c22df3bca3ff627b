import { Size } from 'aws-cdk-lib';

/** What the server writes to its log; each level includes those below it. */
export enum LogLevel {
  /** Every request and every step of it: for finding a fault, not for production. */
  VERBOSE = 'verbose',
  /** Start, loading and unloading of models. */
  INFO = 'info',
  /** What may be wrong. */
  WARNING = 'warning',
  /** What failed. */
  ERROR = 'error',
}

/** When the server answers SageMaker's health check. */
export enum PingMode {
  /** When its models are loaded. */
  READY = 'ready',
  /** When it runs, whatever its models do. */
  LIVE = 'live',
}

/** What `/invocations` does with a request. */
export enum InferenceType {
  /** Triton's inference protocol: tensors in, tensors out. */
  INFER = 'infer',
  /** Triton's generate extension: JSON in, one JSON out. */
  GENERATE = 'generate',
  /** Triton's generate extension, answers as a stream: invoke with `InvokeEndpointWithResponseStream`. */
  GENERATE_STREAM = 'generate_stream',
}

/** A resource that the rate limiter hands out to the instances of models that ask for it. */
export interface ServerResource {
  /** Its name in the models' rate limiters. */
  readonly name: string;

  /** How much of it there is: a whole number of at least 1. */
  readonly count: number;

  /**
   * The GPU that has it.
   *
   * @default - each GPU has that much; a global resource is there once
   */
  readonly device?: number;
}

/**
 * Options of the server in the container. What an image's release does not know is refused.
 *
 * Source: triton-inference-server/server, docker/sagemaker/serve on the release branches r22.04 to r26.08, read 2026-11-21.
 */
export interface ServerOptions {
  /**
   * What the server writes to its log. From release 22.05 on.
   *
   * @default LogLevel.INFO (the container's own default, VERBOSE, writes several lines for each request)
   */
  readonly logLevel?: LogLevel;

  /**
   * Shared memory that each instance of a Python model begins with: at least 1 MiB. From release 22.05 on.
   *
   * @default Size.mebibytes(16)
   */
  readonly pythonSharedMemory?: Size;

  /**
   * By how much that shared memory grows when it is full. From release 22.05 on.
   *
   * @default Size.mebibytes(1)
   */
  readonly pythonSharedMemoryGrowth?: Size;

  /**
   * Threads that take SageMaker's requests: a whole number of at least 1.
   *
   * @default 8
   */
  readonly threadCount?: number;

  /**
   * Threads that help to copy tensors: a whole number, 0 for none.
   *
   * @default 0
   */
  readonly bufferManagerThreadCount?: number;

  /**
   * Fraction of each GPU's memory, above 0 and up to 1, beyond which no model is loaded any more. From release 22.12 on.
   *
   * Not for multi-model endpoints: the server answers a load beyond the limit with 400, and SageMaker unloads models that are not
   * used only after 507, as for memory that is really exhausted (server r24.09, src/sagemaker_server.cc, and core,
   * src/backend_model_instance.cc).
   *
   * @default - no limit
   */
  readonly gpuMemoryLoadLimit?: number;

  /**
   * Memory for the answers of models with `responseCache`. From release 23.07 on.
   *
   * @default - no cache, whatever the models say
   */
  readonly responseCacheSize?: Size;

  /**
   * Whether the rate limiters of the models' instance groups apply. From release 23.07 on.
   *
   * @default false
   */
  readonly rateLimiter?: boolean;

  /**
   * Resources of the rate limiter.
   *
   * @default - of each resource as much as the most demanding instance asks for
   */
  readonly rateLimiterResources?: ServerResource[];

  /**
   * When the server answers SageMaker's health check. From release 23.07 on.
   *
   * @default - PingMode.READY; on a multi-model endpoint PingMode.LIVE, so that a model that does not load stops no other
   */
  readonly pingMode?: PingMode;

  /**
   * What `/invocations` does with a request. From release 25.03 on; not on a multi-model endpoint.
   *
   * @default InferenceType.INFER
   */
  readonly inferenceType?: InferenceType;

  /**
   * Names of further models in the model data that are loaded, for Python models that call them (BLS). From release 23.07 on; not on
   * a multi-model endpoint.
   *
   * @default - the members of the model; the models of an ensemble's steps are always loaded
   */
  readonly additionalModels?: string[];

  /**
   * Further arguments of `tritonserver`, such as `--exit-timeout-secs=60`: each without white space, which the start script would
   * split it at. From release 23.07 on.
   *
   * @default - none
   */
  readonly additionalArguments?: string[];

  /**
   * Further environment variables of the container. Triton's metrics and gRPC, with `SAGEMAKER_TRITON_ALLOW_METRICS` and
   * `SAGEMAKER_TRITON_ALLOW_GRPC` from release 23.07 on, are at the ports 23000 and 23001 unless another is given: SageMaker lets a
   * container use no others than those of `SAGEMAKER_SAFE_PORT_RANGE`. Only code in the container reaches them.
   *
   * @default - none
   */
  readonly environment?: { [name: string]: string };
}

/** The kind of generate request that a server takes instead of tensors. */
export function generateTypeOf(options: ServerOptions = {}): 'generate' | 'generate_stream' | undefined {
  const type = options.environment?.SAGEMAKER_TRITON_INFERENCE_TYPE ?? options.inferenceType;
  return type === InferenceType.GENERATE || type === InferenceType.GENERATE_STREAM ? type : undefined;
}
