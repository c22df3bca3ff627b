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

/** The condition under which the server responds to SageMaker's health check. */
export enum PingMode {
  /** The models are loaded. */
  READY = 'ready',
  /** The server is running, regardless of the state of its models. */
  LIVE = 'live',
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

/** A resource that the rate limiter allocates to the model instances that require it. */
export interface ServerResource {
  /** Name of the resource in the rate limiters of the models. */
  readonly name: string;

  /** Number of units of the resource: a whole number of at least 1. */
  readonly count: number;

  /**
   * Index of the GPU that has the resource.
   *
   * @default - each GPU has this number of units. For a global resource, all GPUs share this number of units
   */
  readonly device?: number;
}

/**
 * OpenTelemetry traces of the requests that the server processes: for each model, the time in the queue and the phases of the execution.
 *
 * Source: triton-inference-server/server, docs/user_guide/trace.md and src/tracer.cc, r23.07 to r26.08 (read 2026-11-27); tested with
 * release 24.10.
 */
export interface ServerTracing {
  /**
   * URL of a collector that accepts OTLP over HTTP, such as `http://collector.internal:4318/v1/traces`. The instances must reach the
   * collector, so the endpoint usually requires `vpc`. Triton cannot send credentials to the collector.
   */
  readonly url: string;

  /**
   * Number of requests for each trace: 1 traces every request, and 1000 traces one of 1000 requests. With 0, only requests with a
   * `traceparent` header are traced.
   *
   * @default 1000
   */
  readonly rate?: number;

  /**
   * Attributes of the resource that sends the traces, such as `{ 'service.name': 'bert' }`. Names and values must not contain white space
   * and none of `* ? [ ]`.
   *
   * @default - Triton's own attributes
   */
  readonly resourceAttributes?: { [name: string]: string };
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
   * Size by which the shared memory grows when it is full. Requires release 22.05 or later.
   *
   * @default Size.mebibytes(1)
   */
  readonly pythonSharedMemoryGrowth?: Size;

  /**
   * Number of threads that process SageMaker's requests: a whole number of at least 1.
   *
   * @default 8
   */
  readonly threadCount?: number;

  /**
   * Number of threads that copy tensors: a whole number, or 0 for no threads.
   *
   * @default 0
   */
  readonly bufferManagerThreadCount?: number;

  /**
   * Fraction of the memory of each GPU, above 0 and up to 1. If memory use exceeds this fraction, the server does not load further models.
   * Requires release 22.12 or later.
   *
   * Not supported for multi-model endpoints. If the limit is exceeded, the server responds to a load request with status 400. SageMaker
   * unloads unused models only after status 507, which the server returns when memory is exhausted (server r24.09, src/sagemaker_server.cc,
   * and core, src/backend_model_instance.cc).
   *
   * @default - no limit
   */
  readonly gpuMemoryLoadLimit?: number;

  /**
   * Size of the cache for the responses of models with `responseCache`. Requires release 23.07 or later.
   *
   * @default - no cache, even for models with `responseCache`
   */
  readonly responseCacheSize?: Size;

  /**
   * Whether the rate limiters of the models' instance groups are applied. Requires release 23.07 or later.
   *
   * @default false
   */
  readonly rateLimiter?: boolean;

  /**
   * Resources of the rate limiter.
   *
   * @default - as many units of each resource as the instance with the highest requirement requires
   */
  readonly rateLimiterResources?: ServerResource[];

  /**
   * Condition under which the server responds to SageMaker's health check. Requires release 23.07 or later.
   *
   * @default - PingMode.READY. For a multi-model endpoint PingMode.LIVE, so a model that cannot be loaded does not affect the other models
   */
  readonly pingMode?: PingMode;

  /**
   * Triton protocol that `/invocations` implements. Requires release 25.03 or later. Not supported for multi-model endpoints.
   *
   * @default InferenceType.INFER
   */
  readonly inferenceType?: InferenceType;

  /**
   * Names of additional models in the model data to load, for Python models that call them (BLS). Requires release 23.07 or later. Not
   * supported for multi-model endpoints.
   *
   * @default - the members of the model. The composing models of an ensemble are always loaded
   */
  readonly additionalModels?: string[];

  /**
   * OpenTelemetry traces. Requires release 23.07 or later.
   *
   * @default - no traces
   */
  readonly tracing?: ServerTracing;

  /**
   * Additional arguments of `tritonserver`, such as `--exit-timeout-secs=60`. An argument must not contain white space, because the start
   * script splits arguments at white space. Requires release 23.07 or later.
   *
   * @default - no additional arguments
   */
  readonly additionalArguments?: string[];

  /**
   * Additional environment variables of the container. With `SAGEMAKER_TRITON_ALLOW_METRICS` and `SAGEMAKER_TRITON_ALLOW_GRPC`, release
   * 23.07 and later serve metrics and gRPC on ports 23000 and 23001 by default. SageMaker allows a container to use only the ports in
   * `SAGEMAKER_SAFE_PORT_RANGE`. Only code in the container can access these ports.
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
