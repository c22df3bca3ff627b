import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { imagePackages as packagesOfImage } from '../../lib/facts/image-packages';
import { platformOf } from '../../lib/facts/python-platforms';
import { findTritonRelease, nearestReleases } from '../../lib/facts/triton-releases';
import { writeAtomically } from '../../lib/files/write-atomically';
import { shellWord } from '../output/shell-word';
import {
  digestOfRequirements,
  formatLock,
  LOCK_COMMAND,
  LockTarget,
  nameOfRequirement,
  parseLock,
} from '../../lib/model/python-packages/packages-lock';
import { isProject, lockFileOf, requirementFiles } from '../../lib/model/python-packages/python-packages';
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
}

/**
 * Resolves the packages for the image, and writes their lock.
 *
 * @throws PythonPackagesError if no versions of the packages fit together, or uv cannot be run
 */
export function lockPackages(file: string, options: LockPackagesOptions): WrittenLock {
  const source = path.resolve(file);
  if (!fs.existsSync(source)) throw new Error(`${file} does not exist`);
  requireWithoutIndexOptions(source);
  const lockFile = lockFileOf(source);
  const target = targetOf(source, options);
  const requirements = resolve(source, lockFile, target, options.upgrade === true);
  const { packages } = parseLock(formatLock(target, '', requirements), lockFile);
  const imagePackages = target.imagePackages.filter((each) => packages.has(nameOfRequirement(each)));
  const text = formatLock({ ...target, imagePackages }, commandLine(source, options), requirements);
  writeAtomically(lockFile, (temporary) => fs.writeFileSync(temporary, text));
  return { lockFile, python: target.python, count: packages.size - imagePackages.length, imagePackages };
}

/** Rejects options of indexes, which can contain passwords, and which synthesis would not read. */
function requireWithoutIndexOptions(source: string): void {
  if (isProject(source)) return;
  for (const file of requirementFiles(source)) {
    const [option] =
      /^\s*(?:-i|-f|--index-url|--extra-index-url|--find-links|--no-index)\b/m.exec(fs.readFileSync(file, 'utf8')) ??
      [];
    if (option === undefined) continue;
    throw new Error(
      `${path.basename(file)}: got ${option.trim()}; allowed: packages. Set indexes in a uv.toml next to the file or in UV_INDEX, which synthesis also reads`,
    );
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
  const wrong = imagePackage.find((each) => !/^[A-Za-z0-9][\w.-]*(?:[=<>~!]=?[^\s;@]+)?$/.test(each));
  if (wrong !== undefined) {
    throw new Error(`--image-package: got '${wrong}'; allowed: a package with its version, such as torch==2.7.1`);
  }
  return {
    python,
    platform: platformOf(python),
    ...(ownPython === undefined && { release }),
    imagePackages: [...(ownPython === undefined ? packagesOfImage(release).certain : []), ...imagePackage],
    requirements: digestOfRequirements(requirementFiles(source)),
  };
}

/** The command without the path of the file, which is next to the lock. */
function commandLine(source: string, { release, python, imagePackage }: LockPackagesOptions): string {
  const image = python === undefined ? ['--release', release] : ['--python', python];
  const packages = imagePackage.flatMap((each) => ['--image-package', each]);
  return [LOCK_COMMAND, ...[path.basename(source), ...image, ...packages].map(shellWord)].join(' ');
}

/** Returns the requirements with exact versions and hashes. */
function resolve(source: string, lockFile: string, target: LockTarget, upgrade: boolean): string {
  const folder = path.dirname(source);
  const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'lock-packages-'));
  // uv names its files in comments and errors. The path of the work folder differs in each run.
  const withoutWorkFolder = (text: string): string => text.replaceAll(`${workFolder}${path.sep}`, '');
  try {
    const output = path.join(workFolder, path.basename(lockFile));
    // uv keeps the versions of an existing output file.
    if (!upgrade && fs.existsSync(lockFile)) fs.copyFileSync(lockFile, output);
    const constraints = path.join(workFolder, 'image');
    fs.writeFileSync(constraints, [...target.imagePackages, ...possiblePackagesOf(target)].join('\n'));
    const exported = path.join(workFolder, 'uv.lock');
    const projectLock = isProject(source) && requirementFiles(source).length > 1;
    if (projectLock) exportProject(folder, exported, target);
    runUv(
      [
        ...['pip', 'compile', path.basename(source), '--output-file', output, '--generate-hashes', '--no-header'],
        ...targetArguments(target),
        ...['--constraints', constraints, ...(projectLock ? ['--constraints', exported] : [])],
      ],
      folder,
      path.basename(source),
      target,
    );
    return withoutWorkFolder(fs.readFileSync(output, 'utf8'));
  } catch (error) {
    if (!(error instanceof PythonPackagesError)) throw error;
    throw new PythonPackagesError(explainImage(withoutWorkFolder(error.message), target));
  } finally {
    fs.rmSync(workFolder, { recursive: true });
  }
}

/** Adds the reason for a conflict with a package of the image. */
function explainImage(message: string, { imagePackages: packages, release }: LockTarget): string {
  // Only names with a version: 'wheel', which the image contains, is also a word of messages.
  const names = message.split(/[^\w.<=>-]+/).flatMap((word) => (/[<=>]/.test(word) ? nameOfRequirement(word) : []));
  const conflict = packages.find((each) => names.includes(nameOfRequirement(each)));
  if (conflict === undefined) return message;
  const image = release === undefined ? 'your image' : `the image of Triton ${release}`;
  return (
    `${message}. ${conflict} is that of ${image}, which Python imports first: require versions that work with it, use a different ` +
    'release, or pack an environment of your own (EXECUTION_ENV_PATH)'
  );
}

/** Packages that the image can contain are deployed, in a version that the image would contain. */
function possiblePackagesOf({ release }: LockTarget): string[] {
  return release === undefined ? [] : packagesOfImage(release).possible;
}

/** Writes the versions of the project's uv.lock. */
function exportProject(folder: string, file: string, target: LockTarget): void {
  const options = [
    '--frozen',
    '--no-hashes',
    '--no-emit-local',
    '--no-annotate',
    '--no-header',
    '--all-extras',
    '--all-groups',
  ];
  runUv(['export', ...options, '--output-file', file], folder, 'uv.lock', target);
}
