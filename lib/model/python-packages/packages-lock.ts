import { createHash } from 'crypto';
import { imagePackages } from '../../facts/image-packages';
import { nameOfRequirement, parseRequirement, PACKAGE_WITH_VERSION, requirementLines } from './requirements';
import { PythonPackagesError } from './python-packages-error';
import { readListOrLock } from './requirement-files';

/** The command that writes the lock of packages. */
export const LOCK_COMMAND = 'npx cdk-sagemaker-triton lock-packages';

const FORMAT = 1;

/** Beginning of the line that contains the values of `LockTarget` as JSON. The other lines are those of any requirements file. */
const TARGET_LINE = '# lock: ';

/** What the packages are locked for. */
export interface LockTarget {
  /** Python version, such as `3.10`. */
  readonly python: string;
  /** Platform in the notation of uv, such as `x86_64-manylinux_2_35`. */
  readonly platform: string;
  /** Release of Triton whose image contains `imagePackages`. Undefined for an image of the user. */
  readonly release?: string;
  /** Packages of the image, which are not deployed: `numpy==1.26.4`, or `numpy` if the version is not known. */
  readonly imagePackages: string[];
  /** SHA-256 of the files that list the required packages. */
  readonly requirements: string;
}

/** The content of a lock: a requirements file with exact versions and hashes. */
export interface PackagesLock extends LockTarget {
  /** The packages with their versions and hashes, by normalized name, including those of the image. */
  readonly packages: ReadonlyMap<string, LockedPackage>;
}

/** A package in a lock. */
export interface LockedPackage {
  readonly version: string;
  /** The lines of the requirement, with its hashes and without comments. */
  readonly requirement: string;
  /** Whether the image contains the package, so that it is not deployed. */
  readonly isOfImage: boolean;
}

/** The options of the command that write a lock for the same image. */
export function optionsOf({ release, python, imagePackages: packages }: LockTarget): string[] {
  const packagesOfRelease = release === undefined ? [] : imagePackages(release).certain;
  const own = packages.filter((each) => !packagesOfRelease.includes(each));
  const image = release === undefined ? ['--python', python] : ['--release', release];
  return [...image, ...own.flatMap((each) => ['--image-package', `'${each}'`])];
}

/** Writes the target before the requirements that uv resolved. */
export function formatLock(target: LockTarget, command: string, requirements: string): string {
  return [
    `# The Python packages of a Triton model, with hashes. Written by: ${command}`,
    `${TARGET_LINE}${JSON.stringify({ format: FORMAT, ...target })}`,
    requirements,
  ].join('\n');
}

/** Whether the command wrote a text. It can have the markers of a merge conflict. */
export function isLock(text: string): boolean {
  return text.includes(`\n${TARGET_LINE}`);
}

/**
 * Reads a lock.
 *
 * @throws PythonPackagesError if the text is not a lock
 */
export function parseLock(text: string, file: string): PackagesLock {
  const lines = text.split(/\r?\n/);
  const target = parseTarget(lines.find((line) => line.startsWith(TARGET_LINE))?.slice(TARGET_LINE.length) ?? '');
  if (!target) {
    throw new PythonPackagesError(
      `${file} has no line '${TARGET_LINE}…' of this version of the library; run ${LOCK_COMMAND} again`,
    );
  }
  const imageNames = target.imagePackages.map(nameOfRequirement);
  const packages = new Map<string, LockedPackage>();
  for (const line of requirementLines(text)) {
    const requirement = parseRequirement(line);
    if (!requirement?.version || requirement.hashes.length === 0) {
      throw new PythonPackagesError(
        `${file}: got '${line}'; allowed: a package with an exact version and its hashes; run ${LOCK_COMMAND} again`,
      );
    }
    const { name, version, specification, hashes } = requirement;
    packages.set(name, {
      version,
      requirement: [specification, ...hashes.map((hash) => `--hash=${hash}`)].join(' \\\n    '),
      isOfImage: imageNames.includes(name),
    });
  }
  return { ...target, packages };
}

/**
 * The copy of a lock that is deployed with the model. It contains neither comments nor the digest of the requirements, because their changes
 * do not change the packages, and would start a new fleet.
 */
export function deployedLockOf(lock: PackagesLock): string {
  const { python, platform, release, imagePackages } = lock;
  return formatLock(
    { python, platform, release, imagePackages, requirements: '' },
    LOCK_COMMAND,
    requirementsOf(lock, true),
  );
}

/** The text of a requirements file with the deployed packages of a lock, or with all its packages. */
export function requirementsOf({ packages }: PackagesLock, withImagePackages = false): string {
  return [...packages.values()]
    .filter(({ isOfImage }) => withImagePackages || !isOfImage)
    .map(({ requirement }) => `${requirement}\n`)
    .join('');
}

function parseTarget(json: string): LockTarget | undefined {
  try {
    const { format, ...target } = (JSON.parse(json) ?? {}) as Record<string, unknown>;
    const { python, platform, release, imagePackages, requirements } = target;
    const isText = [python, platform, requirements, release ?? '00.00'].every((each) => typeof each === 'string');
    const isList =
      Array.isArray(imagePackages) &&
      imagePackages.every((each) => typeof each === 'string' && PACKAGE_WITH_VERSION.test(each));
    // The values become arguments of uv, or are part of a command in a message.
    if (format !== FORMAT || !isText || !isList) return undefined;
    if (!/^3\.\d{1,2}$/.test(`${python}`) || !/^\w+(?:-\w+)*$/.test(`${platform}`)) return undefined;
    if (!/^\d\d\.\d\d$/.test(`${release ?? '00.00'}`)) return undefined;
    return { python, platform, release, imagePackages, requirements } as LockTarget;
  } catch {
    return undefined;
  }
}

/** The SHA-256 of the files that list the required packages, independent of their line endings. */
export function digestOfRequirements(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readListOrLock(file).replaceAll('\r\n', '\n')).update('\0');
  return hash.digest('hex');
}
