import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { imagePackages as packagesOfImage } from '../../lib/facts/image-packages';
import { OLDEST_PLATFORM, platformOf } from '../../lib/facts/python-platforms';
import { findTritonRelease, nearestReleases } from '../../lib/facts/triton-releases';
import { writeAtomically } from '../../lib/files/write-atomically';
import { shellWord } from '../output/shell-word';
import {
  digestOfRequirements,
  formatLock,
  isLock,
  LOCK_COMMAND,
  LockTarget,
  parseLock,
} from '../../lib/model/python-packages/packages-lock';
import { includedFile, isProject, lockFileOf, requirementFiles } from '../../lib/model/python-packages/python-packages';
import {
  nameOfRequirement,
  PACKAGE_WITH_VERSION,
  parseRequirement,
  requirementLines,
} from '../../lib/model/python-packages/requirements';
import { PythonPackagesError } from '../../lib/model/python-packages/python-packages-error';
import { runUv, targetArguments } from '../../lib/model/python-packages/uv';

export interface LockPackagesOptions {
  readonly release: string;
  readonly python?: string;
  readonly imagePackage: string[];
  readonly upgrade?: boolean;
}

/** The lock that was written. */
export interface WrittenLock {
  readonly lockFile: string;
  readonly python: string;
  /** Number of deployed packages. */
  readonly count: number;
  /** Packages of the image, which are not deployed. */
  readonly imagePackages: string[];
  /** Packages whose versions in the uv.lock do not work with the image: `httpx 0.27.2 instead of 0.28.1`. */
  readonly otherVersions: string[];
}

/**
 * Resolves the packages for the image, and writes their lock.
 *
 * @throws PythonPackagesError if no versions of the packages fit together, or uv cannot be run
 */
export function lockPackages(file: string, options: LockPackagesOptions): WrittenLock {
  const source = path.resolve(file);
  if (!fs.existsSync(source)) throw new Error(`${file} does not exist`);
  if (!fs.statSync(source).isFile()) {
    throw new Error(`${file} is a folder; allowed: its requirements.txt or its pyproject.toml`);
  }
  requirePackageNames(source);
  const lockFile = lockFileOf(source);
  const existing = fs.statSync(lockFile, { throwIfNoEntry: false });
  if (existing && !(existing.isFile() && isLock(fs.readFileSync(lockFile, 'utf8')))) {
    throw new Error(`${lockFile} is not a file that this command wrote, so it is not replaced; rename it`);
  }
  const target = targetOf(source, options);
  const { requirements, projectVersions } = resolve(source, lockFile, target, options.upgrade === true);
  const { packages } = parseLock(formatLock(target, '', requirements), lockFile);
  const imagePackages = target.imagePackages.filter((each) => packages.has(nameOfRequirement(each)));
  const text = formatLock({ ...target, imagePackages }, commandLine(source, options), requirements);
  writeAtomically(lockFile, (temporary) => fs.writeFileSync(temporary, text));
  const otherVersions = [...packages].flatMap(([name, { version, isOfImage }]) => {
    const projectVersion = projectVersions.get(name) ?? version;
    return isOfImage || projectVersion === version ? [] : [`${name} ${version} instead of ${projectVersion}`];
  });
  return { lockFile, python: target.python, count: packages.size - imagePackages.length, imagePackages, otherVersions };
}

/**
 * Rejects requirements that are not packages of an index, and whose code uv would run, such as `-e .`. Also rejects options, such as those of
 * indexes, which can contain passwords, and which synthesis would not read.
 */
function requirePackageNames(source: string): void {
  if (isProject(source)) return;
  for (const file of requirementFiles(source)) {
    const name = path.basename(file);
    for (const line of requirementLines(fs.readFileSync(file, 'utf8'))) {
      const included = includedFile(line, path.dirname(file));
      if (included !== undefined && !fs.statSync(included, { throwIfNoEntry: false })?.isFile())
        throw new Error(`${name}: got '${line}'; allowed: a file that exists`);
      if (included !== undefined || parseRequirement(line)) continue;
      throw new Error(
        /^--?(?!e\b|editable)/.test(line)
          ? `${name}: got ${line.split(/[\s=]/)[0]}; allowed: packages. Set indexes in a uv.toml next to the file or in UV_INDEX, which synthesis also reads`
          : `${name}: got '${line}'; allowed: a package of an index, with its versions. Build a wheel, and publish it to an index`,
      );
    }
  }
}

