import { createHash } from 'node:crypto';
import { Client } from '@smithy/core/client';
import type { JobKind } from '../../../lib/engine/engine-properties';
import { ApiModel } from '../../account/api-model/api-model';
import { deleteObjects, requireCondition } from '../../account/services/conditional-requests';
import { etagOf } from '../../account/services/object-etag';

type Input = Record<string, unknown>;

/** A job of SageMaker: how it ends is up to the test. */
export interface FakeJob {
  status: string;
  reason?: string;
  roleArn: string;
  /** Seconds that it ran. */
  ran?: number;
}

const LIMIT = 3000;
const apiModel = new ApiModel('sagemaker');

/**
 * What the handler sends requests to: S3 in memory, jobs whose states a test sets, and CloudFormation. Inputs of SageMaker are held against its
 * API model in botocore.
 */
export class FakeAws {
  public objects = new Map<string, Buffer>();
  private readonly metadata = new WeakMap<Buffer, unknown>();
  /** Processing jobs. */
  public jobs = new Map<string, FakeJob>();
  public trainingJobs = new Map<string, FakeJob>();
  /** Inputs of Create…Job. */
  public created: Input[] = [];
  public stopped: string[] = [];
  public stackStatus = 'CREATE_IN_PROGRESS';
  /** Events for later invocations. */
  public later: object[] = [];
  /** What CloudFormation and wait conditions received. */
  public responses: Record<string, string>[] = [];
  /** Called before each request; may throw what the service answers, and may take for ever. */
  public before: (operation: string, input: Input) => void | Promise<void> = () => undefined;
  /** Called when a job is looked at: what has happened to it meanwhile. */
  public onDescribe: (job: FakeJob, name: string, kind: JobKind) => void = () => undefined;
  /** What is done with a response of the handler: HTTP status. */
  public takeResponse: () => number = () => 200;

  /** @returns what ends it */
  public intercept(): () => void {
    const prototype = Client.prototype as unknown as { send: unknown };
    const original = prototype.send;
    prototype.send = async (command: { constructor: { name: string }; input: Input }) =>
      this.answer(command.constructor.name.replace(/Command$/, ''), command.input);
    return () => {
      prototype.send = original;
    };
  }

  public readonly fetch = async (
    _url: string,
    { body }: { body: Buffer },
  ): Promise<{ ok: boolean; status: number }> => {
    const status = this.takeResponse();
    if (status === 200) this.responses.push(JSON.parse(body.toString()));
    return { ok: status === 200, status };
  };

  public put(key: string, content: string): void {
    this.objects.set(key, Buffer.from(content));
  }

  public json(key: string): Record<string, unknown> {
    return JSON.parse(String(this.objects.get(key) ?? 'null'));
  }

