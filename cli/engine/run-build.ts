import { once } from 'events';
import { spawn } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { temporaryName } from '../../lib/platform/temporary-name';
import { NegativeResult } from '../run-program';
import type { BuiltEngine } from './engine-file';
import { readEngine } from './engine-file';
import type { PlannedBuild } from './plan-build';
import { writeSource } from './source-folder';

/** Where the container sees the folders: as in a processing job. */
const SOURCE = '/opt/ml/processing/input/source';
const OUTPUT = '/opt/ml/processing/output';
/** The folder of the file in which the program states why it failed. */
const MESSAGES = '/opt/ml/output';
const MESSAGE = 'message';
/** What ends the build, and so this command. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * The command that builds, for a shell or as its words.
 *
 * @param source the source folder
 * @param out the folder that gets the engine
 * @param messages the folder that gets the reason of a failure. By default it is gone with the container, which prints the reason, too
 */
export function dockerCommand(image: string, source: string, out: string, messages?: string): string[] {
  const { uid, gid } = os.userInfo();
  return [
    ...['docker', 'run', '--rm', '--gpus', 'all', '--shm-size', '1g'],
    // What it writes belongs to the user.
    ...['--user', `${uid}:${gid}`, '--env', 'HOME=/tmp'],
    ...['--volume', `${path.resolve(source)}:${SOURCE}:ro`, '--volume', `${path.resolve(out)}:${OUTPUT}`],
    ...(messages === undefined ? [] : ['--volume', `${path.resolve(messages)}:${MESSAGES}`]),
    ...[image, 'python3', `${SOURCE}/script/build.py`],
    ...['--source', SOURCE, '--output', OUTPUT],
    ...['--message', `${messages === undefined ? '/tmp' : MESSAGES}/${MESSAGE}`],
  ];
}

/**
 * Builds, with the container's output on standard error. What the engine is built from is in a temporary folder of the output.
 *
 * @returns what the build says of the engine
 * @throws why there is none
 */
export async function runBuild(
  { image, files }: Pick<PlannedBuild, 'image' | 'files'>,
  out: string,
): Promise<BuiltEngine> {
  const temporary = temporaryName(path.join(out, 'build'));
  const [source, messages] = ['source', 'messages'].map((name) => path.join(temporary, name));
  try {
    fs.mkdirSync(messages, { recursive: true });
    writeSource(files, source);
    const ended = await endOf(dockerCommand(image, source, out, messages));
    if (ended !== 0) throw new NegativeResult(failureIn(messages) || `docker ended with ${ended}`);
    return readEngine(out);
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true });
  }
}

/** Exit status of a program, or the signal that ended it. What is to end this process ends the program first. */
async function endOf([command, ...words]: string[]): Promise<string | number> {
  const child = spawn(command, words, { stdio: ['ignore', process.stderr, process.stderr] });
  const end = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, end);
  try {
    await once(child, 'close');
    return child.signalCode ?? (child.exitCode === 0 ? 0 : `status ${child.exitCode}`);
  } catch (error) {
    throw new Error(`docker cannot be started: ${(error as Error).message}`);
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
  }
}

function failureIn(messages: string): string | undefined {
  const file = path.join(messages, MESSAGE);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : undefined;
}
