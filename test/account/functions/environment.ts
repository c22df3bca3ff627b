import type { Context } from 'aws-lambda';
import { Account } from '../account';
import { Handler, loadHandler } from './bundle';
import { running } from './intercept-sdk';
import { Invocation } from './invocation';

/** A function as it was created, in the words of `CreateFunction`. */
export interface FunctionConfiguration {
  readonly FunctionName: string;
  readonly Role: string;
  readonly Timeout: number;
  readonly Environment?: { readonly Variables?: Record<string, string> };
  readonly LoggingConfig?: { readonly LogGroup?: string };
  /** The folder of `lambda/` whose code it runs. */
  readonly handler: string;
}

/** Where responses to CloudFormation go. */
export type ResponseTaker = (url: string, body: string) => Promise<boolean>;

/** How a run ended. */
export type RunResult = { readonly result: unknown } | { readonly error: string };

/** An execution environment: it runs one event at a time, and what its modules remember stays for the next one. */
export class ExecutionEnvironment {
  public lastUsed = 0;
  private readonly handler: Handler;
  private readonly stream: string;
  private lines: string[] = [];
  private invocation: Invocation;
  private hasStream = false;

  constructor(
    private readonly account: Account,
    private readonly configuration: FunctionConfiguration,
    number: number,
    takeResponse: ResponseTaker,
  ) {
    this.invocation = new Invocation(configuration.Role);
    this.stream = `${new Date().toISOString().slice(0, 10)}/[$LATEST]${number}`;
    this.handler = loadHandler(configuration.handler, {
      process: {
        env: { AWS_REGION: account.region, ...configuration.Environment?.Variables },
        stdout: { write: (text) => Boolean(this.lines.push(text)) },
      },
      console: { log: (...values) => void this.lines.push(values.join(' ')) },
      fetch: async (url, { body }) => {
        await this.invocation.alive();
        const ok = await takeResponse(url, body.toString());
        return { ok, status: ok ? 200 : 503 };
      },
    });
  }

  /** Runs the handler until it is done or its time is over. */
  public async run(event: unknown, requestId: string): Promise<RunResult> {
    const { Timeout, FunctionName, Role } = this.configuration;
    const { account } = this;
    const invocation = new Invocation(Role);
    this.invocation = invocation;
    this.lines = [];
    const end = account.now() + Timeout * 1000;
    const context = {
      functionName: FunctionName,
      awsRequestId: requestId,
      logStreamName: this.stream,
      invokedFunctionArn: `arn:aws:lambda:${account.region}:${account.accountId}:function:${FunctionName}`,
      getRemainingTimeInMillis: () => end - account.now(),
    } as Context;
    const work = running.run(invocation, async (): Promise<RunResult> => {
      try {
        return { result: await this.handler(structuredClone(event), context) };
      } catch (error) {
        return { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
      }
    });
    const timeout = account
      .sleep(Timeout * 1000)
      .then((): RunResult => ({ error: `Task timed out after ${Timeout} s` }));
    const outcome = await Promise.race([work, timeout]);
    invocation.end();
    if ('error' in outcome) this.lines.push(outcome.error);
    await this.writeLog();
    this.lastUsed = account.now();
    return outcome;
  }

  /** The runtime writes with the function's role. What it may not write is lost, and the function goes on. */
  private async writeLog(): Promise<void> {
    const { Role, LoggingConfig, FunctionName } = this.configuration;
    const place = {
      logGroupName: LoggingConfig?.LogGroup ?? `/aws/lambda/${FunctionName}`,
      logStreamName: this.stream,
    };
    const call = async (operation: string, input: Record<string, unknown>): Promise<unknown> =>
      this.account
        .call({ principal: { role: Role, service: 'lambda.amazonaws.com' }, service: 'logs', operation, input })
        .catch(() => undefined);
    if (!this.hasStream) await call('CreateLogStream', place);
    this.hasStream = true;
    const logEvents = this.lines.map((message) => ({ timestamp: this.account.now(), message }));
    if (logEvents.length > 0) await call('PutLogEvents', { ...place, logEvents });
  }
}
