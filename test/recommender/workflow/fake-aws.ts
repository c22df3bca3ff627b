import { once } from 'node:events';
import { createServer, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describedStack } from '../../lambda/aws-environment';
import { RequestValidator } from './request-validator';

/** A job, as its tests go. */
export interface FakeJob {
  readonly name: string;
  readonly request: Record<string, unknown>;
  status: string;
}

/** An error in the protocol of AWS. */
export interface FakeError {
  readonly type: string;
  readonly message: string;
}

export interface Call {
  readonly service: string;
  readonly operation: string;
  readonly input: Record<string, unknown>;
}

type Answer = object | FakeError | 'hang';

const SERVICES: Record<string, string> = {
  SageMaker: 'sagemaker',
  AmazonSSM: 'ssm',
  AWSStepFunctions: 'stepfunctions',
};

/**
 * SageMaker's Inference Recommender, and what else the workflow and the functions speak with, over HTTP in AWS JSON 1.1 (S3 and SNS in theirs). Each
 * request is held against botocore's service model; one that the model refuses gets a ValidationException, and fails the test.
 */
export class FakeAws {
  public static async start(): Promise<FakeAws> {
    const fake = new FakeAws(RequestValidator.start());
    fake.server.listen(0, '127.0.0.1');
    await once(fake.server, 'listening');
    return fake;
  }

  public jobs: FakeJob[] = [];
  public executions: { name: string; arn: string; status: string }[] = [];
  public calls: Call[] = [];
  /** Requests that botocore's model refuses. */
  public refused: string[] = [];
  /** Objects that were put, by key. */
  public objects: Record<string, string> = {};
  /** What CloudFormation was told. */
  public verdicts: { Status: string; Reason: string }[] = [];
  public stackStatus = 'UPDATE_IN_PROGRESS';
  /** What a job comes to when it is described; by default it is complete the second time. */
  public describe: (job: FakeJob, times: number) => object = completeTheSecondTime;
  /** What S3 answers to objects. */
  public storageStatus = 200;
  private planned: Record<string, Answer[]> = {};
  private readonly server: Server = createServer((request, response) => void this.answer(request, response));

  private constructor(private readonly validator: RequestValidator) {}

  public get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  public reset(): void {
    this.jobs = [];
    this.executions = [];
    this.calls = [];
    this.refused = [];
    this.objects = {};
    this.verdicts = [];
    this.stackStatus = 'UPDATE_IN_PROGRESS';
    this.describe = completeTheSecondTime;
    this.storageStatus = 200;
    this.planned = {};
  }

  /** Fails when botocore's model refused a request. */
  public requireAccepted(): void {
    if (this.refused.length > 0) throw new Error(this.refused.join('\n'));
  }

  /** The next answers to an operation, instead of its usual ones. */
  public plan(operation: string, ...answers: Answer[]): void {
    this.planned[operation] = answers;
  }

  public callsOf(operation: string): Call[] {
    return this.calls.filter((call) => call.operation === operation);
  }