function targetOf(source: string, { release, python: ownPython, imagePackage }: LockPackagesOptions): LockTarget {
  const python = ownPython ?? findTritonRelease(release)?.python;
  if (python === undefined) {
    throw new Error(
      `--release: got '${release}', whose Python is not known; allowed: a release such as ${nearestReleases(release).join(' or ')}, or --python for your own image`,
    );
  }
  if (!/^3\.\d{1,2}$/.test(python)) throw new Error(`--python: got '${python}'; allowed: a version such as 3.12`);
  const wrong = imagePackage.find((each) => !PACKAGE_WITH_VERSION.test(each));
  if (wrong !== undefined) {
    throw new Error(`--image-package: got '${wrong}'; allowed: a package with its version, such as torch==2.7.1`);
  }
  const ofRelease = ownPython === undefined ? packagesOfImage(release).certain : [];
  const byName = new Map([...ofRelease, ...imagePackage].map((each) => [nameOfRequirement(each), each]));
  return {
    python,
    platform: ownPython === undefined ? platformOf(python) : OLDEST_PLATFORM,
    ...(ownPython === undefined && { release }),
    imagePackages: [...byName.values()],
    requirements: digestOfRequirements(requirementFiles(source)),
  };
}

/** The command without the path of the file, which is next to the lock. */
function commandLine(source: string, { release, python, imagePackage }: LockPackagesOptions): string {
  const image = python === undefined ? ['--release', release] : ['--python', python];
  const packages = imagePackage.flatMap((each) => ['--image-package', each]);
  return [LOCK_COMMAND, ...[path.basename(source), ...image, ...packages].map(shellWord)].join(' ');
}

/** The packages with exact versions. */
interface Resolution {
  /** A requirements file with hashes. */
  readonly requirements: string;
  /** The versions in the uv.lock of the project. Empty without a uv.lock. */
  readonly projectVersions: ReadonlyMap<string, string>;
}

function resolve(source: string, lockFile: string, target: LockTarget, upgrade: boolean): Resolution {
  const folder = path.dirname(source);
  const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'lock-packages-'));
  // uv names its files in comments and errors. The path of the work folder differs in each run.
  const withoutWorkFolder = (text: string): string => text.replaceAll(`${workFolder}${path.sep}`, '');
  try {
    // uv keeps the versions of an existing output file if they fit.
    const output = path.join(workFolder, path.basename(lockFile));
    const hasProjectLock = isProject(source) && requirementFiles(source).length > 1;
    if (hasProjectLock) exportProject(folder, output, target);
    else if (!upgrade && isReadable(lockFile)) fs.copyFileSync(lockFile, output);
    const projectVersions = hasProjectLock ? versionsIn(fs.readFileSync(output, 'utf8')) : new Map<string, string>();
    const constraints = path.join(workFolder, 'image');
    fs.writeFileSync(constraints, [...target.imagePackages, ...possiblePackagesOf(target)].join('\n'));
    runUv(
      [
        ...['pip', 'compile', path.basename(source), '--output-file', output, '--generate-hashes', '--no-header'],
        '--no-sources', // paths, repositories and indexes of a project, which a lock cannot contain
        ...targetArguments(target),
        ...['--constraints', constraints],
      ],
      folder,
      path.basename(source),
      target,
    );
    return { requirements: withoutWorkFolder(fs.readFileSync(output, 'utf8')), projectVersions };
  } catch (error) {
    if (!(error instanceof PythonPackagesError)) throw error;
    throw new PythonPackagesError(explainImage(withoutWorkFolder(error.message), target));
  } finally {
    fs.rmSync(workFolder, { recursive: true });
  }
}

/** Whether a lock can be read. A lock with the markers of a merge conflict is written anew. */
function isReadable(lockFile: string): boolean {
  try {
    return parseLock(fs.readFileSync(lockFile, 'utf8'), lockFile).packages.size > 0;
  } catch {
    return false;
  }
}

/** Adds the reason for a conflict with a package of the image. */
function explainImage(message: string, { imagePackages: packages, release }: LockTarget): string {
  // Only names with a version: 'wheel', which the image contains, is also a word of messages.
  const names = message.split(/[^\w.<=>-]+/).flatMap((word) => (/[<=>]/.test(word) ? nameOfRequirement(word) : []));
  const conflict = [...packages, ...possiblePackagesOf({ release })].find((each) =>
    names.includes(nameOfRequirement(each)),
  );
  if (conflict === undefined) return message;
  const image = release === undefined ? 'your image' : `the image of Triton ${release}`;
  return (
    `${message}. ${conflict} is that of ${image}, which Python imports first: require versions that work with it, use a different ` +
    'release, or pack an environment of your own (EXECUTION_ENV_PATH)'
  );
}

/** Packages that the image can contain are deployed, in a version that the image would contain. */
function possiblePackagesOf({ release }: Pick<LockTarget, 'release'>): string[] {
  return release === undefined ? [] : packagesOfImage(release).possible;
}

/** Writes the versions of the project's uv.lock. */
function exportProject(folder: string, file: string, target: LockTarget): void {
  const options = ['--frozen', '--no-hashes', '--no-emit-local', '--no-annotate', '--no-header'];
  runUv(['export', ...options, '--output-file', file], folder, 'uv.lock', target);
}

/** The exact versions in a requirements file, by normalized name. */
function versionsIn(requirements: string): Map<string, string> {
  return new Map(
    requirementLines(requirements).flatMap((line) => {
      const { name = '', version } = parseRequirement(line) ?? {};
      return version === undefined ? [] : [[name, version] as const];
    }),
  );
}
