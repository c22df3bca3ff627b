/** Runs the command, installed from the tarball of `npm pack` in a new folder outside the repository. */
import assert from 'assert/strict';
import { spawn } from 'child_process';
import * as fs from 'fs';
import { after } from 'node:test';
import * as os from 'os';
import * as path from 'path';
import { createApp, packageTarball, ROOT, run } from '../fresh-app';

const WORK = fs.mkdtempSync(path.join(os.tmpdir(), 'smoke-'));
after(() => fs.rmSync(WORK, { recursive: true, force: true }));

/** The working directory of the command. */
export const APP = path.join(WORK, 'app');

const { devDependencies } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
const PEERS = ['aws-cdk-lib', 'constructs'].map((name) => `${name}@${devDependencies[name]}`);
createApp(APP, [packageTarball(WORK), ...PEERS]);

/** The environment with an empty cache. */
export const EMPTY_CACHE: Record<string, string> = { XDG_CACHE_HOME: path.join(WORK, 'cache') };

export interface RunResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running command. */
export class Run {
  public stdout = '';
  public stderr = '';
  private readonly result: Promise<RunResult>;
  private readonly stop: () => void;

  public constructor(args: string[], environment: Record<string, string> = EMPTY_CACHE) {
    const child = spawn(path.join('node_modules', '.bin', 'cdk-sagemaker-triton'), args, {
      cwd: APP,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.on('data', (text) => (this.stdout += text));
    child.stderr.on('data', (text) => (this.stderr += text));
    this.stop = () => child.kill('SIGINT');
    this.result = new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (status) => resolve({ status, stdout: this.stdout, stderr: this.stderr }));
    });
  }

  public waitForEnd(): Promise<RunResult> {
    return this.result;
  }

  /** Waits until the output matches a pattern, and returns the match. */
  public async waitForOutput(pattern: RegExp): Promise<RegExpExecArray> {
    let running = true;
    void this.result.then(() => (running = false));
    for (;;) {
      const match = pattern.exec(this.stdout);
      if (match) return match;
      assert(running, `it ended without ${pattern}:\n${this.stdout}${this.stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Sends SIGINT, like Ctrl-C. */
  public async interrupt(): Promise<RunResult> {
    this.stop();
    return this.result;
  }
}

/** Runs a command that must succeed, and returns its output. */
export async function runSuccessfully(args: string[], environment?: Record<string, string>): Promise<string> {
  return (await end(args, 0, environment)).stdout;
}

/** Runs a command that must fail with one sentence, and returns the sentence. */
export async function runExpectingError(
  args: string[],
  environment?: Record<string, string>,
  status = 2,
): Promise<string> {
  const { stderr } = await end(args, status, environment);
  assert.match(stderr, /^error: [^\n]+\n$/, 'one sentence, and no stack trace');
  return stderr;
}

async function end(args: string[], expected: number, environment?: Record<string, string>): Promise<RunResult> {
  const result = await new Run(args, environment).waitForEnd();
  const output = `${result.stdout.slice(-2000)}${result.stderr}`;
  assert.equal(
    result.status,
    expected,
    `cdk-sagemaker-triton ${args.join(' ')} ended with ${result.status}:\n${output}`,
  );
  return result;
}

/** A path in the working directory of the command. */
export function appPath(...parts: string[]): string {
  return path.join(APP, ...parts);
}

export function read(...parts: string[]): string {
  return fs.readFileSync(appPath(...parts), 'utf8');
}

export function write(file: string, content: string | Uint8Array): string {
  fs.mkdirSync(path.dirname(appPath(file)), { recursive: true });
  fs.writeFileSync(appPath(file), content);
  return file;
}

/** Runs a different program in the working directory. */
export function runInApp(command: string, ...args: string[]): string {
  return run(APP, command, ...args);
}