  public async stop(): Promise<void> {
    this.validator.stop();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { method, url = '', headers } = request;
    const target = String(headers['x-amz-target'] ?? '').split('.');
    if (target.length === 2) {
      const service = SERVICES[target[0].replace(/_.*/, '')] ?? target[0];
      const answer = await this.operation(service, target[1], JSON.parse(body || '{}'));
      if (answer === 'hang') return;
      const failed = 'type' in answer;
      response.writeHead(failed ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(
        failed ? JSON.stringify({ __type: answer.type, message: answer.message }) : withNaN(JSON.stringify(answer)),
      );
    } else if (url === '/response') {
      this.verdicts.push(JSON.parse(body));
      response.end();
    } else if (method === 'PUT') {
      this.objects[decodeURIComponent(url.split('?')[0].split('/').slice(2).join('/'))] = body;
      response.writeHead(this.storageStatus).end();
    } else {
      response.end(describedStack(this.stackStatus));
    }
  }

  private async operation(service: string, operation: string, input: Record<string, unknown>): Promise<Answer> {
    this.calls.push({ service, operation, input });
    const problems = await this.validator.problems(service, operation, input);
    if (problems.length > 0) {
      this.refused.push(`${operation}: ${problems.join('; ')}`);
      return { type: 'ValidationException', message: problems.join('; ') };
    }
    return this.planned[operation]?.shift() ?? this.usual(operation, input);
  }

  private usual(operation: string, input: Record<string, unknown>): Answer {
    const job = this.jobs.find(({ name }) => name === input.JobName);
    switch (operation) {
      case 'CreateInferenceRecommendationsJob':
        if (job) return { type: 'ResourceInUse', message: `Job ${job.name} already exists` };
        this.jobs.push({ name: String(input.JobName), request: input, status: 'PENDING' });
        return { JobArn: jobArn(String(input.JobName)) };
      case 'DescribeInferenceRecommendationsJob':
        return job ? this.described(job) : NOT_FOUND;
      case 'StopInferenceRecommendationsJob':
        if (!job) return NOT_FOUND;
        job.status = 'STOPPED';
        return {};
      case 'ListInferenceRecommendationsJobs':
        return {
          InferenceRecommendationsJobs: this.jobs.map(({ name, status }) => ({ JobName: name, Status: status })),
        };
      case 'PutParameter':
        return { Version: 1 };
      case 'StartExecution':
        return this.startExecution(input);
      case 'StopExecution':
        return this.stopExecution(String(input.executionArn));
      case 'ListExecutions':
        return { executions: this.executions.filter(({ status }) => status === 'RUNNING').map(listed) };
      default:
        return {};
    }
  }

  private described(job: FakeJob): object {
    const times = this.calls.filter(
      ({ operation, input }) => operation === 'DescribeInferenceRecommendationsJob' && input.JobName === job.name,
    ).length;
    const told = job.status === 'STOPPED' ? { Status: 'STOPPED' } : this.describe(job, times);
    const answer = {
      JobName: job.name,
      JobType: job.request.JobType,
      JobArn: jobArn(job.name),
      RoleArn: job.request.RoleArn,
      CreationTime: 1_790_000_000,
      LastModifiedTime: 1_790_000_000,
      InputConfig: job.request.InputConfig,
      ...told,
    };
    job.status = String((answer as { Status?: string }).Status);
    return answer;
  }

  private startExecution({ name, stateMachineArn }: Record<string, unknown>): Answer {
    const arn = `${String(stateMachineArn).replace(':stateMachine:', ':execution:')}:${name}`;
    if (this.executions.some((execution) => execution.arn === arn)) {
      return { type: 'ExecutionAlreadyExists', message: `Execution Already Exists: '${arn}'` };
    }
    this.executions.push({ name: String(name), arn, status: 'RUNNING' });
    return { executionArn: arn, startDate: 1_790_000_000 };
  }

  private stopExecution(executionArn: string): Answer {
    const execution = this.executions.find(({ arn }) => arn === executionArn);
    if (!execution) return { type: 'ExecutionDoesNotExist', message: `Execution Does Not Exist: '${executionArn}'` };
    execution.status = 'ABORTED';
    return { stopDate: 1_790_000_000 };
  }
}

function completeTheSecondTime(_: FakeJob, times: number): object {
  return { Status: times < 2 ? 'IN_PROGRESS' : 'COMPLETED' };
}

const NOT_FOUND = { type: 'ResourceNotFound', message: 'Recommendation job does not exist' };

function jobArn(name: string): string {
  return `arn:aws:sagemaker:us-east-1:111122223333:inference-recommendations-job/${name}`;
}

function listed({ name, arn, status }: { name: string; arn: string; status: string }): object {
  return { executionArn: arn, stateMachineArn: 'arn', name, status, startDate: 1_790_000_000 };
}

/** The protocol writes NaN as a text. */
function withNaN(json: string): string {
  return json.replace(/"#NaN"/g, '"NaN"');
}
