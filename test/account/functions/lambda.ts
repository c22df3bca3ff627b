import { SimulatedAccount } from '../simulated-account';
import { AwsError, Call, Service } from '../call';
import type { Metrics } from '../cloudwatch/metrics';
import { arn } from '../arn';
import type { Iam } from '../iam/iam';
import { ExecutionEnvironment, FunctionConfiguration, ResponseReceiver, RunResult } from './execution-environment';

/** Pauses before the first and the second retry of a failed asynchronous invocation. */
const RETRY_MINUTES = [1, 2];
/** How long Lambda keeps the event of an asynchronous invocation. */
const MAX_AGE_MILLISECONDS = 6 * 3600_000;
/** The first and the longest pause before Lambda tries an asynchronous invocation again that was throttled. */
const FIRST_THROTTLE_PAUSE = 1_000;
const LONGEST_THROTTLE_PAUSE = 5 * 60_000;
/** Time during which an idle execution environment can be reused. */
const IDLE_MILLISECONDS = 10 * 60_000;

interface Permission {
  readonly StatementId: string;
  readonly Action: string;
  readonly Principal: string;
  readonly SourceArn?: string;
}

interface SimulatedFunction {
  configuration: FunctionConfiguration;
  environments: ExecutionEnvironment[];
  readonly permissions: Map<string, Permission>;
}

/** The simulated Lambda, which runs functions in this process. */
export class LambdaService implements Service {
  public readonly name = 'lambda';
  public readonly functions = new Map<string, SimulatedFunction>();
  public receiveResponse: ResponseReceiver = async () => true;
  /** For the S3 key of each code asset, the name of the folder in `lambda/` that contains the code. */
  public readonly code = new Map<string, string>();
  /** The quota "Concurrent executions" of the account. New accounts have 10. */
  public concurrencyLimit: number;
  private running = 0;
  private requestCounter = 0;
  /**
   * Numbers of execution environments by function. Log streams have these numbers in their names. Numbers of all functions would result in
   * more distinct names, and IAM evaluates the requests for each name.
   */
  private readonly environmentCounters = new Map<string, number>();

  constructor(
    private readonly account: SimulatedAccount,
    private readonly iam: Iam,
    private readonly metrics: Metrics,
  ) {
    this.concurrencyLimit = account.isSwitchedOn('lambda.account-has-1000-executions') ? 1000 : 10;
  }

  public async handle({ operation, input }: Call): Promise<object> {
    switch (operation) {
      case 'CreateFunction':
        return this.createFunction(this.toConfiguration(input));
      case 'UpdateFunctionConfiguration':
        this.findFunction(input).configuration = this.toConfiguration(input);
        this.findFunction(input).environments = [];
        return {};
      case 'DeleteFunction':
        this.findFunction(input);
        this.functions.delete(nameOf(input));
        this.iam.resources.delete(arn(this.account, 'lambda', `function:${nameOf(input)}`));
        return {};
      case 'AddPermission': {
        const permission = input as unknown as Permission;
        this.findFunction(input).permissions.set(permission.StatementId, permission);
        this.registerResource(input);
        return {};
      }
      case 'RemovePermission':
        if (!this.findFunction(input).permissions.delete(String(input.StatementId)))
          throw notFound(String(input.StatementId));
        this.registerResource(input);
        return {};
      case 'Invoke':
        return this.invoke(input);
      default:
        throw new Error(`lambda has no operation ${operation}`);
    }
  }

  private toConfiguration(input: Record<string, unknown>): FunctionConfiguration {
    const { S3Key = '' } = input.Code as { S3Key?: string };
    const handler = this.code.get(S3Key);
    if (handler === undefined) throw new Error(`${nameOf(input)} runs code that is not in lambda/: ${S3Key}`);
    return { Timeout: 3, ...(input as object), handler } as FunctionConfiguration;
  }

  private createFunction(configuration: FunctionConfiguration): object {
    const { FunctionName } = configuration;
    if (this.functions.has(FunctionName)) {
      throw new AwsError('ResourceConflictException', `Function already exist: ${FunctionName}`, 409);
    }
    this.functions.set(FunctionName, { configuration, environments: [], permissions: new Map() });
    return {};
  }

