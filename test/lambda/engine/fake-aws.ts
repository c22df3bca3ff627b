import { createHash } from 'node:crypto';
import { Client } from '@smithy/core/client';
import { ApiModel } from '../../account/api-model/api-model';
import { deleteObjects, etagOf, requireCondition } from '../../account/services/conditional-requests';

type Input = Record<string, unknown>;

/** A SageMaker job. The test determines how the job ends. */
export interface FakeJob {
  status: string;
  reason?: string;
  roleArn: string;
  /** The duration of the job in seconds. */
  ran?: number;
}

const MAX_RUNTIME_SECONDS = 3000;
const apiModel = new ApiModel('sagemaker');

/**
 * Fakes the services that the handler calls: S3 in memory, SageMaker jobs whose statuses a test sets, and CloudFormation. Requests to
 * SageMaker are validated with the API model from botocore.
 */
export class FakeAws {
  public objects = new Map<string, Buffer>();
  private readonly metadata = new WeakMap<Buffer, unknown>();
  public jobs = new Map<string, FakeJob>();
  /** The inputs of all CreateTrainingJob requests. */
  public jobRequests: Input[] = [];
  public stoppedJobs: string[] = [];
  public stackStatus = 'CREATE_IN_PROGRESS';
  /** Events for later invocations. */
  public forwardedEvents: object[] = [];
  /** The responses to CloudFormation. */
  public responses: Record<string, string>[] = [];
  /** Called before each request. The function may throw an error to simulate a service error, or never resolve to simulate a killed function. */
  public beforeRequest: (operation: string, input: Input) => void | Promise<void> = () => undefined;
  /** Called when a job is described, so that a test can change the job. */
  public onDescribe: (job: FakeJob, name: string) => void = () => undefined;
  /** Returns the HTTP status of CloudFormation when it receives a response of the handler. */
  public responseStatus: () => number = () => 200;

  /**
   * Intercepts the requests of all AWS clients.
   *
   * @returns a function that ends the interception
   */
  public intercept(): () => void {
    const prototype = Client.prototype as unknown as { send: unknown };
    const original = prototype.send;
    prototype.send = async (command: { constructor: { name: string }; input: Input }) =>
      this.respond(command.constructor.name.replace(/Command$/, ''), command.input);
    return () => {
      prototype.send = original;
    };
  }

  public readonly fetch = async (
    _url: string,
    { body }: { body: Buffer },
  ): Promise<{ ok: boolean; status: number }> => {
    const status = this.responseStatus();
    if (status === 200) this.responses.push(JSON.parse(body.toString()));
    return { ok: status === 200, status };
  };

  public put(key: string, content: string): void {
    this.objects.set(key, Buffer.from(content));
  }

  public readJson(key: string): Record<string, unknown> {
    return JSON.parse(String(this.objects.get(key) ?? 'null'));
  }

  public keys(prefix: string): string[] {
    return [...this.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  }

  private async respond(operation: string, input: Input): Promise<unknown> {
    await this.beforeRequest(operation, input);
    if (/Job$/.test(operation)) apiModel.validate(operation, JSON.parse(JSON.stringify(input)));
    const name = String(input.TrainingJobName);
    const { jobs } = this;
    switch (operation) {
      case 'CreateTrainingJob':
        if (jobs.has(name)) throw failure('ResourceInUse', 'Job name must be unique');
        this.jobRequests.push(input);
        jobs.set(name, { status: 'InProgress', roleArn: String(input.RoleArn) });
        return {};
      case 'DescribeTrainingJob':
        return this.describe(jobOf(jobs, name), name);
      case 'StopTrainingJob':
        stop(jobOf(jobs, name));
        this.stoppedJobs.push(name);
        return {};
      case 'DescribeStacks':
        return { Stacks: [{ StackStatus: this.stackStatus }] };
      case 'Invoke':
        this.forwardedEvents.push(JSON.parse(String(input.Payload)));
        return {};
      default:
        return this.respondS3(operation, input);
    }
  }

  private describe(job: FakeJob, name: string): unknown {
    this.onDescribe(job, name);
    const { status, reason, roleArn, ran = 1 } = job;
    const times = { start: new Date(0), end: new Date(ran * 1000) };
    return {
      TrainingJobStatus: status,
      FailureReason: reason && `AlgorithmError: ${reason}`,
      RoleArn: roleArn,
      StoppingCondition: { MaxRuntimeInSeconds: MAX_RUNTIME_SECONDS },
      TrainingStartTime: times.start,
      TrainingEndTime: times.end,
    };
  }

  private respondS3(operation: string, input: Input): unknown {
    const key = `${input.Bucket}/${input.Key}`;
    const object = this.objects.get(operation === 'CopyObject' ? decodeURIComponent(String(input.CopySource)) : key);
    switch (operation) {
      case 'PutObject':
        return { ETag: this.write(key, Buffer.from(input.Body as string), input) };
      case 'GetObject':
        if (!object) throw failure('NoSuchKey', key);
        return {
          Body: bodyOf(sliceOf(object, input.Range as string)),
          ETag: etagOf(object),
          Metadata: this.metadata.get(object),
        };
      case 'HeadObject':
        if (!object) throw failure('NotFound', key);
        return { ContentLength: object.length, ETag: etagOf(object), Metadata: this.metadata.get(object) };
      case 'CopyObject': {
        if (!object) throw failure('NoSuchKey', key);
        const ETag = this.write(key, Buffer.from(object), input);
        return { CopyObjectResult: { ETag, ChecksumSHA256: createHash('sha256').update(object).digest('base64') } };
      }
      case 'ListObjectsV2':
        return {
          Contents: this.keys(`${input.Bucket}/${input.Prefix}`).map((objectKey) => {
            const body = this.objects.get(objectKey) as Buffer;
            return { Key: objectKey.slice(`${input.Bucket}/`.length), Size: body.length, ETag: etagOf(body) };
          }),
        };
      case 'DeleteObjects': {
        const { Objects } = input.Delete as { Objects: { Key: string }[] };
        const objects = Objects.map(({ Key, ...conditions }) => ({ ...conditions, Key: `${input.Bucket}/${Key}` }));
        return deleteObjects({ isSwitchedOn: () => true }, this.objects, { Delete: { Objects: objects } });
      }
      default:
        throw new Error(`there is no response to ${operation}`);
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
