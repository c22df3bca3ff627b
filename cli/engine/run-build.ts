import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { HashedFile } from '../../lib/artifacts/repository-file';
import { writeAtomically } from '../../lib/artifacts/write-atomically';
import { NegativeResult } from '../run-program';

/** Where the container sees the folders: as in a processing job. */
const SOURCE = '/opt/ml/processing/input/source';
const OUTPUT = '/opt/ml/processing/output';
/** What the program writes when it fails. */
const MESSAGE = 'failure.txt';

/**
 * Fills the source folder anew.
 *
 * @throws when the folder has other files than those of a build
 */
export function writeSource(files: HashedFile[], folder: string): void {
  const isOther = fs.existsSync(folder) && fs.readdirSync(folder).length > 0 && !fs.existsSync(`${folder}/build.json`);
  if (isOther) throw new Error(`${folder} contains files that no build wrote; choose a different folder with --out`);
  writeAtomically(folder, (temporary) => {
    for (const { path: name, source, content = '' } of files) {
      const target = path.join(temporary, name);
      fs.mkdirSync(path.dirname(target), { recursive: true });
      if (source === undefined) fs.writeFileSync(target, content);
      else fs.copyFileSync(source, target, fs.constants.COPYFILE_FICLONE);
    }
    fs.rmSync(folder, { recursive: true, force: true });
  });
}

/**
 * The command that builds, for a shell or as its words.
 *
 * @param source the source folder
 * @param out the folder that gets the engine
 */
export function dockerCommand(image: string, source: string, out: string): string[] {
  const { uid, gid } = os.userInfo();
  return [
    ...['docker', 'run', '--rm', '--gpus', 'all', '--shm-size', '1g'],
    // What it writes belongs to the user.
    ...['--user', `${uid}:${gid}`, '--env', 'HOME=/tmp'],
    ...['--volume', `${path.resolve(source)}:${SOURCE}:ro`, '--volume', `${path.resolve(out)}:${OUTPUT}`],
    ...[image, 'python3', `${SOURCE}/script/build.py`],
    ...['--source', SOURCE, '--output', OUTPUT, '--message', `${OUTPUT}/${MESSAGE}`],
  ];
}

/**
 * Builds, with the container's output on standard error.
 *
 * @returns what the build says of the engine
 * @throws why there is none
 */
export function runBuild(image: string, source: string, out: string): BuiltEngine {
  fs.rmSync(path.join(out, MESSAGE), { force: true });
  const [command, ...words] = dockerCommand(image, source, out);
  const { status, error } = spawnSync(command, words, { stdio: ['ignore', process.stderr, process.stderr] });
  if (error) throw new Error(`docker cannot be started: ${error.message}`);
  if (status !== 0) throw new NegativeResult(failureIn(out) ?? `docker ended with status ${status}`);
  return readEngine(out);
}

/** What is read of `model.plan.json`. */
export interface BuiltEngine {
  readonly bytes: number;
  readonly latency?: { profile: number; batch: number; median: number; p99: number; throughput: number }[];
}

function readEngine(out: string): BuiltEngine {
  const plan = path.join(out, 'model.plan');
  const size = fs.statSync(plan, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new Error(`the build wrote no ${plan}`);
  const engine = JSON.parse(fs.readFileSync(`${plan}.json`, 'utf8')) as BuiltEngine;
  if (engine.bytes !== size) throw new Error(`${plan} has ${size} bytes; ${plan}.json has ${engine.bytes}`);
  return engine;
}

function failureIn(out: string): string | undefined {
  const file = path.join(out, MESSAGE);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : undefined;
}
