import type { Context } from 'aws-lambda';
import type { EngineProperties } from '../../../lib/contracts/engine-properties';
import { FakeAws, FakeJob } from './fake-aws';

export const KEY = 'ab'.repeat(32);
/** The bucket and the prefix of the engine's objects, as in the keys of `FakeAws.objects`. */
export const BASE = `models/stack/_engines/${KEY}/`;
/** The record of the engine, below `BASE`. */
export const RECORD = `${BASE}engine.json`;
const PLAN = 'the engine';

/** The properties of an engine. */
export const PROPERTIES: EngineProperties = {
  Bucket: 'models',
  Prefix: `stack/_engines/${KEY}/`,
  SourceBucket: 'assets',
  ManifestKey: 'manifest.json',
  InstanceType: 'ml.g5.xlarge',
  ImageUri: '111122223333.dkr.ecr.us-east-1.amazonaws.com/sagemaker-tritonserver:26.05-py3',
  RoleArn: 'arn:aws:iam::111122223333:role/JobRole',
  VolumeSizeInGB: '31',
  MaxRuntimeInSeconds: '3000',
};

interface Event {
  readonly RequestType: 'Create' | 'Update' | 'Delete';
  readonly ResourceType: string;
  readonly StackId: string;
  readonly RequestId: string;
  readonly PhysicalResourceId: string;
  readonly properties: Partial<EngineProperties>;
  /** Set if a previous invocation has forwarded the event. */
  readonly deadline: number;
}

/** The last response to CloudFormation, and the number of invocations. */
interface Result {
  readonly Status?: string;
  readonly Reason?: string;
  readonly PhysicalResourceId?: string;
  readonly invocations: number;
}

type Handler = (event: never, context: Context) => Promise<void>;

/**
 * The deployments of one engine resource. Simulates CloudFormation: sends the events of the resource to the handler, and receives the
 * responses.
 */
export class Deployment {
  public readonly aws = new FakeAws();
  /**
   * How often an invocation can read its remaining time before no time remains. The handler reads the time after each poll, and before it
   * starts a job.
   */
  public polls = 1000;
  /** The time that the first invocation has when it starts. */
  public firstInvocationMilliseconds = 900_000;
  private requests = 0;

  constructor(private readonly handler: Handler) {
    const copies = [{ path: 'onnx/bert.onnx', key: 'onnx' }];
    const texts = [{ path: 'build.json', content: '{}' }];
    this.aws.put('assets/manifest.json', JSON.stringify({ copies, texts }));
    this.aws.put('assets/onnx', 'the graph');
  }

  /** Sends an event, and then the events that the handler has forwarded to later invocations. */
  public async send(RequestType: Event['RequestType'], overrides: Partial<Event> = {}): Promise<Result> {
    const { properties, ...event } = overrides;
    const first = {
      RequestType,
      StackId: 'stack-a',
      RequestId: `request-${++this.requests}`,
      LogicalResourceId: 'Engine',
      ResponseURL: 'https://cloudformation',
      PhysicalResourceId: `s3://${BASE}`,
      ResourceProperties: { ...PROPERTIES, ...properties },
      ...event,
    };
    let invocations = 0;
    for (let next: object | undefined = first; next; next = this.aws.forwardedEvents.shift()) {
      let remainingPolls = this.polls;
      const milliseconds = invocations === 0 ? this.firstInvocationMilliseconds : 900_000;
      const context = {
        invokedFunctionArn: 'arn:aws:lambda:us-east-1:111122223333:function:build',
        logStreamName: 'the-log-stream',
        getRemainingTimeInMillis: () => (remainingPolls-- > 0 ? milliseconds : 0),
      } as Context;
      await this.handler(next as never, context);
      invocations++;
    }
    return { ...this.aws.responses.at(-1), invocations };
  }

  /**
   * Sends an event, and kills the function immediately before the first request for which `shouldKill` is true. Returns whether the
   * function was killed.
   */
  public async killWhen(
    shouldKill: (requests: number) => boolean,
    RequestType: Event['RequestType'],
    event: Partial<Event> = {},
  ): Promise<boolean> {
    let requests = 0;
    const killed = new Promise<true>((resolve) => {
      this.aws.beforeRequest = () => {
        if (!shouldKill(requests++)) return undefined;
        resolve(true);
        return new Promise<void>(() => undefined);
      };
    });
    const wasKilled = await Promise.race([killed, this.send(RequestType, event).then(() => false)]);
    this.aws.beforeRequest = () => undefined;
    if (wasKilled) this.expireStep();
    return wasKilled;
  }

  /** Lets the time pass after which a step of a killed function is no longer waited for. */
  private expireStep(): void {
    const keys = [...this.aws.objects.keys()].filter((key) => key.includes('/steps/'));
    for (const key of keys) this.aws.put(key, JSON.stringify({ until: new Date(0).toISOString() }));
  }

  /** Creates the resource, and returns its running job. */
  public async startBuild(event: Partial<Event> = {}): Promise<FakeJob> {
    await this.killWhen(() => this.aws.jobRequests.length > 0, 'Create', event);
    return [...this.aws.jobs.values()][0];
  }

  /** From now on, completes each job with an engine when the job is described for the second time. */
  public completeJobs(sidecar: object = {}): void {
    const polls = new Map<string, number>();
    this.aws.onDescribe = (job, name) => {
      polls.set(name, (polls.get(name) ?? 0) + 1);
      if (job.status === 'InProgress' && (polls.get(name) ?? 0) >= 2) this.completeJob(job, name, { sidecar });
    };
  }

  /** Completes one job immediately, and writes its engine under a prefix. */
  public completeJob(job: FakeJob, name: string, { base = BASE, sidecar = {} } = {}): void {
    job.status = 'Completed';
    const key = base.split('/').at(-2);
    const description = { key, bytes: PLAN.length, sha256: 'cd'.repeat(32), gpu: 'NVIDIA A10G', ...sidecar };
    this.aws.put(`${base}builds/${name}/output/model/model.plan`, PLAN);
    this.aws.put(`${base}builds/${name}/output/model/model.plan.json`, JSON.stringify(description));
  }

  /** From now on, ends each job without an engine when the job is described. `ran` is the duration of the job in seconds. */
  public endJobs(status: string, reason: string, ran = 1): void {
    this.aws.onDescribe = (job) => {
      if (job.status === 'InProgress') Object.assign(job, { status, reason, ran });
    };
  }
}

/** Provides each test of a file with a new deployment, as `current`. */
export function provideDeployments(): { readonly current: Deployment } {
  const holder: { current: Deployment } = {} as never;
  let restore: () => void;
  let handler: Handler;
  beforeAll(async () => {
    handler = (await import('../../../lambda/build-engine/index.js')).handler as Handler;
  });
  beforeEach(() => {
    holder.current = new Deployment(handler);
    restore = holder.current.aws.intercept();
    jest.spyOn(globalThis, 'fetch').mockImplementation(holder.current.aws.fetch as never);
    jest.spyOn(console, 'log').mockImplementation(() => undefined);
  });
  afterEach(() => {
    restore();
    jest.restoreAllMocks();
  });
  return holder;
}
