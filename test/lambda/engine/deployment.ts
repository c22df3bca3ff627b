import type { Context } from 'aws-lambda';
import type { EngineProperties } from '../../../lib/engine/engine-properties';
import { FakeAws, FakeJob } from './fake-aws';

export const KEY = 'ab'.repeat(32);
export const BASE = `models/stack/_engines/${KEY}/`;
export const RECORD = `${BASE}engine.json`;
const PLAN = 'the engine';

/** The properties of an engine that a processing job builds. */
export const PROPERTIES: EngineProperties = {
  Bucket: 'models',
  Prefix: `stack/_engines/${KEY}/`,
  SourceBucket: 'assets',
  ManifestKey: 'manifest.json',
  Job: 'processing',
  InstanceType: 'ml.g5.xlarge',
  ImageUri: '111122223333.dkr.ecr.us-east-1.amazonaws.com/sagemaker-tritonserver:26.05-py3',
  RoleArn: 'arn:aws:iam::111122223333:role/JobRole',
  VolumeSizeInGB: '31',
  MaxRuntimeInSeconds: '3000',
  UnusedDays: '30',
};

interface Event {
  readonly RequestType: 'Create' | 'Update' | 'Delete';
  readonly StackId: string;
  readonly RequestId: string;
  readonly PhysicalResourceId: string;
  readonly properties: Partial<EngineProperties>;
  /** Set when an earlier invocation has begun with it. */
  readonly deadline: number;
}

/** What CloudFormation received last, and how many invocations there were. */
interface Result {
  readonly Status?: string;
  readonly Reason?: string;
  readonly PhysicalResourceId?: string;
  readonly invocations: number;
}

type Handler = (event: never, context: Context) => Promise<void>;

/** What CloudFormation does with the resource: it sends events, and takes the responses. */
export class Deployment {
  public readonly aws = new FakeAws();
  /** How many looks an invocation has time for. */
  public looks = 1000;
  /** What is left of the first invocation when it begins. */
  public firstMilliseconds = 900_000;
  private requests = 0;

  constructor(private readonly handler: Handler) {
    const copies = [{ path: 'onnx/bert.onnx', key: 'onnx' }];
    const texts = [{ path: 'build.json', content: '{}' }];
    this.aws.put('assets/manifest.json', JSON.stringify({ copies, texts }));
    this.aws.put('assets/onnx', 'the graph');
  }

  /** Sends an event, and what goes on in other invocations. */
  public async send(RequestType: Event['RequestType'], more: Partial<Event> = {}): Promise<Result> {
    const { properties, ...event } = more;
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
    for (let next: object | undefined = first; next; next = this.aws.later.shift()) {
      let left = this.looks;
      const milliseconds = invocations === 0 ? this.firstMilliseconds : 900_000;
      const context = {
        invokedFunctionArn: 'arn:aws:lambda:us-east-1:111122223333:function:build',
        logStreamName: 'the-log-stream',
        getRemainingTimeInMillis: () => (left-- > 0 ? milliseconds : 0),
      } as Context;
      await this.handler(next as never, context);
      invocations++;
    }
    return { ...this.aws.responses.at(-1), invocations };
  }

  /** Sends an event, and ends the function instead of a request; says whether there was such a request. */
  public async killWhen(
    isTime: (requests: number) => boolean,
    RequestType: Event['RequestType'],
    event: Partial<Event> = {},
  ): Promise<boolean> {
    let requests = 0;
    const killed = new Promise<true>((resolve) => {
      this.aws.before = () => {
        if (!isTime(requests++)) return undefined;
        resolve(true);
        return new Promise<void>(() => undefined);
      };
    });
    const wasKilled = await Promise.race([killed, this.send(RequestType, event).then(() => false)]);
    this.aws.before = () => undefined;
    return wasKilled;
  }

  /** Creates the resource, whose job then runs. */
  public async begin(event: Partial<Event> = {}): Promise<FakeJob> {
    await this.killWhen(() => this.aws.created.length > 0, 'Create', event);
    return [...this.aws.jobs.values()][0];
  }

  /** Lets a job complete at the second look, with an engine. */
  public completes(sidecar: object = {}): void {
    const looks = new Map<string, number>();
    this.aws.onDescribe = (job, name) => {
      looks.set(name, (looks.get(name) ?? 0) + 1);
      if (job.status === 'InProgress' && (looks.get(name) ?? 0) >= 2) this.complete(job, name, { sidecar });
    };
  }

  /** Completes a job, with an engine below a prefix. */
  public complete(job: FakeJob, name: string, { base = BASE, folder = '', sidecar = {} } = {}): void {
    job.status = 'Completed';
    const key = base.split('/').at(-2);
    const known = { key, bytes: PLAN.length, sha256: 'cd'.repeat(32), gpu: 'NVIDIA A10G', ...sidecar };
    this.aws.put(`${base}builds/${name}/${folder}model.plan`, PLAN);
    this.aws.put(`${base}builds/${name}/${folder}model.plan.json`, JSON.stringify(known));
  }

  /** Lets a job end without an engine. */
  public ends(status: string, reason: string, ran = 1): void {
    this.aws.onDescribe = (job) => {
      if (job.status === 'InProgress') Object.assign(job, { status, reason, ran });
    };
  }
}

/** Gives each test of a file a deployment of its own. */
export function deployments(): { readonly current: Deployment } {
  const holder: { current: Deployment } = {} as never;
  let restore: () => void;
  let handler: Handler;
  beforeAll(async () => {
    vi.stubEnv('POLL_MILLISECONDS', '0'); // read when the handler is loaded
    handler = (await import('../../../lambda/build-engine/index.js')).handler as Handler;
    vi.unstubAllEnvs();
  });
  beforeEach(() => {
    holder.current = new Deployment(handler);
    restore = holder.current.aws.intercept();
    vi.stubGlobal('fetch', holder.current.aws.fetch);
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
  });
  afterEach(() => {
    restore();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  return holder;
}
