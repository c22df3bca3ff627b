import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { imagePackages as packagesOfImage } from '../../lib/facts/image-packages';
import { LockTarget, parseLock } from '../../lib/model/python-packages/packages-lock';
import { PythonPackagesError } from '../../lib/model/python-packages/python-packages-error';
import { isProject } from '../../lib/model/python-packages/python-packages';
import { readListOrLock, RequirementLine } from '../../lib/model/python-packages/requirement-files';
import { nameOfRequirement, parseRequirement, requirementLines } from '../../lib/model/python-packages/requirements';
import { runUv, targetArguments } from '../../lib/model/python-packages/uv';
import { requirementsWithHashes, withoutGivenHashes } from './given-hashes';

/** What the packages are resolved from. */
export interface Inputs {
  readonly source: string;
  readonly files: string[];
  /** The lines of a requirements file and of the files that it includes. None for a project. */
  readonly lines: RequirementLine[];
}

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
  { source, files, lines }: Inputs,
  lockFile: string,
  target: LockTarget,
  upgrade: boolean,
): Resolution {
  const workFolder = path.resolve(fs.mkdtempSync(path.join(os.tmpdir(), 'lock-packages-')));
  const sourceFolder = path.join(workFolder, 'source');
  // uv names its files in comments and errors. The path of the work folder differs in each run.
  const withoutWorkFolder = (text: string): string =>
    text.replaceAll(`${sourceFolder}${path.sep}`, '').replaceAll(`${workFolder}${path.sep}`, '');
  const write = (name: string, content: string[]): string => {
    const file = path.join(workFolder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content.join('\n'));
    return file;
  };
  const specifications = (isConstraint: boolean): string[] =>
    lines
      .flatMap((each) => (each.isConstraint === isConstraint ? (parseRequirement(each.text) ?? []) : []))
      .map(({ specification }) => specification);
  const name = path.basename(source);
  try {
    // uv keeps the versions of an existing output file if they fit.
    const output = path.join(workFolder, path.basename(lockFile));
    const [project, projectLock] = isProject(source) ? files : [];
    if (projectLock) exportProject(source, projectLock, workFolder, output, target);
    else if (!upgrade && isReadable(lockFile))
      fs.writeFileSync(output, withoutGivenHashes(readListOrLock(lockFile), requirementsWithHashes(lines)));
    const projectVersions = projectLock ? versionsIn(fs.readFileSync(output, 'utf8')) : new Map<string, string>();
    const input = write(
      path.join('source', name),
      project ? [readListOrLock(project, path.dirname(project))] : specifications(false),
    );
    const image = write('image', [...target.imagePackages, ...possiblePackagesOf(target)]);
    const constraints = write('constraints', specifications(true));
    runUv(
      [
        ...['pip', 'compile', input, '--output-file', output, '--generate-hashes', '--no-header'],
        '--no-sources', // paths, repositories and indexes of a project, which a lock cannot contain
        ...targetArguments(target),
        ...['--constraints', image, '--constraints', constraints],
      ],
      path.dirname(source),
      name,
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
    return parseLock(readListOrLock(lockFile), lockFile).packages.size > 0;
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

/** Writes the versions of the project's uv.lock. uv requires the project, and for a member of a workspace also the project of the workspace. */
function exportProject(source: string, lock: string, workFolder: string, output: string, target: LockTarget): void {
  const [root, copy] = [path.dirname(lock), path.join(workFolder, 'project')];
  for (const file of [lock, path.join(root, 'pyproject.toml'), source]) {
    if (!fs.existsSync(file)) continue;
    const copied = path.join(copy, path.relative(root, file));
    fs.mkdirSync(path.dirname(copied), { recursive: true });
    fs.writeFileSync(copied, readListOrLock(file, path.dirname(file)));
  }
  const project = path.join(copy, path.relative(root, path.dirname(source)));
  const options = ['--frozen', '--no-hashes', '--no-emit-local', '--no-annotate', '--no-header', '--no-config'];
  runUv(['export', '--project', project, ...options, '--output-file', output], path.dirname(source), 'uv.lock', target);
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
