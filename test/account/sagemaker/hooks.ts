import type { JobContainer, JobRun } from './jobs/container';
import type { JobKind } from './jobs/job';

/** An instance of a variant, as a test judges it. */
export interface Serving {
  readonly endpointName: string;
  readonly variantName: string;
  readonly endpointConfigName: string;
  readonly modelName: string;
  readonly isShadow: boolean;
}

export interface Starting extends Serving {
  readonly instanceType: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The keys of the model data that were read. */
  readonly modelData: readonly string[];
}

export interface Start {
  /** From the container's start to its first healthy ping. */
  readonly seconds?: number;
  /** Why the container does not start: it exits, or it never answers a ping. */
  readonly failure?: string;
  /** Lines of the container's log. */
  readonly log?: readonly string[];
}

export interface Quality {
  /** Shares of the requests, from 0 to 1. */
  readonly errors4xx?: number;
  readonly errors5xx?: number;
  readonly latencyMilliseconds?: number;
  /** Share of the streams that break off, and the time to their first parts: of a container that streams. */
  readonly brokenStreams?: number;
  readonly firstChunkMilliseconds?: number;
  readonly utilization?: number;
}

export interface Invocation extends Serving {
  readonly targetModel?: string;
  readonly contentType?: string;
  readonly body: unknown;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What a test decides: the world outside SageMaker. A test replaces the members that it cares for. */
export interface Hooks {
  starts(instance: Starting): Start;
  /** Whether there are instances of a type. */
  hasCapacity(instanceType: string): boolean;
  /** The account's quota of instances of a type for endpoints. */
  instanceLimit(instanceType: string): number;
  /** Whether there is an instance of a type for a job. */
  hasJobCapacity(instanceType: string): boolean;
  /** The account's quota of instances of a type for jobs of a kind. */
  jobLimit(kind: JobKind, instanceType: string): number;
  /** What the container of a job does. */
  runs(container: JobContainer): JobRun | Promise<JobRun>;
  /** What an endpoint's clients send. */
  requestsPerMinute(endpointName: string): number;
  quality(serving: Serving): Quality;
  /** The response of a container; the body of one that streams may be parts, one after another. It throws an `AwsError` in place of one. */
  invoke(invocation: Invocation): Promise<Record<string, unknown>>;
}

export function healthyHooks(): Hooks {
  return {
    starts: () => ({}),
    hasCapacity: () => true,
    instanceLimit: () => Infinity,
    hasJobCapacity: () => true,
    jobLimit: () => Infinity,
    runs: () => ({}),
    requestsPerMinute: () => 0,
    quality: () => ({}),
    invoke: async () => ({ Body: new Uint8Array(), ContentType: 'application/json' }),
  };
}
