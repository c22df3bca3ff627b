import { once } from 'events';
import { spawn } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { installedProgram } from '../../lib/files/installed-program';
import { readRegularFile } from '../../lib/files/regular-file';
import { printOutput } from '../output/print';
import { NegativeResultError } from '../run-program';
import { EngineFileDescription, readEngine } from './engine-file';
import type { PlannedBuild } from './plan-build';
import { writeSource } from './source-folder';

/** Paths of the folders in the container: the same as in a SageMaker training job. */
const SOURCE_IN_CONTAINER = '/opt/ml/input/data/source';
const OUTPUT_IN_CONTAINER = '/opt/ml/model';
/** The folder and the name of the file to which the build program writes the reason for a failure. */
const MESSAGES_IN_CONTAINER = '/opt/ml/output';
const MESSAGE_FILE = 'failure';
const MAX_MESSAGE_BYTES = 64 * 1024;
/** Signals that end the build and this command. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Returns the `docker` command that runs the build, as a list of words.
 *
 * @param source the source folder
 * @param out the folder for the engine
 * @param messages the folder for the file with the reason for a failure. By default, the container only prints the reason
 */
export function dockerCommand(image: string, source: string, out: string, messages?: string): string[] {
  const { uid, gid } = os.userInfo();
  return [
    ...['docker', 'run', '--rm', '--gpus', 'all', '--shm-size', '1g'],
    // The user that runs this command owns the files that the container writes.
    ...['--user', `${uid}:${gid}`, '--env', 'HOME=/tmp'],
    ...[
      '--volume',
      `${path.resolve(source)}:${SOURCE_IN_CONTAINER}:ro`,
      '--volume',
      `${path.resolve(out)}:${OUTPUT_IN_CONTAINER}`,
    ],
    ...(messages === undefined ? [] : ['--volume', `${path.resolve(messages)}:${MESSAGES_IN_CONTAINER}`]),
    ...[image, 'python3', `${SOURCE_IN_CONTAINER}/script/build.py`],
    ...['--source', SOURCE_IN_CONTAINER, '--output', OUTPUT_IN_CONTAINER],
    ...['--message', `${messages === undefined ? '/tmp' : MESSAGES_IN_CONTAINER}/${MESSAGE_FILE}`],
  ];
}

/**
 * Runs the build, and prints the output of the container on standard error. The sources are in a temporary folder below the output folder.
 *
 * @returns the description of the engine
 * @throws with the reason if the build fails
 */
export async function runBuild(
  { image, files }: Pick<PlannedBuild, 'image' | 'files'>,
  out: string,
): Promise<EngineFileDescription> {
  fs.mkdirSync(out, { recursive: true });
  const temporaryFolder = fs.mkdtempSync(path.join(out, 'build-'));
  const [source, messages] = ['source', 'messages'].map((name) => path.join(temporaryFolder, name));
  try {
    fs.mkdirSync(messages, { recursive: true });
    writeSource(files, source);
    const exit = await runToExit(dockerCommand(image, source, out, messages));
    if (exit !== 0) throw new NegativeResultError(readFailureReason(messages) || `docker ended with ${exit}`);
    return readEngine(out);
  } finally {
    fs.rmSync(temporaryFolder, { recursive: true, force: true });
  }
}

/** Runs a program, and returns its exit status or the signal that ended it. Forwards signals to the program. */
async function runToExit([command, ...args]: string[]): Promise<string | number> {
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
  // The handlers are added before the program starts: without them, a signal right after the start would end only this process.
  for (const signal of SIGNALS) process.on(signal, forward);
  const child = spawn(command, args, { ...installedProgram(), stdio: ['ignore', 'pipe', 'pipe'] });
  printOutput(child.stdout);
  printOutput(child.stderr);
  try {
    await once(child, 'close');
    return child.signalCode ?? (child.exitCode === 0 ? 0 : `status ${child.exitCode}`);
  } catch (error) {
    throw new Error(`docker cannot be started: ${(error as Error).message}`);
  } finally {
    for (const signal of SIGNALS) process.off(signal, forward);
  }
}

function readFailureReason(messages: string): string | undefined {
  const file = path.join(messages, MESSAGE_FILE);
  if (!fs.existsSync(file)) return undefined;
  return readRegularFile(file, { maximumBytes: MAX_MESSAGE_BYTES, within: messages }).toString().trim();
}
