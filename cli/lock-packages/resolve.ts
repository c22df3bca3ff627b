import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { imagePackages as packagesOfImage } from '../../lib/facts/image-packages';
import { LockTarget, parseLock } from '../../lib/model/python-packages/packages-lock';
import { PythonPackagesError } from '../../lib/model/python-packages/python-packages-error';
import { readListOrLock } from '../../lib/model/python-packages/requirement-files';
import { nameOfRequirement, parseRequirement, Requirement } from '../../lib/model/python-packages/requirements';
import { runUv, targetArguments } from '../../lib/model/python-packages/uv';
import { requirementsWithHashes } from './given-hashes';
import { Inputs } from './read-inputs';

/** The packages with exact versions. */
export interface Resolution {
  /** A requirements file with hashes. */
  readonly requirements: string;
  /** The versions in the uv.lock of the project. Empty without a uv.lock. */
  readonly projectVersions: ReadonlyMap<string, string>;
}

/**
 * Resolves the packages. uv reads copies of the files, in which all lines are requirements, and finds nothing else of their folder.
 *
 * @throws PythonPackagesError if no versions of the packages fit together, or uv cannot be run
 */
export function resolve(
  { source, lines, projectVersions }: Inputs,
  lockFile: string,
  target: LockTarget,
  upgrade: boolean,
): Resolution {
  const workFolder = path.resolve(fs.mkdtempSync(path.join(os.tmpdir(), 'lock-packages-')));
  const name = path.basename(source);
  // uv names its files in comments and errors. The path of the work folder differs in each run.
  const withoutWorkFolder = (text: string): string =>
    text.replaceAll(path.join(workFolder, 'source'), () => name).replaceAll(`${workFolder}${path.sep}`, '');
  const write = (name: string, content: string[]): string => {
    const file = path.join(workFolder, name);
    fs.writeFileSync(file, content.join('\n'));
    return file;
  };
  const specifications = (isConstraint: boolean): string[] =>
    lines
      .flatMap((each) => (each.isConstraint === isConstraint ? (parseRequirement(each.text) ?? []) : []))
      .map(({ specification }) => specification);
  const versions = projectVersions.filter((each) => parseRequirement(each));
  try {
    // uv keeps the versions of an existing output file if they fit.
    const kept = versions.length > 0 || upgrade ? versions : keptPackages(lockFile, requirementsWithHashes(lines));
    const output = write(path.basename(lockFile), kept);
    const input = write('source', specifications(false));
    const image = write('image', [...target.imagePackages, ...possiblePackagesOf(target)]);
    const constraints = write('constraints', specifications(true));
    runUv(
      [
        ...['pip', 'compile', input, '--output-file', output, '--generate-hashes', '--no-header'],
        ...targetArguments(target),
        ...['--constraints', image, '--constraints', constraints],
      ],
      path.dirname(source),
      name,
      target,
    );
    return { requirements: withoutWorkFolder(fs.readFileSync(output, 'utf8')), projectVersions: byName(versions) };
  } catch (error) {
    if (!(error instanceof PythonPackagesError)) throw error;
    throw new PythonPackagesError(explainImage(withoutIncluded(withoutWorkFolder(error.message), lines, name), target));
  } finally {
    fs.rmSync(workFolder, { recursive: true });
  }
}

/**
 * The packages of the previous lock, in their parsed form: in the file, uv could also find options, and include other files. None of a lock
 * with the markers of a merge conflict, which is written anew. Without the hashes of packages with given hashes, because uv would keep them,
 * and not read those of the index.
 */
function keptPackages(lockFile: string, given: readonly Requirement[]): string[] {
  try {
    const { packages } = parseLock(readListOrLock(lockFile), lockFile);
    return [...packages].map(([name, { requirement }]) =>
      given.some((each) => each.name === name) ? requirement.split(' \\\n')[0] : requirement,
    );
  } catch {
    return [];
  }
}

/** Names the line of a package that is not in the index, because a word of an included file can be a secret. */
function withoutIncluded(message: string, lines: Inputs['lines'], source: string): string {
  const [start, fix] = message.split(' is not in the index; ');
  const name = start.split(' ').at(-1);
  const included = lines.find(({ file, text }) => file !== source && parseRequirement(text)?.name === name);
  return included && fix ? `${included.got}, a package that is not in the index; ${fix}` : message;
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

/** The exact versions in requirements, by normalized name. */
function byName(requirements: string[]): Map<string, string> {
  return new Map(
    requirements.flatMap((each) => {
      const { name = '', version } = parseRequirement(each) ?? {};
      return version === undefined ? [] : [[name, version] as const];
    }),
  );
}
