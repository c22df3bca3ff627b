import { Account } from '../account';
import { AwsError, Call, Service } from '../call';
import { arn } from '../arn';
import type { Iam } from '../iam/iam';
import { ExecutionEnvironment, FunctionConfiguration, ResponseTaker, RunResult } from './environment';

/** Minutes after which Lambda repeats a failed asynchronous invocation: 2 attempts more. */
const RETRY_MINUTES = [1, 2];
/** Lambda keeps an event for six hours. */
const LONGEST_AGE_SECONDS = 6 * 3600;
/** An environment that had nothing to do for so long is gone. */
const IDLE_MILLISECONDS = 10 * 60_000;

interface Permission {
  readonly StatementId: string;
  readonly Action: string;
  readonly Principal: string;
  readonly SourceArn?: string;
}

/** How Lambda repeats asynchronous invocations of a function (`PutFunctionEventInvokeConfig`). */
interface EventInvokeConfig {
  readonly MaximumRetryAttempts?: number;
  readonly MaximumEventAgeInSeconds?: number;
}

interface Function {
  invokeConfig: EventInvokeConfig;
  configuration: FunctionConfiguration;
  environments: ExecutionEnvironment[];
  readonly permissions: Map<string, Permission>;
}

/** Lambda: it keeps functions, and runs them in this process. */
export class LambdaService implements Service {
  public readonly name = 'lambda';
  public readonly functions = new Map<string, Function>();
  public takeResponse: ResponseTaker = async () => true;
  /** The folder of `lambda/` behind each key of the assets' bucket. */
  public readonly code = new Map<string, string>();
  /** Events of asynchronous invocations that were made again since they had failed, once for each time. */
  public readonly repeated: unknown[] = [];
  private count = 0;

  constructor(
    private readonly account: Account,
    private readonly iam: Iam,
  ) {}

  public async handle({ operation, input }: Call): Promise<object> {
    switch (operation) {
      case 'CreateFunction':
        return this.create(this.withCode(input));
      case 'UpdateFunctionConfiguration':
        this.find(input).configuration = this.withCode(input);
        this.find(input).environments = [];
        return {};
      case 'DeleteFunction':
        this.find(input);
        this.functions.delete(nameOf(input));
        this.iam.resources.delete(arn(this.account, 'lambda', `function:${nameOf(input)}`));
        return {};
      case 'AddPermission': {
        const permission = input as unknown as Permission;
        this.find(input).permissions.set(permission.StatementId, permission);
        this.protect(input);
        return {};
      }
      case 'RemovePermission':
        if (!this.find(input).permissions.delete(String(input.StatementId))) throw notFound(String(input.StatementId));
        this.protect(input);
        return {};
      case 'PutFunctionEventInvokeConfig':
        this.find(input).invokeConfig = input as EventInvokeConfig;
        return {};
      case 'DeleteFunctionEventInvokeConfig':
        this.find(input).invokeConfig = {};
        return {};
      case 'Invoke':
        return this.invoke(input);
      default:
        throw new Error(`lambda has no operation ${operation}`);
    }
  }

  private withCode(input: Record<string, unknown>): FunctionConfiguration {
    const { S3Key = '' } = input.Code as { S3Key?: string };
    const handler = this.code.get(S3Key);
    if (handler === undefined) throw new Error(`${nameOf(input)} runs code that is not in lambda/: ${S3Key}`);
    return { Timeout: 3, ...(input as object), handler } as FunctionConfiguration;
  }

  private create(configuration: FunctionConfiguration): object {
    const { FunctionName } = configuration;
    if (this.functions.has(FunctionName)) {
      throw new AwsError('ResourceConflictException', `Function already exist: ${FunctionName}`, 409);
    }
    this.functions.set(FunctionName, { configuration, invokeConfig: {}, environments: [], permissions: new Map() });
    return {};
  }

  private async invoke(input: Record<string, unknown>): Promise<object> {
    this.find(input);
    const payload = Buffer.from((input.Payload as Uint8Array | string | undefined) ?? '{}').toString();
    const event: unknown = JSON.parse(payload);
    if (input.InvocationType !== 'Event') {
      const outcome = await this.run(nameOf(input), event);
      return { StatusCode: 200, ...('error' in outcome && { FunctionError: 'Unhandled' }) };
    }
    this.account.after(50, async () => this.runLater(nameOf(input), event));
    return { StatusCode: 202 };
  }

  private async runLater(name: string, event: unknown): Promise<void> {
    const began = this.account.now();
    for (let attempt = 0; ; attempt++) {
      const target = this.functions.get(name);
      if (!target) return;
      const { MaximumRetryAttempts = RETRY_MINUTES.length, MaximumEventAgeInSeconds = LONGEST_AGE_SECONDS } =
        target.invokeConfig;
      if (this.account.now() - began > MaximumEventAgeInSeconds * 1000) return;
      if (attempt > 0) this.repeated.push(event);
      const outcome = await this.run(name, event);
      if ('result' in outcome || attempt >= MaximumRetryAttempts) return;
      await this.account.sleep(RETRY_MINUTES[attempt] * 60_000);
    }
  }

  private async run(name: string, event: unknown): Promise<RunResult> {
    const target = this.functions.get(name) as Function;
    const { configuration } = target;
    const idle = this.account.now() - IDLE_MILLISECONDS;
    target.environments = target.environments.filter(({ lastUsed }) => lastUsed > idle);
    const environment =
      target.environments.pop() ??
      new ExecutionEnvironment(this.account, configuration, ++this.count, (url, body) => this.takeResponse(url, body));
    const outcome = await environment.run(event, `request-${++this.count}`);
    // A run that was cut off leaves nothing behind, and a changed function starts anew.
    const cutOff = 'error' in outcome && outcome.error.startsWith('Task timed out');
    if (!cutOff && target.configuration === configuration) target.environments.push(environment);
    return outcome;
  }

  /** The function's policy, as its permissions make it. */
  private protect(input: Record<string, unknown>): void {
    const Resource = arn(this.account, 'lambda', `function:${nameOf(input)}`);
    const Statement = [...this.find(input).permissions.values()].map(({ Action, Principal, SourceArn }) => ({
      Effect: 'Allow',
      Action,
      Principal: { Service: Principal },
      Resource,
      ...(SourceArn !== undefined && { Condition: { ArnLike: { 'aws:SourceArn': SourceArn } } }),
    }));
    this.iam.protect(Resource, { policy: { Version: '2012-10-17', Statement } });
  }

  private find(input: Record<string, unknown>): Function {
    const found = this.functions.get(nameOf(input));
    if (!found) throw notFound(nameOf(input));
    return found;
  }
}

/** Of a name or an ARN. */
function nameOf({ FunctionName }: Record<string, unknown>): string {
  return String(FunctionName).split(':').at(-1) as string;
}

function notFound(name: string): AwsError {
  return new AwsError('ResourceNotFoundException', `Function not found: ${name}`, 404);
}
