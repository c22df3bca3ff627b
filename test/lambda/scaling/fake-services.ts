import { ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { awsEnvironment, describedStack } from '../aws-environment';

type Input = Record<string, unknown>;

/** A scalable target, as Application Auto Scaling keeps it. */
export interface Target {
  MinCapacity: number;
  MaxCapacity: number;
  suspended: boolean;
  readonly actions: Map<string, object>;
  readonly policies: Map<string, object>;
}

/** The handler in a process of its own, and on the loopback what it speaks with: Application Auto Scaling, SageMaker, CloudFormation, Lambda. */
export class FakeServices {
  public static async start(): Promise<FakeServices> {
    const fake = new FakeServices();
    fake.server.listen(0, '127.0.0.1');
    await once(fake.server, 'listening');
    fake.child = fork(join(__dirname, 'handler-process.ts'), {
      execArgv: ['--import', 'tsx'],
      silent: true,
      env: {
        ...awsEnvironment(fake.url),
        PAUSE_MILLISECONDS: '1',
        POLL_MILLISECONDS: '1',
      },
    });
    return fake;
  }

  /** By resource id. */
  public targets = new Map<string, Target>();
  public stackStatus = 'UPDATE_IN_PROGRESS';
  /** Of the endpoint, which is not there when undefined. */
  public servedConfig?: string;
  public endpointStatus = 'InService';
  /** How many more looks find the endpoint changing. */
  public busyLooks = 0;
  /** Instances of each variant. */
  public counts = new Map<string, number>();
  /** What CloudFormation was told last. */
  public verdict?: { Status: string; Reason: string; PhysicalResourceId: string };
  public operations: string[] = [];
  /** Errors that the next operations of a name end with. */
  public failures: { operation: string; error: string }[] = [];
  /** Payloads of invocations that nobody waits for. */
  private invocations: object[] = [];
  /** How often a resource went on in another invocation. */
  public continuations = 0;
  private child?: ChildProcess;
  private readonly server: Server = createServer((request, response) => void this.answer(request, response));

  private get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Sends the handler an event of CloudFormation, and waits until it is done. */
  public async send(event: object): Promise<void> {
    this.verdict = undefined;
    await this.invoke({ ...event, ResponseURL: `${this.url}/response` });
    while (!this.verdict) {
      const next = this.invocations.findIndex((invocation) => 'ResponseURL' in invocation);
      if (next < 0) return;
      this.continuations++;
      await this.invoke(this.invocations.splice(next, 1)[0]);
    }
  }

  /** Runs what the handler left for later, and says how each ended. */
  public async runInvocations(): Promise<string[]> {
    const results = [];
    while (this.invocations.length > 0) results.push(await this.invoke(this.invocations.splice(0, 1)[0]));
    return results;
  }

  private async invoke(event: object): Promise<string> {
    this.child?.send(event);
    const [result] = await once(this.child as ChildProcess, 'message');
    return result;
  }

  /** An account in which nothing happened yet. */
  public reset(): void {
    this.targets.clear();
    this.stackStatus = 'UPDATE_IN_PROGRESS';
    this.servedConfig = undefined;
    this.endpointStatus = 'InService';
    this.busyLooks = 0;
    this.counts.clear();
    this.continuations = 0;
    this.operations = [];
    this.failures = [];
    this.invocations = [];
  }

  public async stop(): Promise<void> {
    this.child?.kill();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'PUT') {
      this.verdict = (await json(request)) as FakeServices['verdict'];
      response.end();
      return;
    }
    if (request.url?.endsWith('/invocations') && request.headers['x-amz-invocation-type'] === 'Event') {
      this.invocations.push((await json(request)) as object);
      response.writeHead(202).end();
      return;
    }
    const operation = String(request.headers['x-amz-target'] ?? 'DescribeStacks').replace(/^.*\./, '');
    const body = await text(request);
    if (operation === 'DescribeStacks') {
      response.end(describedStack(this.stackStatus));
      return;
    }
    this.operations.push(operation);
    const failure = this.failures.findIndex((planned) => planned.operation === operation);
    const result = failure >= 0 ? this.failures.splice(failure, 1)[0].error : this.perform(operation, JSON.parse(body));
    if (typeof result === 'string') {
      response.writeHead(400, { 'content-type': 'application/x-amz-json-1.1' });
      const [name, message = name] = result.split(':');
      response.end(JSON.stringify({ __type: name, message }));
    } else {
      response.end(JSON.stringify(result));
    }
  }

  /** An answer, or an error's name and message. */
  private perform(operation: string, input: Input): object | string {
    if (operation === 'DescribeEndpoint') {
      return this.servedConfig === undefined
        ? 'ValidationException:Could not find endpoint "vision".'
        : {
            EndpointConfigName: this.servedConfig,
            EndpointStatus: this.busyLooks-- > 0 ? 'Updating' : this.endpointStatus,
            ProductionVariants: [...this.counts].map(([VariantName, DesiredInstanceCount]) => ({
              VariantName,
              DesiredInstanceCount,
            })),
          };
    }
    if (operation === 'UpdateEndpointWeightsAndCapacities') {
      const [first, ...more] = input.DesiredWeightsAndCapacities as {
        VariantName: string;
        DesiredInstanceCount: number;
      }[];
      if (this.busyLooks > 0) return 'ValidationException:Cannot update in-progress endpoint';
      if (more.length > 0) return 'ValidationException:one variant at a time';
      this.counts.set(first.VariantName, first.DesiredInstanceCount);
      this.busyLooks = 2;
      return {};
    }
    const { ResourceId, ServiceNamespace, ScalableDimension, ...rest } = input;
    if (ServiceNamespace !== 'sagemaker' || ScalableDimension !== 'sagemaker:variant:DesiredInstanceCount') {
      return 'ValidationException';
    }
    const target = this.targets.get(String(ResourceId));
    if (operation === 'RegisterScalableTarget') {
      const { MinCapacity = target?.MinCapacity, MaxCapacity = target?.MaxCapacity } = rest as Partial<Target>;
      const { SuspendedState: state } = rest as { SuspendedState?: Record<string, boolean> };
      if (MinCapacity === undefined || MaxCapacity === undefined) return 'ValidationException';
      if (!Number.isInteger(MinCapacity) || !Number.isInteger(MaxCapacity)) return 'ValidationException';
      const { actions = new Map(), policies = new Map() } = target ?? {};
      this.targets.set(String(ResourceId), {
        MinCapacity,
        MaxCapacity,
        suspended: state ? Object.values(state).every(Boolean) : (target?.suspended ?? false),
        actions,
        policies,
      });
      return {};
    }
    if (!target) return 'ObjectNotFoundException';
    if (operation === 'DeregisterScalableTarget') this.targets.delete(String(ResourceId));
    else if (operation === 'PutScalingPolicy') target.policies.set(String(rest.PolicyName), rest);
    else if (operation === 'PutScheduledAction') target.actions.set(String(rest.ScheduledActionName), rest);
    else return 'UnknownOperationException';
    return {};
  }
}
