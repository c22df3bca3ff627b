import type { Context } from 'aws-lambda';
import { SimulatedAccount } from '../simulated-account';
import { Handler, HandlerScope, loadHandler } from './load-handler';
import { Invocation } from './invocation';

/** The configuration of a function, with the members of `CreateFunction`. */
export interface FunctionConfiguration {
  readonly FunctionName: string;
  readonly Role: string;
  readonly Timeout: number;
  readonly Environment?: { readonly Variables?: Record<string, string> };
  readonly LoggingConfig?: { readonly LogGroup?: string };
  /** Name of the folder in `lambda/` that contains the code. */
  readonly handler: string;
}

/** Receives the responses that functions send to CloudFormation. Returns whether a response was accepted. */
export type ResponseReceiver = (url: string, body: string) => Promise<boolean>;

/** The result of an invocation. */
export type RunResult = { readonly result: unknown } | { readonly error: string };

/** An execution environment of a function. It runs one event at a time, and keeps the state of its modules between events. */
export class ExecutionEnvironment {
  public lastUsed = 0;
  private readonly handler: Handler;
  private readonly stream: string;
  private logLines: string[] = [];
  private invocation: Invocation;
  private hasStream = false;

  constructor(
    private readonly account: SimulatedAccount,
    private readonly configuration: FunctionConfiguration,
    environmentNumber: number,
    receiveResponse: ResponseReceiver,
  ) {
    this.invocation = new Invocation(configuration.Role);
    this.stream = `${new Date().toISOString().slice(0, 10)}/[$LATEST]${environmentNumber}`;
    const scope: HandlerScope = {
      process: {
        env: { AWS_REGION: account.region, ...configuration.Environment?.Variables },
        stdout: { write: (text) => Boolean(this.logLines.push(text)) },
      },
      console: { log: (...values) => void this.logLines.push(values.join(' ')) },
      fetch: async (url, { body }) => {
        await this.invocation.blockIfEnded();
        const ok = await receiveResponse(url, body.toString());
        return { ok, status: ok ? 200 : 503 };
      },
    };
    this.handler = loadHandler(configuration.handler, scope, async (call) => this.invocation.call(account, call));
  }

  /** Runs the handler until it is done or exceeds its timeout. */
  public async run(event: unknown, requestId: string): Promise<RunResult> {
    const { Timeout, FunctionName, Role } = this.configuration;
    const { account } = this;
    const invocation = new Invocation(Role);
    this.invocation = invocation;
    this.logLines = [];
    const deadline = account.now() + Timeout * 1000;
    const context = {
      functionName: FunctionName,
      awsRequestId: requestId,
      logStreamName: this.stream,
      invokedFunctionArn: `arn:aws:lambda:${account.region}:${account.accountId}:function:${FunctionName}`,
      getRemainingTimeInMillis: () => deadline - account.now(),
    } as Context;
    const runHandler = async (): Promise<RunResult> => {
      try {
        return { result: await this.handler(structuredClone(event), context) };
      } catch (error) {
        return { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
      }
    };
    const timeout = account
      .sleep(Timeout * 1000)
      .then((): RunResult => ({ error: `Task timed out after ${Timeout} s` }));
    const result = await Promise.race([runHandler(), timeout]);
    invocation.end();
    if ('error' in result) this.logLines.push(result.error);
    await this.writeLog();
    this.lastUsed = account.now();
    return result;
  }

  /**
   * Writes the log with the permissions of the function's role. If a permission is missing, the lines are lost, but the invocation does not
   * fail.
   */
  private async writeLog(): Promise<void> {
    const { Role, LoggingConfig, FunctionName } = this.configuration;
    const logTarget = {
      logGroupName: LoggingConfig?.LogGroup ?? `/aws/lambda/${FunctionName}`,
      logStreamName: this.stream,
    };
    const call = async (operation: string, input: Record<string, unknown>): Promise<unknown> =>
      this.account
        .call({ principal: { role: Role, service: 'lambda.amazonaws.com' }, service: 'logs', operation, input })
        .catch(() => undefined);
    if (!this.hasStream) await call('CreateLogStream', logTarget);
    this.hasStream = true;
    const logEvents = this.logLines.map((message) => ({ timestamp: this.account.now(), message }));
    if (logEvents.length > 0) await call('PutLogEvents', { ...logTarget, logEvents });
  }
}
