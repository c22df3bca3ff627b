import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
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

/** Such archives have gigabytes: tar needs no memory for them, and knows how they are compressed. */
function list(file: string, key: string): PythonEnvironment | undefined {
  const { status, stdout } = spawnSync('tar', ['-tf', file], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 29,
  });
  if (status !== 0) return undefined;
  const environment = environmentOf(stdout.split('\n'));
  try {
    fs.mkdirSync(cacheFolder('environments'), { recursive: true });
    fs.writeFileSync(path.join(cacheFolder('environments'), key), JSON.stringify(environment));
  } catch {
    // Without a folder that can be written, each synth reads the archive.
  }
  return environment;
}

/** What an environment of these files has. */
export function environmentOf(paths: string[]): PythonEnvironment {
  const libraries = paths.flatMap((each) => {
    const [, python, rest] = /^(?:\.\/)?lib\/python(3\.\d+)\/(.+)$/.exec(each) ?? [];
    return python === undefined ? [] : [{ python, rest: rest.replace(/^(?:site-packages|lib-dynload)\//, '') }];
  });
  const modules = libraries.map(({ rest }) => rest.split('/')[0].split('.')[0]);
  return { python: libraries[0]?.python, modules: [...new Set(modules)].filter((name) => /^\w+$/.test(name)).sort() };
}
