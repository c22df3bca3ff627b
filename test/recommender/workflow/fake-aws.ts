import { once } from 'node:events';
import { createServer, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describedStack } from '../../lambda/aws-environment';
import { RequestValidator } from './request-validator';

/** A job of the fake service. */
export interface FakeJob {
  readonly name: string;
  readonly request: Record<string, unknown>;
  status: string;
}

/** An error of the AWS JSON protocol. */
export interface FakeError {
  readonly type: string;
  readonly message: string;
}

export interface Call {
  readonly service: string;
  readonly operation: string;
  readonly input: Record<string, unknown>;
}

type FakeResponse = object | FakeError | 'hang';

const SERVICES: Record<string, string> = {
  SageMaker: 'sagemaker',
  AWSStepFunctions: 'stepfunctions',
};

/**
 * A fake of SageMaker Inference Recommender and of all other services that the workflow and the functions call, over HTTP in AWS JSON 1.1 (S3 and
 * SNS in their own protocols). Requests are validated with the service models of botocore. An invalid request receives a ValidationException and
 * fails the test.
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
  /** Requests that the service models reject. */
  public rejectedRequests: string[] = [];
  /** Objects in S3, by key. */
  public objects: Record<string, string> = {};
  /** Responses to CloudFormation. */
  public cloudFormationResponses: { Status: string; Reason: string }[] = [];
  public stackStatus = 'UPDATE_IN_PROGRESS';
  /** Returns the description of a job. By default, a job is complete in the second description. */
  public jobDescription: (job: FakeJob, descriptionCount: number) => object = completeInSecondDescription;
  /** Status of responses to PutObject. */
  public storageStatus = 200;
  private plannedResponses: Record<string, FakeResponse[]> = {};
  private readonly server: Server = createServer((request, response) => void this.respond(request, response));

  private constructor(private readonly validator: RequestValidator) {}

  public get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  public reset(): void {
    this.jobs = [];
    this.executions = [];
    this.calls = [];
    this.rejectedRequests = [];
    this.objects = {};
    this.cloudFormationResponses = [];
    this.stackStatus = 'UPDATE_IN_PROGRESS';
    this.jobDescription = completeInSecondDescription;
    this.storageStatus = 200;
    this.plannedResponses = {};
  }

  /** Throws an error if a service model has rejected a request. */
  public requireAccepted(): void {
    if (this.rejectedRequests.length > 0) throw new Error(this.rejectedRequests.join('\n'));
  }

  /** Sets the next responses to an operation. After them, the operation has its default responses again. */
  public planResponses(operation: string, ...responses: FakeResponse[]): void {
    this.plannedResponses[operation] = responses;
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

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { method, url = '', headers } = request;
    const target = String(headers['x-amz-target'] ?? '').split('.');
    if (target.length === 2) {
      const service = SERVICES[target[0].replace(/_.*/, '')] ?? target[0];
      const result = await this.callOperation(service, target[1], JSON.parse(body || '{}'));
      if (result === 'hang') return;
      const failed = 'type' in result;
      response.writeHead(failed ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(
        failed ? JSON.stringify({ __type: result.type, message: result.message }) : encodeNaN(JSON.stringify(result)),
      );
    } else if (url === '/response') {
      this.cloudFormationResponses.push(JSON.parse(body));
      response.end();
    } else if (method === 'PUT') {
      this.objects[decodeURIComponent(url.split('?')[0].split('/').slice(2).join('/'))] = body;
      response.writeHead(this.storageStatus).end();
    } else {
      response.end(describedStack(this.stackStatus));
    }
  }

  private async callOperation(
    service: string,
    operation: string,
    input: Record<string, unknown>,
  ): Promise<FakeResponse> {
    this.calls.push({ service, operation, input });
    const problems = await this.validator.validate(service, operation, input);
    if (problems.length > 0) {
      this.rejectedRequests.push(`${operation}: ${problems.join('; ')}`);
      return { type: 'ValidationException', message: problems.join('; ') };
    }
    return this.plannedResponses[operation]?.shift() ?? this.defaultResponse(operation, input);
  }

  private defaultResponse(operation: string, input: Record<string, unknown>): FakeResponse {
    const job = this.jobs.find(({ name }) => name === input.JobName);
    switch (operation) {
      case 'CreateInferenceRecommendationsJob':
        if (job) return { type: 'ResourceInUse', message: `Job ${job.name} already exists` };
        this.jobs.push({ name: String(input.JobName), request: input, status: 'PENDING' });
        return { JobArn: jobArn(String(input.JobName)) };
      case 'DescribeInferenceRecommendationsJob':
        return job ? this.describeJob(job) : NOT_FOUND;
      case 'StopInferenceRecommendationsJob':
        if (!job) return NOT_FOUND;
        job.status = 'STOPPED';
        return {};
      case 'ListInferenceRecommendationsJobs':
        return {
          InferenceRecommendationsJobs: this.jobs.map(({ name, status }) => ({ JobName: name, Status: status })),
        };
      case 'StartExecution':
        return this.startExecution(input);
      case 'StopExecution':
        return this.stopExecution(String(input.executionArn));
      case 'ListExecutions':
        return { executions: this.executions.filter(({ status }) => status === 'RUNNING').map(executionSummary) };
      default:
        return {};
    }
  }

  private describeJob(job: FakeJob): object {
    const descriptionCount = this.calls.filter(
      ({ operation, input }) => operation === 'DescribeInferenceRecommendationsJob' && input.JobName === job.name,
    ).length;
    const description = job.status === 'STOPPED' ? { Status: 'STOPPED' } : this.jobDescription(job, descriptionCount);
    const response = {
      JobName: job.name,
      JobType: job.request.JobType,
      JobArn: jobArn(job.name),
      RoleArn: job.request.RoleArn,
      CreationTime: 1_790_000_000,
      LastModifiedTime: 1_790_000_000,
      InputConfig: job.request.InputConfig,
      ...description,
    };
    job.status = String((response as { Status?: string }).Status);
    return response;
  }

  private startExecution({ name, stateMachineArn }: Record<string, unknown>): FakeResponse {
    const arn = `${String(stateMachineArn).replace(':stateMachine:', ':execution:')}:${name}`;
    if (this.executions.some((execution) => execution.arn === arn)) {
      return { type: 'ExecutionAlreadyExists', message: `Execution Already Exists: '${arn}'` };
    }
    this.executions.push({ name: String(name), arn, status: 'RUNNING' });
    return { executionArn: arn, startDate: 1_790_000_000 };
  }

  private stopExecution(executionArn: string): FakeResponse {
    const execution = this.executions.find(({ arn }) => arn === executionArn);
    if (!execution) return { type: 'ExecutionDoesNotExist', message: `Execution Does Not Exist: '${executionArn}'` };
    execution.status = 'ABORTED';
    return { stopDate: 1_790_000_000 };
  }
}

function completeInSecondDescription(_: FakeJob, descriptionCount: number): object {
  return { Status: descriptionCount < 2 ? 'IN_PROGRESS' : 'COMPLETED' };
}

const NOT_FOUND = { type: 'ResourceNotFound', message: 'Recommendation job does not exist' };

function jobArn(name: string): string {
  return `arn:aws:sagemaker:us-east-1:111122223333:inference-recommendations-job/${name}`;
}

function executionSummary({ name, arn, status }: { name: string; arn: string; status: string }): object {
  return { executionArn: arn, stateMachineArn: 'arn', name, status, startDate: 1_790_000_000 };
}

/** Replaces the placeholder `#NaN`, which the tests use, with `NaN`. The protocol represents NaN as a string. */
function encodeNaN(json: string): string {
  return json.replace(/"#NaN"/g, '"NaN"');
}
