/** The command as its users have it: from the tarball of `npm pack`, in a folder of its own, outside the repository. */
import assert from 'assert/strict';
import { spawn } from 'child_process';
import * as fs from 'fs';
import { after } from 'node:test';
import * as os from 'os';
import * as path from 'path';
import { freshApp, npmPack, ROOT, run } from '../fresh-app';

const WORK = fs.mkdtempSync(path.join(os.tmpdir(), 'smoke-'));
after(() => fs.rmSync(WORK, { recursive: true, force: true }));

/** The folder that the command is run in. */
export const APP = path.join(WORK, 'app');

const { devDependencies } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
const PEERS = ['aws-cdk-lib', 'constructs'].map((name) => `${name}@${devDependencies[name]}`);
freshApp(APP, [path.join(WORK, npmPack(WORK).filename), ...PEERS]);

/** A cold cache: every file is read. */
export const COLD: Record<string, string> = { XDG_CACHE_HOME: path.join(WORK, 'cache') };

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A run of the command. */
export class Run {
  public stdout = '';
  public stderr = '';
  private readonly ended: Promise<Ended>;
  private readonly stop: () => void;

  public constructor(args: string[], environment: Record<string, string> = COLD) {
    const child = spawn(path.join('node_modules', '.bin', 'cdk-sagemaker-triton'), args, {
      cwd: APP,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.on('data', (text) => (this.stdout += text));
    child.stderr.on('data', (text) => (this.stderr += text));
    this.stop = () => child.kill('SIGINT');
    this.ended = new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (status) => resolve({ status, stdout: this.stdout, stderr: this.stderr }));
    });
  }

  public end(): Promise<Ended> {
    return this.ended;
  }

  /** Waits until the output has a text; what matched. */
  public async says(pattern: RegExp): Promise<RegExpExecArray> {
    let running = true;
    void this.ended.then(() => (running = false));
    for (;;) {
      const match = pattern.exec(this.stdout);
      if (match) return match;
      assert(running, `it ended without ${pattern}:\n${this.stdout}${this.stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Ctrl-C. */
  public async interrupt(): Promise<Ended> {
    this.stop();
    return this.ended;
  }
}

/** Runs the command, which has to succeed; what it prints. */
export async function succeed(args: string[], environment?: Record<string, string>): Promise<string> {
  return (await end(args, 0, environment)).stdout;
}

/** Runs the command, which has to fail with one sentence; the sentence. It ends with 2 where it could not do its work. */
export async function fail(args: string[], environment?: Record<string, string>, status = 2): Promise<string> {
  const { stderr } = await end(args, status, environment);
  assert.match(stderr, /^error: [^\n]+\n$/, 'one sentence, and no stack trace');
  return stderr;
}

async function end(args: string[], expected: number, environment?: Record<string, string>): Promise<Ended> {
  const ended = await new Run(args, environment).end();
  const told = `${ended.stdout.slice(-2000)}${ended.stderr}`;
  assert.equal(ended.status, expected, `cdk-sagemaker-triton ${args.join(' ')} ended with ${ended.status}:\n${told}`);
  return ended;
}

/** A path below the folder that the command is run in. */
export function inApp(...parts: string[]): string {
  return path.join(APP, ...parts);
}

export function read(...parts: string[]): string {
  return fs.readFileSync(inApp(...parts), 'utf8');
}

export function write(file: string, content: string | Uint8Array): string {
  fs.mkdirSync(path.dirname(inApp(file)), { recursive: true });
  fs.writeFileSync(inApp(file), content);
  return file;
}

/** Runs another program in the folder. */
export function inFolder(command: string, ...args: string[]): string {
  return run(APP, command, ...args);
}
