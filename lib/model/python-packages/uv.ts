import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { searchPath } from '../../files/installed-program';
import { PythonPackagesError } from './python-packages-error';
import { withoutSecrets } from './without-secrets';

/** What packages are resolved and installed for. */
export interface PythonTarget {
  /** Python version, such as `3.10`. */
  readonly python: string;
  /** Platform in the notation of uv. */
  readonly platform: string;
}

const INSTALL_UV = 'https://docs.astral.sh/uv/getting-started/installation';

/**
 * Arguments that make uv use wheels for the target, and run no code of packages. uv itself needs any Python. Without `--python`, it would
 * download the Python of the target if the host has a different one. Without `--system`, it would run the Python of a `.venv` in a parent folder.
 */
export function targetArguments({ python, platform }: PythonTarget): string[] {
  return [
    ...['--python', '>=3', '--system', '--python-version', python, '--python-platform', platform],
    ...['--only-binary', ':all:'],
  ];
}

/** Files that end the search of uv for its settings, which it begins in its folder and continues in the parent folders. */
const ENDS_OF_SEARCH = ['uv.toml', 'pyproject.toml'];

/** Environment variables of uv with paths, which can be relative to the folder of the user, and the separators of lists of paths. */
const PATH_VARIABLES: [variable: string, separator?: string][] = [
  ['UV_CONFIG_FILE'],
  ['UV_CACHE_DIR'],
  ['UV_FIND_LINKS', ','],
  ['UV_CONSTRAINT', ' '],
];

/**
 * Runs uv, the package manager for Python, in an empty folder. uv runs the Python and applies the settings that it finds in its folder and in
 * the parent folders: in the folder of a model, a model of a stranger would run its code. Only the settings of the user apply, such as those
 * of a private index: environment variables, and the files in the folders for the settings of uv.
 *
 * @param args arguments with absolute paths
 * @param folder a folder whose programs are not started, even if it is in PATH
 * @param subject the file or packages that the run is for, to begin the error message
 * @throws PythonPackagesError if uv is missing or reports an error
 */
export function runUv(args: string[], folder: string, subject: string, target: PythonTarget): void {
  const emptyFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'uv-'));
  try {
    for (const name of ENDS_OF_SEARCH) fs.writeFileSync(path.join(emptyFolder, name), '');
    const { error, status, signal, stderr } = spawnSync(
      'uv',
      [...args, '--quiet', '--no-progress', '--color', 'never'],
      {
        cwd: emptyFolder,
        encoding: 'utf8',
        stdio: ['ignore', 'ignore', 'pipe'],
        maxBuffer: Infinity,
        env: environment(folder),
      },
    );
    if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') {
      throw new PythonPackagesError(
        `${subject}: uv, which downloads packages that are not in the cache, is not installed; install it: ${INSTALL_UV}`,
      );
    }
    if (error) throw error;
    if (status === 0) return;
    throw new PythonPackagesError(`${subject}: ${explain(stderr || `uv ended with ${signal ?? status}`, target)}`);
  } finally {
    fs.rmSync(emptyFolder, { recursive: true, force: true });
  }
}

/**
 * The environment variables, without those that contradict the arguments. Packages are installed one after the other, because the last of
 * several files with the same path wins.
 */
function environment(folder: string): NodeJS.ProcessEnv {
  const {
    UV_COMPILE_BYTECODE: _,
    UV_OVERRIDE: __,
    UV_WORKING_DIRECTORY: ___,
    UV_WORKING_DIR: ____,
    UV_PROJECT: _____,
    ...others
  } = process.env;
  for (const [name, separator] of PATH_VARIABLES)
    if (others[name]) others[name] = absolutePaths(others[name], separator);
  return { ...others, PATH: searchPath(folder), UV_CONCURRENT_INSTALLS: '1' };
}

/** Makes a path or the paths in a list absolute, and keeps URLs. */
function absolutePaths(list: string, separator?: string): string {
  const isUrl = (each: string): boolean => /^[\w+-]+:\/\//.test(each);
  return (separator === undefined ? [list] : list.split(separator))
    .map((each) => (each === '' || isUrl(each) ? each : path.resolve(each)))
    .join(separator);
}

/** Describes an error of uv in one sentence with a fix. */
export function explain(output: string, { python, platform }: PythonTarget): string {
  const stderr = withoutSecrets(output);
  const text = stderr
    .replaceAll(/[×╰─▶│├]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const [beforeConclusion, conclusion] = text.split(', we can conclude');
  const reason = conclusion === undefined ? undefined : beforeConclusion.split('Because ')[1];
  const [beforeWheels, afterWheels] = text.split(/ (?:has|have) no (?:usable )?wheels/);
  if (reason !== undefined && afterWheels !== undefined) {
    return (
      `${beforeWheels.split(' ').at(-1)} has no wheel for Python ${python} on ${platform}; require a version with a wheel, pack an ` +
      'environment of your own (EXECUTION_ENV_PATH), or use your own image'
    );
  }
  if (text.includes('python-build-standalone')) return 'uv needs Python, and cannot download it; install Python 3';
  if (/unexpected argument|invalid value/.test(text)) return `this version of uv is too old (${text}); update uv`;
  if (/network was disabled|error sending request|dns error|Failed to fetch/i.test(text)) {
    const [url = ''] = /https?:\/\/[^\s)`]+/.exec(text) ?? [];
    const cause = text.includes('network was disabled') ? 'the network is disabled' : lastCause(stderr);
    return `packages that are not in the cache cannot be downloaded from ${url ? new URL(url).host : 'the index'} (${cause})`;
  }
  const [beforeMissing, afterMissing] = text.split(
    / was not found in the (?:package registry|provided package locations)/,
  );
  const missing = afterMissing === undefined ? undefined : beforeMissing.split(' ').at(-1);
  if (missing !== undefined) {
    return `${missing} is not in the index; correct the name, or set the index in UV_INDEX`;
  }
  if (text.includes('Hash mismatch')) {
    const [, name] = /Hash mismatch for `([^`]+)`/.exec(text) ?? [];
    return `${name} in the index has a different hash than in the lock; if the index is right, lock the packages again`;
  }
  if (reason !== undefined) return `no version of a package fits: ${reason}`;
  return text
    .replace(/^error: /, '')
    .replaceAll(' cause: ', ': ')
    .replaceAll(/ \^+/g, '');
}

/** The innermost cause of an error, which uv prints last. */
function lastCause(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.replaceAll(/[×╰─▶│├]/g, ' ').trim());
  const causes = lines.filter((line) => line !== '' && !line.startsWith('hint:'));
  return causes.at(-1)?.replace(/^(?:error|cause): /, '') ?? '';
}
