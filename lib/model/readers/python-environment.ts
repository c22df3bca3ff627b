import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { mostOf, OverLimit } from '../../findings/limits';
import { cacheFolder } from '../../platform/cache-folder';

/** What a Python environment has. */
export interface PythonEnvironment {
  /** `3.10`; undefined when its files do not tell. */
  readonly python?: string;
  /** What its code can import, besides what Python itself has. */
  readonly modules: string[];
}

const read = new Map<string, PythonEnvironment | undefined>();

/** What a packed environment has; undefined for a file that is no archive. An archive is listed once, as long as it stays the same. */
export function readPackedEnvironment(file: string): PythonEnvironment | undefined {
  const { dev, ino, size, mtimeMs, ctimeMs } = fs.statSync(file);
  const key = [dev, ino, size, mtimeMs, ctimeMs].join('-');
  if (!read.has(key)) read.set(key, readKept(path.join(cacheFolder('environments'), key)) ?? list(file, key));
  return read.get(key);
}

function readKept(entry: string): PythonEnvironment | undefined {
  try {
    return JSON.parse(fs.readFileSync(entry, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Milliseconds in which this process has listed archives. */
let spent = 0;

/** Such archives have gigabytes: tar needs no memory for them, and knows how they are compressed. */
function list(file: string, key: string): PythonEnvironment | undefined {
  const start = Date.now();
  const remaining = Math.ceil(mostOf('listingSeconds') * 1000 - spent);
  if (remaining <= 0) throw new OverLimit(file, 'listingSeconds');
  const { status, stdout, error } = spawnSync('tar', ['-tf', file], {
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: mostOf('listingBytes'),
    timeout: remaining,
    killSignal: 'SIGKILL',
  });
  spent += Date.now() - start;
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'ENOBUFS') throw new OverLimit(file, 'listingBytes');
  if (code === 'ETIMEDOUT') throw new OverLimit(file, 'listingSeconds');
  if (status !== 0) return undefined;
  const environment = environmentOf(linesOf(stdout));
  try {
    fs.mkdirSync(cacheFolder('environments'), { recursive: true });
    fs.writeFileSync(path.join(cacheFolder('environments'), key), JSON.stringify(environment));
  } catch {
    // Without a folder that can be written, each synth reads the archive.
  }
  return environment;
}

/** One line after the other: all of them as texts would take ten times the memory. */
function* linesOf(output: Buffer): Iterable<string> {
  for (let start = 0, end = 0; start < output.length; start = end + 1) {
    end = output.indexOf(10, start);
    if (end === -1) end = output.length;
    yield output.toString('utf8', start, end);
  }
}

/** What an environment of these files has. */
export function environmentOf(paths: Iterable<string>): PythonEnvironment {
  let python: string | undefined;
  const modules = new Set<string>();
  for (const each of paths) {
    const [, version, rest] = /^(?:\.\/)?lib\/python(3\.\d+)\/(.+)$/.exec(each) ?? [];
    if (version === undefined) continue;
    python ??= version;
    const [module] = rest
      .replace(/^(?:site-packages|lib-dynload)\//, '')
      .split('/')[0]
      .split('.');
    if (/^\w+$/.test(module)) modules.add(module);
  }
  return { python, modules: [...modules].sort() };
}
