import { ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { createInterface } from 'node:readline';
import { awsProgram } from '../aws-venv';

/** Time after which a program is considered to hang, and is stopped. */
const TIMEOUT_MILLISECONDS = 1_200_000;

const CDK = path.join(__dirname, '..', '..', 'node_modules', '.bin', 'cdk');

/** The names of all resources in the account, by kind. */
export type Inventory = Record<string, string[]>;

/** Result of a call of the CDK CLI. */
export interface CliRun {
  readonly status: number | null;
  readonly output: string;
}

/**
 * An emulated AWS account on this host. The emulator is moto. The files in emulator/ extend its CloudFormation: it runs custom resources,
 * and supports more resource types.
 */
export class AwsEmulator {
  public static async start(folder: string): Promise<AwsEmulator> {
    const runtimes = path.join(folder, 'runtimes.json');
    fs.writeFileSync(runtimes, '{}');
    const child = spawn(awsProgram('python'), ['-m', 'emulator', runtimes], {
      cwd: __dirname,
      env: { ...process.env, NODE: process.execPath, PYTHONDONTWRITEBYTECODE: '1' },
    });
    const emulator = new AwsEmulator(child, runtimes);
    await emulator.waitUntilResponsive();
    return emulator;
  }

  /** The emulator chooses its port. A port that this process chooses could be in use before the emulator listens. */
  public url = '';
  public log = '';

  private constructor(
    private readonly child: ChildProcessWithoutNullStreams,
    private readonly runtimes: string,
  ) {
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (this.log += text));
  }

  /** The settings of an SDK client that sends its requests to the emulator. */
  public get clientSettings(): {
    endpoint: string;
    region: string;
    credentials: { accessKeyId: string; secretAccessKey: string };
  } {
    return {
      endpoint: this.url,
      region: 'us-east-1',
      credentials: { accessKeyId: 'nobody', secretAccessKey: 'nothing' },
    };
  }

  /** Makes the Lambda functions of the stack invoke a server at the URL instead of the endpoint. */
  public redirectInvocations(endpointName: string, url: string): void {
    fs.writeFileSync(this.runtimes, JSON.stringify({ [endpointName]: url }));
  }

  /** Runs the real CDK CLI against this account. */
  public async cdk(...args: string[]): Promise<CliRun> {
    return this.run(CDK, ...args);
  }

  /** Runs a program against this account. */
  public async run(program: string, ...args: string[]): Promise<CliRun> {
    const child = spawn(program, args, {
      timeout: TIMEOUT_MILLISECONDS,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        AWS_REGION: 'us-east-1',
        AWS_ACCESS_KEY_ID: 'nobody',
        AWS_SECRET_ACCESS_KEY: 'nothing',
        AWS_ENDPOINT_URL: this.url,
        CDK_DISABLE_CLI_TELEMETRY: 'true',
        CDK_VALIDATION: 'false',
        CI: 'true',
      },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    await once(child, 'close');
    return { status: child.exitCode, output };
  }

  public inventory(): Inventory {
    const script = path.join(__dirname, 'emulator', 'inventory.py');
    return JSON.parse(execFileSync(awsProgram('python'), [script, this.url], { encoding: 'utf8' })) as Inventory;
  }

  public async stop(): Promise<void> {
    this.child.kill();
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
  }

  /** Waits until the emulator prints its URL. */
  private async waitUntilResponsive(): Promise<void> {
    const ended = once(this.child, 'close').then((): never => {
      throw new Error(`the emulator ended:\n${this.log}`);
    });
    [this.url] = (await Promise.race([once(createInterface(this.child.stdout), 'line'), ended])) as [string];
  }
}
