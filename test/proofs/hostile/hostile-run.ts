import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { changesBetween, snapshotOf } from './snapshot';

/** A hostile input, which tries to make the command crash, hang, or do harm. */
export interface HostileInput {
  readonly name: string;
  /** Writes the input into a folder. */
  readonly write: (folder: string, userFolders: UserFolders) => unknown;
  /** Arguments of the command. */
  readonly args: (folder: string, userFolders: UserFolders) => string[];
  /** Whether the command must reject the input. */
  readonly mustBeRejected?: boolean;
  /** Matches the paths of files that the command may write to the folder. */
  readonly mayWrite?: RegExp;
  /** Whether the output may have lines of any length, for example because the output is JSON. */
  readonly allowsLongLines?: boolean;
  /** Text from the user's arguments that the output may repeat, although it would otherwise count as a problem. */
  readonly ignoredOutput?: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** A Bash script that runs the command as `"$@"`. */
  readonly shell?: string;
  /** Starts an action that runs at the same time as the command. Returns a function that stops the action. */
  readonly meanwhile?: (folder: string, userFolders: UserFolders) => () => void;
  /** The program to run instead of the command, such as triton-check. */
  readonly program?: string;
}

/** Folders of the user other than the folder of the input. */
export interface UserFolders {
  readonly home: string;
  /** The folder in which the command runs. */
  readonly cwd: string;
  /** A folder with a file that the input must not reach. */
  readonly elsewhere: string;
  readonly temporary: string;
}

/** The outcome of a run of the command. */
export interface Outcome {
  /** The subcommand. */
  readonly subcommand: string;
  /** The limit that the command exceeded, or `itself` if the command ended on its own. */
  readonly endedBy: 'itself' | 'CPU time' | 'idle time' | 'memory';
  readonly status: number;
  readonly cpuSeconds: number;
  readonly peakBytes: number;
  /** The commands of the processes that the command left running. */
  readonly leftProcesses: string[];
  readonly output: string;
  readonly outputBytes: number;
  /** Files and folders that were created, changed or removed outside of the permitted locations. */
  readonly changes: string[];
  /** Remote hosts to which the command connected. */
  readonly connections: string[];
}

/** The content of a file that must not appear in the output. */
export const SECRET = 'the-secret-of-the-user-7f3a';

const ROOT = path.join(__dirname, '../../..');
export const COMMAND = path.join(ROOT, 'assets/cli/index.js');
export const TRITON_CHECK = path.join(ROOT, 'triton-check/triton-check.js');

/** The CPU time after which the command is killed, because it probably hangs. */
const MAXIMUM_CPU_SECONDS = 45;
/** The time without CPU usage after which the command is killed, because it probably hangs. */
const MAXIMUM_IDLE_SECONDS = 60;
const MAXIMUM_MEMORY_BYTES = 3 * 2 ** 30;
/** The size of the beginning of the output that is checked. */
const MAXIMUM_CHECKED_OUTPUT_BYTES = 4 * 2 ** 20;

/** Runs the command on the input, in new folders and with a new home folder. */
export async function runHostile(input: HostileInput): Promise<Outcome> {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'h-')));
  try {
    const folder = createFolder(root, 'in');
    const userFolders = {
      home: createFolder(root, 'home'),
      cwd: createFolder(root, 'cwd'),
      elsewhere: createFolder(root, 'elsewhere'),
      temporary: createFolder(root, 'tmp'),
    };
    fs.writeFileSync(path.join(userFolders.elsewhere, 'secret.json'), JSON.stringify({ secret: SECRET }));
    fs.writeFileSync(path.join(userFolders.elsewhere, 'secret.txt'), `${SECRET}\n`);
    await input.write(folder, userFolders);
    return await runAndMeasure(root, folder, userFolders, input);
  } finally {
    await removeAll(root);
  }
}

async function runAndMeasure(
  root: string,
  folder: string,
  userFolders: UserFolders,
  input: HostileInput,
): Promise<Outcome> {
  const [stdout, stderr, result, connections] = ['stdout', 'stderr', 'result', 'connections'].map((name) =>
    path.join(root, name),
  );
  const before = snapshotOf(root);
  const stopAction = input.meanwhile?.(folder, userFolders);
  const [stdoutDescriptor, stderrDescriptor] = [stdout, stderr].map((file) => fs.openSync(file, 'w'));
  const args = input.args(folder, userFolders);
  const program = [process.execPath, input.program ?? COMMAND, ...args];
  const command = input.shell === undefined ? program : ['bash', '-c', input.shell, 'bash', ...program];
  const limits = [MAXIMUM_CPU_SECONDS, MAXIMUM_IDLE_SECONDS, MAXIMUM_MEMORY_BYTES].map(String);
  await new Promise<void>((resolve, reject) => {
    const child = execFile(
      'python3',
      [path.join(__dirname, 'measure.py'), result, ...limits, ...redirectToFiles(command)],
      {
        cwd: userFolders.cwd,
        env: {
          PATH: process.env.PATH,
          HOME: userFolders.home,
          TMPDIR: userFolders.temporary,
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
      },
    );
    child.on('error', reject);
    child.on('exit', () => resolve());
  });
  [stdoutDescriptor, stderrDescriptor].forEach((descriptor) => fs.closeSync(descriptor));
  stopAction?.();
  const isAllowed = (name: string): boolean =>
    /^(stdout|stderr|result|connections)$/.test(name) ||
    /^home\/\.cache(\/cdk-sagemaker-triton(\/|$)|$)/.test(name) ||
    (name.startsWith('in/') && input.mayWrite?.test(name.slice('in/'.length)) === true);
  return {
    subcommand: input.program === undefined ? (args[0] ?? '') : 'check',
    ...(JSON.parse(fs.readFileSync(result, 'utf8')) as Omit<Outcome, 'subcommand'>),
    output: readBeginning(stdout) + readBeginning(stderr),
    outputBytes: fs.statSync(stdout).size + fs.statSync(stderr).size,
    changes: changesBetween(before, snapshotOf(root)).filter((change) => !isAllowed(change.replace(/^\S+ /, ''))),
    connections: fs.existsSync(connections) ? fs.readFileSync(connections, 'utf8').trim().split('\n') : [],
  };
}

/** Adds a redirection of the output to files. With a pipe that no process reads, the program would block. */
function redirectToFiles(program: string[]): string[] {
  return ['bash', '-c', 'exec "$@" </dev/null >"$STDOUT" 2>"$STDERR"', 'bash', ...program];
}

function createFolder(root: string, name: string): string {
  const folder = path.join(root, name);
  fs.mkdirSync(folder);
  return folder;
}

function readBeginning(file: string): string {
  const descriptor = fs.openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(Math.min(fs.fstatSync(descriptor).size, MAXIMUM_CHECKED_OUTPUT_BYTES));
    fs.readSync(descriptor, buffer, 0, buffer.length, 0);
    return buffer.toString();
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Deletes a folder, even if it contains read-only folders or paths that are too long for Node.js. */
async function removeAll(root: string): Promise<void> {
  await promisify(execFile)('bash', ['-c', 'chmod -R u+rwX -- "$1" 2>/dev/null; rm -rf -- "$1"', 'bash', root]);
}