  public keys(prefix: string): string[] {
    return [...this.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  }

  private async answer(operation: string, input: Input): Promise<unknown> {
    await this.before(operation, input);
    if (/Job$/.test(operation)) apiModel.validate(operation, JSON.parse(JSON.stringify(input)));
    const name = String(input.ProcessingJobName ?? input.TrainingJobName);
    const kind = operation.includes('Training') ? 'training' : 'processing';
    const jobs = kind === 'training' ? this.trainingJobs : this.jobs;
    switch (operation) {
      case 'CreateProcessingJob':
      case 'CreateTrainingJob':
        if (jobs.has(name)) throw failure('ResourceInUse', 'Job name must be unique');
        this.created.push(input);
        jobs.set(name, { status: 'InProgress', roleArn: String(input.RoleArn) });
        return {};
      case 'DescribeProcessingJob':
      case 'DescribeTrainingJob':
        return this.describe(jobOf(jobs, name), name, kind);
      case 'StopProcessingJob':
      case 'StopTrainingJob':
        stop(jobOf(jobs, name));
        this.stopped.push(name);
        return {};
      case 'DescribeStacks':
        return { Stacks: [{ StackStatus: this.stackStatus }] };
      case 'Invoke':
        this.later.push(JSON.parse(String(input.Payload)));
        return {};
      default:
        return this.answerS3(operation, input);
    }
  }

  private describe(job: FakeJob, name: string, kind: JobKind): unknown {
    this.onDescribe(job, name, kind);
    const { status, reason, roleArn, ran = 1 } = job;
    const times = { start: new Date(0), end: new Date(ran * 1000) };
    return {
      ProcessingJobStatus: status,
      TrainingJobStatus: status,
      ExitMessage: reason,
      FailureReason: reason && `AlgorithmError: ${reason}`,
      RoleArn: roleArn,
      StoppingCondition: { MaxRuntimeInSeconds: LIMIT },
      ProcessingStartTime: times.start,
      ProcessingEndTime: times.end,
      TrainingStartTime: times.start,
      TrainingEndTime: times.end,
    };
  }

  private answerS3(operation: string, input: Input): unknown {
    const key = `${input.Bucket}/${input.Key}`;
    const found = this.objects.get(operation === 'CopyObject' ? decodeURIComponent(String(input.CopySource)) : key);
    switch (operation) {
      case 'PutObject':
        return { ETag: this.write(key, Buffer.from(input.Body as string), input) };
      case 'GetObject':
        if (!found) throw failure('NoSuchKey', key);
        return {
          Body: bodyOf(sliceOf(found, input.Range as string)),
          ETag: etagOf(found),
          Metadata: this.metadata.get(found),
        };
      case 'HeadObject':
        if (!found) throw failure('NotFound', key);
        return { ContentLength: found.length, ETag: etagOf(found), Metadata: this.metadata.get(found) };
      case 'CopyObject': {
        if (!found) throw failure('NoSuchKey', key);
        const ETag = this.write(key, Buffer.from(found), input);
        return { CopyObjectResult: { ETag, ChecksumSHA256: createHash('sha256').update(found).digest('base64') } };
      }
      case 'ListObjectsV2':
        return {
          Contents: this.keys(`${input.Bucket}/${input.Prefix}`).map((each) => {
            const body = this.objects.get(each) as Buffer;
            return { Key: each.slice(`${input.Bucket}/`.length), Size: body.length, ETag: etagOf(body) };
          }),
        };
      case 'DeleteObjects': {
        const { Objects } = input.Delete as { Objects: { Key: string }[] };
        const named = Objects.map(({ Key, ...more }) => ({ ...more, Key: `${input.Bucket}/${Key}` }));
        return deleteObjects({ assumes: () => true }, this.objects, { Delete: { Objects: named } });
      }
      default:
        throw new Error(`nobody answers ${operation}`);
    }
  }

  private write(key: string, body: Buffer, input: Input): string {
    requireCondition(input, this.objects.get(key));
    this.objects.set(key, body);
    this.metadata.set(body, input.Metadata);
    return etagOf(body);
  }
}

function bodyOf(bytes: Buffer): object {
  return {
    transformToByteArray: async () => bytes,
    transformToString: async () => bytes.toString(),
    [Symbol.asyncIterator]: async function* () {
      yield bytes;
    },
  };
}

function jobOf(jobs: Map<string, FakeJob>, name: string): FakeJob {
  const job = jobs.get(name);
  if (!job) throw failure('ValidationException', `Could not find requested job with name: ${name}`);
  return job;
}

function stop(job: FakeJob): void {
  if (['Completed', 'Failed', 'Stopped'].includes(job.status)) {
    throw failure('ValidationException', `The request was rejected because the job is in status ${job.status}.`);
  }
  job.status = 'Stopped';
}

export function failure(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}

function sliceOf(bytes: Buffer, range?: string): Buffer {
  const [from, to] = (range ?? '').replace('bytes=', '').split('-').map(Number);
  return range ? bytes.subarray(from, to + 1) : bytes;
}
