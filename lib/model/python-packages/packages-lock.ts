import { createHash } from 'crypto';
import * as fs from 'fs';
import { PythonPackagesError } from './python-packages-error';

/** The command that writes the lock of packages. */
export const LOCK_COMMAND = 'cdk-sagemaker-triton lock-packages';

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

/** Writes the target before the requirements that uv resolved. */
export function formatLock(target: LockTarget, command: string, requirements: string): string {
  return [
    `# The Python packages of a Triton model, with hashes. Written by: ${command}`,
    `${TARGET_LINE}${JSON.stringify({ format: FORMAT, ...target })}`,
    requirements,
  ].join('\n');
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
  for (const requirement of requirementsIn(lines)) {
    const [, version] = /^[\w.-]+(?:\[[^\]]*\])? ?==([^\s;\\]+)/.exec(requirement) ?? [];
    if (version === undefined) {
      throw new PythonPackagesError(
        `${file}: got '${requirement.split('\n')[0]}'; allowed: a package with an exact version, without a URL or a path; run ${LOCK_COMMAND} again`,
      );
    }
    const name = nameOfRequirement(requirement);
    packages.set(name, { version, requirement, isOfImage: imageNames.includes(name) });
  }
  return { ...target, packages };
}

/** The requirements in a file, each with its further lines. A line that ends with a backslash continues in the next line. */
function requirementsIn(lines: string[]): string[] {
  return lines
    .filter((line) => !/^\s*(?:#|$)/.test(line))
    .join('\n')
    .split(/(?<!\\)\n/)
    .filter((requirement) => requirement !== '');
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
    const isText = [python, platform, requirements, release ?? ''].every((each) => typeof each === 'string');
    const isList = Array.isArray(imagePackages) && imagePackages.every((each) => typeof each === 'string');
    // Both values become arguments of uv.
    if (format !== FORMAT || !isText || !isList) return undefined;
    if (!/^3\.\d{1,2}$/.test(`${python}`) || !/^\w+(?:-\w+)*$/.test(`${platform}`)) return undefined;
    return { python, platform, release, imagePackages, requirements } as LockTarget;
  } catch {
    return undefined;
  }
}

/** The SHA-256 of the files that list the required packages, independent of their line endings. */
export function digestOfRequirements(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(fs.readFileSync(file, 'utf8').replaceAll('\r\n', '\n')).update('\0');
  return hash.digest('hex');
}

/** Normalizes the name of a package, as PyPI does: `Typing_Extensions` and `typing-extensions` are the same package. */
export function normalizeName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-');
}

/** The normalized name of a package of an image: `numpy` for `numpy==1.26.4` and for `numpy>=1.26,<2`. */
export function nameOfRequirement(requirement: string): string {
  return normalizeName(/^[\w.-]+/.exec(requirement)?.[0] ?? '');
}