  private async invoke(input: Record<string, unknown>): Promise<object> {
    this.findFunction(input);
    const payload = Buffer.from((input.Payload as Uint8Array | string | undefined) ?? '{}').toString();
    const event: unknown = JSON.parse(payload);
    if (input.InvocationType !== 'Event') {
      if (this.isThrottled(nameOf(input))) throw new AwsError('TooManyRequestsException', 'Rate Exceeded.', 429);
      const result = await this.run(nameOf(input), event);
      return { StatusCode: 200, ...('error' in result && { FunctionError: 'Unhandled' }) };
    }
    this.account.after(50, async () => this.runAsynchronously(nameOf(input), event));
    return { StatusCode: 202 };
  }

  private async runAsynchronously(name: string, event: unknown): Promise<void> {
    const endTime = this.account.now() + MAX_AGE_MILLISECONDS;
    for (let attempt = 0; ; attempt++) {
      for (let pause = FIRST_THROTTLE_PAUSE; this.functions.has(name) && this.isThrottled(name); pause *= 2)
        await this.account.sleep(Math.min(pause, LONGEST_THROTTLE_PAUSE));
      if (!this.functions.has(name) || this.account.now() > endTime) return;
      const result = await this.run(name, event);
      if ('result' in result || attempt >= RETRY_MINUTES.length) return;
      await this.account.sleep(RETRY_MINUTES[attempt] * 60_000);
    }
  }

  /** Whether the account runs as many functions as its quota permits. */
  private isThrottled(name: string): boolean {
    const isThrottled = this.running >= this.concurrencyLimit;
    if (isThrottled) this.count('Throttles', name, 1);
    return isThrottled;
  }

  private count(metric: string, functionName: string, value: 0 | 1): void {
    const dimensions = { FunctionName: functionName };
    this.metrics.record({ namespace: 'AWS/Lambda', name: metric, dimensions }, this.account.now(), value);
  }

  private async run(name: string, event: unknown): Promise<RunResult> {
    const lambdaFunction = this.functions.get(name) as SimulatedFunction;
    const { configuration } = lambdaFunction;
    const idleSince = this.account.now() - IDLE_MILLISECONDS;
    lambdaFunction.environments = lambdaFunction.environments.filter(({ lastUsed }) => lastUsed > idleSince);
    const environment = lambdaFunction.environments.pop() ?? this.createEnvironment(name, configuration);
    this.running++;
    const result = await environment.run(event, `request-${++this.requestCounter}`).finally(() => this.running--);
    this.count('Errors', name, 'error' in result ? 1 : 0);
    this.count('Throttles', name, 0);
    // After a timeout or a change of the function, the environment is not reused.
    const hasTimedOut = 'error' in result && result.error.startsWith('Task timed out');
    if (!hasTimedOut && lambdaFunction.configuration === configuration) lambdaFunction.environments.push(environment);
    return result;
  }

  private createEnvironment(name: string, configuration: FunctionConfiguration): ExecutionEnvironment {
    const number = (this.environmentCounters.get(name) ?? 0) + 1;
    this.environmentCounters.set(name, number);
    return new ExecutionEnvironment(this.account, configuration, number, (url, body) =>
      this.receiveResponse(url, body),
    );
  }

  /** Registers the resource-based policy of the function, which consists of its permissions. */
  private registerResource(input: Record<string, unknown>): void {
    const Resource = arn(this.account, 'lambda', `function:${nameOf(input)}`);
    const Statement = [...this.findFunction(input).permissions.values()].map(({ Action, Principal, SourceArn }) => ({
      Effect: 'Allow',
      Action,
      Principal: { Service: Principal },
      Resource,
      ...(SourceArn !== undefined && { Condition: { ArnLike: { 'aws:SourceArn': SourceArn } } }),
    }));
    this.iam.registerResource(Resource, { policy: { Version: '2012-10-17', Statement } });
  }

  private findFunction(input: Record<string, unknown>): SimulatedFunction {
    const lambdaFunction = this.functions.get(nameOf(input));
    if (!lambdaFunction) throw notFound(nameOf(input));
    return lambdaFunction;
  }
}

/** The name of a function, from its name or ARN. */
function nameOf({ FunctionName }: Record<string, unknown>): string {
  return String(FunctionName).split(':').at(-1) as string;
}

function notFound(name: string): AwsError {
  return new AwsError('ResourceNotFoundException', `Function not found: ${name}`, 404);
}
