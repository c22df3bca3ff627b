import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { changesBetween, snapshotOf } from './snapshot';

/** An input of the command that tries to break it. */
export interface HostileInput {
  readonly name: string;
  /** Writes the input into a folder. */
  readonly write: (folder: string, surroundings: Surroundings) => unknown;
  /** Arguments of the command. */
  readonly args: (folder: string, surroundings: Surroundings) => string[];
  /** Whether only a rejection is right. */
  readonly rejected?: boolean;
  /** Files that the command may write into the folder. */
  readonly mayWrite?: RegExp;
  /** Whether lines of any length are right, as in formats for programs. */
  readonly longLines?: boolean;
  /** What the user wrote and the command may repeat. */
  readonly echoed?: string;
  /** What is wrong with the files that the command wrote. */
  readonly judgeFiles?: (folder: string) => string[];
  readonly environment?: NodeJS.ProcessEnv;
  /** A script for the shell around the command, which is `"$@"`. */
  readonly shell?: string;
  /** Something that goes on while the command runs; returns what ends it. */
  readonly meanwhile?: (folder: string, surroundings: Surroundings) => () => void;
  /** The program, if it is not the command. */
  readonly program?: string;
}

/** What is around the input: all of it belongs to the user. */
export interface Surroundings {
  readonly home: string;
  /** The folder in which the command runs. */
  readonly cwd: string;
  /** A folder with a file that the input must not reach. */
  readonly elsewhere: string;
  readonly temporary: string;
}

/** What came of it. */
export interface Outcome {
  readonly verb: string;
  readonly endedBy: 'itself' | 'time of the processor' | 'time without work' | 'memory';
  readonly status: number;
  readonly cpuSeconds: number;
  readonly peakBytes: number;
  readonly leftProcesses: string[];
  readonly output: string;
  readonly outputBytes: number;
  readonly stderr: string;
  /** Files and folders that were created, changed or removed where nothing may be. */
  readonly changes: string[];
  /** Hosts other than this one. */
  readonly connections: string[];
  readonly wrongFiles: string[];
}

/** In a file that no input may reach. */
export const SECRET = 'the-secret-of-the-user-7f3a';

const ROOT = path.join(__dirname, '../../..');
export const COMMAND = path.join(ROOT, 'assets/cli/index.js');
export const TRITON_CHECK = path.join(ROOT, 'triton-check/triton-check.js');

/** Ends what hangs, and keeps the machine of the tests alive. */
const MOST_CPU_SECONDS = 45;
/** A program that waits so long would wait forever. */
const MOST_IDLE_SECONDS = 60;
const MOST_BYTES = 3 * 2 ** 30;
const SHOWN_BYTES = 4 * 2 ** 20;

/** Runs the command on the input, in a folder and a home of its own. */
export async function runHostile(input: HostileInput): Promise<Outcome> {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'h-')));
  try {
    const folder = makeFolder(root, 'in');
    const around = {
      home: makeFolder(root, 'home'),
      cwd: makeFolder(root, 'cwd'),
      elsewhere: makeFolder(root, 'elsewhere'),
      temporary: makeFolder(root, 'tmp'),
    };
    fs.writeFileSync(path.join(around.elsewhere, 'secret.json'), JSON.stringify({ secret: SECRET }));
    fs.writeFileSync(path.join(around.elsewhere, 'secret.txt'), `${SECRET}\n`);
    await input.write(folder, around);
    return await measure(root, folder, around, input);
  } finally {
    await removeAll(root);
  }
}

async function measure(root: string, folder: string, around: Surroundings, input: HostileInput): Promise<Outcome> {
  const [stdout, stderr, result, connections] = ['stdout', 'stderr', 'result', 'connections'].map((name) =>
    path.join(root, name),
  );
  const before = snapshotOf(root);
  const end = input.meanwhile?.(folder, around);
  const [out, err] = [stdout, stderr].map((file) => fs.openSync(file, 'w'));
  const args = input.args(folder, around);
  const program = [process.execPath, input.program ?? COMMAND, ...args];
  const inShell = input.shell === undefined ? program : ['bash', '-c', input.shell, 'bash', ...program];
  const limits = [MOST_CPU_SECONDS, MOST_IDLE_SECONDS, MOST_BYTES].map(String);
  await new Promise<void>((resolve, reject) => {
    const child = execFile('python3', [path.join(__dirname, 'measure.py'), result, ...limits, ...toFiles(inShell)], {
      cwd: around.cwd,
      env: {
        PATH: process.env.PATH,
        HOME: around.home,
        TMPDIR: around.temporary,
        STDOUT: stdout,
        STDERR: stderr,
        HOSTILE_CONNECTIONS: connections,
        NODE_OPTIONS: `--require ${path.join(__dirname, 'guard.cjs')}`,
        AWS_REGION: 'us-east-1',
        AWS_ACCESS_KEY_ID: 'nobody',
        AWS_SECRET_ACCESS_KEY: 'nothing',
        AWS_EC2_METADATA_DISABLED: 'true',
        AWS_MAX_ATTEMPTS: '1',
        ...input.environment,
      },
    });
    child.on('error', reject);
    child.on('exit', () => resolve());
  });
  [out, err].forEach((each) => fs.closeSync(each));
  end?.();
  const allowed = (name: string): boolean =>
    /^(stdout|stderr|result|connections)$/.test(name) ||
    /^home\/\.cache(\/cdk-sagemaker-triton(\/|$)|$)/.test(name) ||
    (name.startsWith('in/') && input.mayWrite?.test(name.slice('in/'.length)) === true);
  return {
    verb: input.program === undefined ? (args[0] ?? '') : 'check',
    ...(JSON.parse(fs.readFileSync(result, 'utf8')) as Omit<Outcome, 'verb'>),
    output: beginningOf(stdout) + beginningOf(stderr),
    stderr: beginningOf(stderr),
    outputBytes: fs.statSync(stdout).size + fs.statSync(stderr).size,
    changes: changesBetween(before, snapshotOf(root)).filter((change) => !allowed(change.replace(/^\S+ /, ''))),
    wrongFiles: input.judgeFiles?.(folder) ?? [],
    connections: fs.existsSync(connections) ? fs.readFileSync(connections, 'utf8').trim().split('\n') : [],
  };
}

/** The program, with what it prints in files: a pipe that nobody empties would stop it. */
function toFiles(program: string[]): string[] {
  return ['bash', '-c', 'exec "$@" </dev/null >"$STDOUT" 2>"$STDERR"', 'bash', ...program];
}

function makeFolder(root: string, name: string): string {
  const folder = path.join(root, name);
  fs.mkdirSync(folder);
  return folder;
}

function beginningOf(file: string): string {
  const descriptor = fs.openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(Math.min(fs.fstatSync(descriptor).size, SHOWN_BYTES));
    fs.readSync(descriptor, buffer, 0, buffer.length, 0);
    return buffer.toString();
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Also folders that are deeper than a path may be long, and folders that may not be written. */
async function removeAll(root: string): Promise<void> {
  await promisify(execFile)('bash', ['-c', 'chmod -R u+rwX -- "$1" 2>/dev/null; rm -rf -- "$1"', 'bash', root]);
}
