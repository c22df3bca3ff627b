import * as fs from 'fs';
import * as path from 'path';
import { FileError, withFileErrors } from '../../files/file-error';
import { realPath } from '../../files/installed-program';
import {
  digestOfRequirements,
  LOCK_COMMAND,
  optionsOf,
  PackagesLock,
  parseLock,
  requirementsOf,
} from './packages-lock';
import { PythonPackagesError } from './python-packages-error';
import { readRequirements, readListOrLock } from './requirement-files';
import { UnpackedPackages, unpackPackages } from './unpacked-packages';

/** Name of the copy of the lock in the model's folder of the model repository. */
export const DEPLOYED_LOCK = 'python-requirements.lock.txt';

/**
 * Python packages that a model imports and that the image of Triton lacks.
 *
 * The packages are deployed in the version folders of the model, where the Python backend finds them. They are wheels for the Python and the
 * platform of the image, so neither Docker nor the same Python is needed. Packages of the image, such as NumPy, are not deployed again.
 *
 * The versions and hashes of all packages are in a lock next to the file that lists them: `requirements.lock.txt` for `requirements.txt`. The
 * command `cdk-sagemaker-triton lock-packages` writes the lock. Synthesis downloads the packages of the lock with
 * [uv](https://docs.astral.sh/uv), and keeps them in the cache folder. From the lock and the cache, synthesis needs no network and no uv.
 *
 * @example
 * new TritonModel({
 *   name: 'tokenizer',
 *   backend: Backend.PYTHON,
 *   files: ModelFiles.fromDirectory('models/tokenizer'),
 *   pythonPackages: PythonPackages.fromRequirements('models/tokenizer/requirements.txt'),
 * });
 */
export class PythonPackages {
  /**
   * The packages that a requirements file lists. Their lock is `<name>.lock.txt` next to the file. Files that it includes (`-r`, `-c`) must be below
   * its folder.
   *
   * @param file path of the file, such as `requirements.txt`
   */
  public static fromRequirements(file: string): PythonPackages {
    return new PythonPackages(path.resolve(file));
  }

  /**
   * The dependencies of a Python project, in the versions of its `uv.lock` if it has one. Their lock is `requirements.lock.txt` in the folder
   * of the project.
   *
   * @param folder folder with the `pyproject.toml`
   */
  public static fromProject(folder: string): PythonPackages {
    return new PythonPackages(path.resolve(folder, 'pyproject.toml'));
  }

  private readLock?: () => PackagesLock;
  private readUnpacked?: () => UnpackedPackages;
  private listsAndLocks?: string[];

  private constructor(
    /** The file that lists the packages. @internal */
    public readonly _source: string,
  ) {}

  /** Path of the lock. @internal */
  public get _lockFile(): string {
    return lockFileOf(this._source);
  }

  /**
   * Reads the lock.
   *
   * @throws PythonPackagesError if the lock is missing or not current
   * @internal
   */
  public get _lock(): PackagesLock {
    this.readLock ??= resultOf(this._lockFile, () => readLock(this._source));
    return this.readLock();
  }

  /**
   * Unpacks the packages.
   *
   * @throws PythonPackagesError if a package is neither in the cache nor in the index
   * @internal
   */
  public get _unpacked(): UnpackedPackages {
    const { _lock: lock, _lockFile: lockFile } = this;
    const { python, platform } = lock;
    this.readUnpacked ??= resultOf(lockFile, () =>
      unpackPackages({
        requirements: requirementsOf(lock),
        lockFile,
        folder: path.dirname(lockFile),
        python,
        platform,
      }),
    );
    return this.readUnpacked();
  }

  /**
   * Real paths of the files that list or lock the packages. They can be in the model's folder, but are not part of the model.
   *
   * @internal
   */
  public get _listsAndLocks(): string[] {
    this.listsAndLocks ??= this.findListsAndLocks();
    return this.listsAndLocks;
  }

  private findListsAndLocks(): string[] {
    return [...listFilesOf(this._source), this._lockFile].map(realPath);
  }
}

/** The files that list the packages. Only the source if they cannot be read, which `_lock` reports. */
function listFilesOf(source: string): string[] {
  try {
    return requirementFiles(source);
  } catch (error) {
    if (!(error instanceof PythonPackagesError)) throw error;
    return [source];
  }
}

/** Calls a function, and keeps its result or error. Several rules read the packages, and uv waits seconds for an index without a response. */
function resultOf<T>(file: string, read: () => T): () => T {
  try {
    const value = withFileErrors(file, read);
    return () => value;
  } catch (error) {
    const problem = error instanceof FileError ? new PythonPackagesError(error.message) : error;
    return () => {
      throw problem;
    };
  }
}

/** Path of the lock for a file that lists packages. */
export function lockFileOf(source: string): string {
  const { dir, name } = path.parse(source);
  return path.join(dir, `${isProject(source) ? 'requirements' : name}.lock.txt`);
}

/** Whether a file describes a Python project. */
export function isProject(source: string): boolean {
  return path.basename(source) === 'pyproject.toml';
}

/**
 * The files that determine which packages are required: the file itself, the files that it includes, and the uv.lock of a project.
 *
 * @throws PythonPackagesError if a requirements file cannot be read, or includes a file outside of its folder
 */
export function requirementFiles(source: string): string[] {
  if (!isProject(source)) return readRequirements(source).files;
  const projectLock = findProjectLock(path.dirname(source));
  return projectLock === undefined ? [source] : [source, projectLock];
}

/** The uv.lock of a project, which is in the folder of its workspace. */
function findProjectLock(folder: string): string | undefined {
  const file = path.join(folder, 'uv.lock');
  if (fs.existsSync(file)) return file;
  const parent = path.dirname(folder);
  return parent === folder || fs.existsSync(path.join(folder, '.git')) ? undefined : findProjectLock(parent);
}

function readLock(source: string): PackagesLock {
  const lockFile = lockFileOf(source);
  if (!fs.existsSync(source)) throw new PythonPackagesError(`${source} does not exist`);
  if (!fs.existsSync(lockFile)) {
    throw new PythonPackagesError(`${lockFile} does not exist; write it with: ${LOCK_COMMAND} ${source}`);
  }
  const lock = parseLock(readListOrLock(lockFile), lockFile);
  const files = requirementFiles(source);
  if (lock.requirements !== digestOfRequirements(files)) {
    const changed = files.map((file) => path.basename(file));
    throw new PythonPackagesError(
      `${changed.join(' or ')} changed after ${lockFile} was written; write it again with: ${LOCK_COMMAND} ${[source, ...optionsOf(lock)].join(' ')}`,
    );
  }
  return lock;
}
