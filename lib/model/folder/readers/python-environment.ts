import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { limitOf, LimitExceededError } from '../../../findings/limits';
import { cacheFolder } from '../../../files/cache-folder';

/** Python version and modules of a Python environment. */
export interface PythonEnvironment {
  /** Version such as `3.10`. Undefined if the files do not indicate the version. */
  readonly python?: string;
  /** Modules that code can import, in addition to the standard library. */
  readonly modules: string[];
}

const environmentsByKey = new Map<string, PythonEnvironment | undefined>();

/** Reads a packed environment. Undefined for a file that is not an archive. The result is cached until the archive changes. */
export function readPackedEnvironment(file: string): PythonEnvironment | undefined {
  const { dev, ino, size, mtimeMs, ctimeMs } = fs.statSync(file);
  const key = [dev, ino, size, mtimeMs, ctimeMs].join('-');
  if (!environmentsByKey.has(key)) {
    environmentsByKey.set(key, readCacheEntry(path.join(cacheFolder('environments'), key)) ?? readArchive(file, key));
  }
  return environmentsByKey.get(key);
}

function readCacheEntry(entry: string): PythonEnvironment | undefined {
  try {
    return JSON.parse(fs.readFileSync(entry, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Time that this process has spent on listing archives. */
let listingMilliseconds = 0;

/** Reads an environment from the list of files that tar prints. tar detects the compression, and requires little memory for gigabytes. */
function readArchive(file: string, key: string): PythonEnvironment | undefined {
  const start = Date.now();
  const remainingMilliseconds = Math.ceil(limitOf('listingSeconds') * 1000 - listingMilliseconds);
  if (remainingMilliseconds <= 0) throw new LimitExceededError(file, 'listingSeconds');
  const { status, stdout, error } = spawnSync('tar', ['-tf', file], {
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: limitOf('listingBytes'),
    timeout: remainingMilliseconds,
    killSignal: 'SIGKILL',
  });
  listingMilliseconds += Date.now() - start;
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'ENOBUFS') throw new LimitExceededError(file, 'listingBytes');
  if (code === 'ETIMEDOUT') throw new LimitExceededError(file, 'listingSeconds');
  if (status !== 0) return undefined;
  const environment = environmentOf(splitLines(stdout));
  try {
    fs.mkdirSync(cacheFolder('environments'), { recursive: true });
    fs.writeFileSync(path.join(cacheFolder('environments'), key), JSON.stringify(environment));
  } catch {
    // If the cache folder is not writable, each synth lists the archive again.
  }
  return environment;
}

/** Yields one line at a time, because an array of all lines would require ten times the memory. */
function* splitLines(output: Buffer): Iterable<string> {
  for (let start = 0, end = 0; start < output.length; start = end + 1) {
    end = output.indexOf(10, start);
    if (end === -1) end = output.length;
    yield output.toString('utf8', start, end);
  }
}

/** Finds the Python version and the modules of an environment from the paths of its files. */
export function environmentOf(paths: Iterable<string>): PythonEnvironment {
  let python: string | undefined;
  const modules = new Set<string>();
  for (const each of paths) {
    const [, version, pathInLibrary] = /^(?:\.\/)?lib\/python(3\.\d+)\/(.+)$/.exec(each) ?? [];
    if (version === undefined) continue;
    python ??= version;
    const [module] = pathInLibrary
      .replace(/^(?:site-packages|lib-dynload)\//, '')
      .split('/')[0]
      .split('.');
    if (/^\w+$/.test(module)) modules.add(module);
  }
  return { python, modules: [...modules].sort() };
}
