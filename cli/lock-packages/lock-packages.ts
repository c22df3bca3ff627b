import * as fs from 'fs';
import * as path from 'path';
import { imagePackages as packagesOfImage } from '../../lib/facts/image-packages';
import { OLDEST_PLATFORM, platformOf } from '../../lib/facts/python-platforms';
import { findTritonRelease, nearestReleases } from '../../lib/facts/triton-releases';
import { writeAtomically } from '../../lib/files/write-atomically';
import {
  digestOfRequirements,
  formatLock,
  isLock,
  LOCK_COMMAND,
  LockTarget,
  parseLock,
} from '../../lib/model/python-packages/packages-lock';
import { lockFileOf } from '../../lib/model/python-packages/python-packages';
import { readListOrLock } from '../../lib/model/python-packages/requirement-files';
import { nameOfRequirement, PACKAGE_WITH_VERSION } from '../../lib/model/python-packages/requirements';
import { shellWord } from '../output/shell-word';
import { onlyGivenHashes, requirementsWithHashes } from './given-hashes';
import { readInputs } from './read-inputs';
import { requirePackageNames } from './require-package-names';
import { resolve } from './resolve';

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
  const inputs = readInputs(source);
  requirePackageNames(inputs.lines);
  const lockFile = lockFileOf(source);
  const existing = fs.statSync(lockFile, { throwIfNoEntry: false });
  if (existing && !(existing.isFile() && isLock(readListOrLock(lockFile)))) {
    throw new Error(`${lockFile} is not a file that this command wrote, so it is not replaced; rename it`);
  }
  const target = targetOf(inputs.files, options);
  const resolution = resolve(inputs, lockFile, target, options.upgrade === true);
  const requirements = onlyGivenHashes(
    resolution.requirements,
    requirementsWithHashes(inputs.lines),
    path.basename(source),
  );
  const { packages } = parseLock(formatLock(target, '', requirements), lockFile);
  const imagePackages = target.imagePackages.filter((each) => packages.has(nameOfRequirement(each)));
  const text = formatLock({ ...target, imagePackages }, commandLine(source, options), requirements);
  writeAtomically(lockFile, (temporary) => fs.writeFileSync(temporary, text));
  const otherVersions = [...packages].flatMap(([name, { version, isOfImage }]) => {
    const projectVersion = resolution.projectVersions.get(name) ?? version;
    return isOfImage || projectVersion === version ? [] : [`${name} ${version} instead of ${projectVersion}`];
  });
  return { lockFile, python: target.python, count: packages.size - imagePackages.length, imagePackages, otherVersions };
}

function targetOf(files: string[], { release, python: ownPython, imagePackage }: LockPackagesOptions): LockTarget {
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
    requirements: digestOfRequirements(files),
  };
}

/** The command without the path of the file, which is next to the lock. */
function commandLine(source: string, { release, python, imagePackage }: LockPackagesOptions): string {
  const image = python === undefined ? ['--release', release] : ['--python', python];
  const packages = imagePackage.flatMap((each) => ['--image-package', each]);
  return [LOCK_COMMAND, ...[path.basename(source), ...image, ...packages].map(shellWord)].join(' ');
}
