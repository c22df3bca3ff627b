import { spawnSync } from 'child_process';
import { PythonPackagesError } from './python-packages-error';

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
 * download the Python of the target if the host has a different one.
 */
export function targetArguments({ python, platform }: PythonTarget): string[] {
  return ['--python', '>=3', '--python-version', python, '--python-platform', platform, '--only-binary', ':all:'];
}

/**
 * Runs uv, the package manager for Python. Its settings, such as those of a private index, apply: environment variables, and the files of
 * the folder.
 *
 * @param subject the file or packages that the run is for, to begin the error message
 * @throws PythonPackagesError if uv is missing or reports an error
 */
export function runUv(args: string[], folder: string, subject: string, target: PythonTarget): void {
  const { error, status, signal, stderr } = spawnSync('uv', [...args, '--quiet', '--no-progress', '--color', 'never'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    maxBuffer: Infinity,
    env: environment(),
  });
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') {
    throw new PythonPackagesError(
      `${subject}: uv, which downloads packages that are not in the cache, is not installed; install it: ${INSTALL_UV}`,
    );
  }
  if (error) throw error;
  if (status !== 0)
    throw new PythonPackagesError(`${subject}: ${explain(stderr || `uv ended with ${signal ?? status}`, target)}`);
}

/**
 * The environment variables, without those that contradict the arguments. Packages are installed one after the other, because the last of
 * several files with the same path wins.
 */
function environment(): NodeJS.ProcessEnv {
  const {
    UV_COMPILE_BYTECODE: _,
    UV_OVERRIDE: __,
    UV_WORKING_DIRECTORY: ___,
    UV_WORKING_DIR: ____,
    ...others
  } = process.env;
  return { ...others, UV_CONCURRENT_INSTALLS: '1' };
}

/** Describes an error of uv in one sentence with a fix. */
export function explain(stderr: string, { python, platform }: PythonTarget): string {
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
    return `${missing} is not in the index; correct the name, or set the index in a uv.toml next to the file or in UV_INDEX`;
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
