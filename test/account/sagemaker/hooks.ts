import type { JobContainer, JobRun } from './jobs/job-container';

/** Identifies a variant that serves requests, and its endpoint configuration and model. */
export interface ServingVariant {
  readonly endpointName: string;
  readonly variantName: string;
  readonly endpointConfigName: string;
  /** Empty for a variant that hosts inference components. */
  readonly modelName: string;
  readonly isShadow: boolean;
  /** For a copy of an inference component: the name of the component. */
  readonly inferenceComponentName?: string;
  /** For a copy of an inference component: the environment variables of its container. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** An instance whose container is starting. */
export interface StartingInstance extends ServingVariant {
  readonly instanceType: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The S3 keys of the model data that the instance has read. */
  readonly modelData: readonly string[];
}

/** The result of starting a container. By default, the container becomes healthy. */
export interface StartResult {
  /** Seconds from the start of the container to the first successful ping. */
  readonly seconds?: number;
  /** If set, the container does not become healthy. */
  readonly failure?: string;
  /** Lines of the container's log. */
  readonly log?: readonly string[];
}

/** The quality with which a variant serves requests. */
export interface Quality {
  /** The shares of requests with an error, from 0 to 1. */
  readonly errors4xx?: number;
  readonly errors5xx?: number;
  readonly latencyMilliseconds?: number;
  /** Requests that one instance can complete in a minute. Further requests wait in its server. Unlimited by default. */
  readonly capacityPerMinute?: number;
  /** For a container that streams: the share of interrupted streams, and the time to the first part. */
  readonly brokenStreams?: number;
  readonly firstChunkMilliseconds?: number;
  readonly utilization?: number;
}

/** A request that a container receives. */
export interface Invocation extends ServingVariant {
  readonly targetModel?: string;
  readonly contentType?: string;
  readonly body: unknown;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The behavior of containers, clients and capacity. Tests replace these functions to simulate incidents. */
export interface Hooks {
  /** Returns the result of starting the container of an instance. */
  startContainer(instance: StartingInstance): StartResult;
  /** Whether AWS has instances of a type for endpoints. */
  hasCapacity(instanceType: string): boolean;
  /** The quota of the account for instances of a type in endpoints. */
  instanceLimit(instanceType: string): number;
  /** Whether AWS has instances of a type for jobs. */
  hasJobCapacity(instanceType: string): boolean;
  /** The quota of the account for instances of a type in training jobs. */
  jobLimit(instanceType: string): number;
  /** Returns the result of running the container of a job. */
  runJob(container: JobContainer): JobRun | Promise<JobRun>;
  /** Number of requests per minute that clients send to an endpoint. */
  requestsPerMinute(endpointName: string): number;
  /** Number of requests per minute that clients send to an inference component. */
  requestsPerMinuteToComponent(inferenceComponentName: string): number;
  /** Returns how well a variant serves requests. */
  quality(serving: ServingVariant): Quality;
  /** Returns the response of a container, or throws an `AwsError`. The body of a streamed response can be an async iterable of parts. */
  invoke(invocation: Invocation): Promise<Record<string, unknown>>;
}

/** The default behavior: everything works, and there are no requests. */
export function healthyHooks(): Hooks {
  return {
    startContainer: () => ({}),
    hasCapacity: () => true,
    instanceLimit: () => Infinity,
    hasJobCapacity: () => true,
    jobLimit: () => Infinity,
    runJob: () => ({}),
    requestsPerMinute: () => 0,
    requestsPerMinuteToComponent: () => 0,
    quality: () => ({}),
    invoke: async () => ({ Body: new Uint8Array(), ContentType: 'application/json' }),
  };
}
