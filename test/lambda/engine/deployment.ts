import type { Context } from 'aws-lambda';
import type { EngineProperties } from '../../../lib/engine/engine-properties';
import { FakeAws, FakeJob } from './fake-aws';

export const KEY = 'ab'.repeat(32);
export const BASE = `models/stack/_engines/${KEY}/`;
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
  readonly properties: Partial<EngineProperties>;
  /** Set when an earlier invocation has begun with it. */
  readonly deadline: number;
}

type Handler = (event: never, context: Context) => Promise<void>;

/** What CloudFormation does with the resource: it sends events, and takes the responses. */
export class Deployment {
  /** Loads the handler with a short time between two looks; it reads that when it is loaded. */
  public static async prepare(): Promise<Handler> {
    const before = process.env.POLL_MILLISECONDS;
    process.env.POLL_MILLISECONDS = '0';
    const { handler } = await import('../../../lambda/build-engine');
    if (before === undefined) delete process.env.POLL_MILLISECONDS;
    else process.env.POLL_MILLISECONDS = before;
    return handler as Handler;
  }

  /** How many looks an invocation has time for. */
  public looks = 1000;
  private requests = 0;

  constructor(
    public readonly aws: FakeAws,
    private readonly handler: Handler,
  ) {
    const manifest = { copies: [{ path: 'onnx/bert.onnx', key: 'onnx' }], texts: [{ path: 'build.json', content: '{}' }] };
    aws.put('assets/manifest.json', JSON.stringify(manifest));
    aws.put('assets/onnx', 'the graph');
  }

  /** Sends an event, and what goes on in other invocations; says the last response and how many invocations there were. */
  public async send(RequestType: Event['RequestType'], more: Partial<Event> = {}) {
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
      const context = {
        invokedFunctionArn: 'arn:aws:lambda:us-east-1:111122223333:function:build',
        logStreamName: 'the-log-stream',
        getRemainingTimeInMillis: () => 60_000 + left--,
      } as Context;
      await this.handler(next as never, context);
      invocations++;
    }
    return { ...this.aws.responses.at(-1), invocations };
  }

  /** Lets the job complete at the second look, with an engine. */
  public completes(sidecar: object = {}): void {
    let looks = 0;
    this.aws.onDescribe = (job, name) => {
      if (job.status === 'InProgress' && ++looks >= 2) this.complete(job, name, sidecar);
    };
  }

  public complete(job: FakeJob, name: string, sidecar: object = {}): void {
    job.status = 'Completed';
    const known = { key: KEY, bytes: PLAN.length, sha256: 'cd'.repeat(32), gpu: 'NVIDIA A10G', ...sidecar };
    this.aws.put(`${BASE}builds/${name}/model.plan`, PLAN);
    this.aws.put(`${BASE}builds/${name}/model.plan.json`, JSON.stringify(known));
  }

  /** Lets the job end without an engine. */
  public ends(status: string, reason: string, ran = 1): void {
    this.aws.onDescribe = (job) => {
      if (job.status === 'InProgress') Object.assign(job, { status, reason, ran });
    };
  }
}
