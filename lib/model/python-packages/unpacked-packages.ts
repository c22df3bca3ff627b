import { createHash } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';
import { createCacheFolder, trustedCacheFolder } from '../../files/cache-folder';
import { LIMITS, LimitExceededError, limitOf } from '../../findings/limits';
import { writeAtomically } from '../../files/write-atomically';
import { readInChunksSync } from '../../files/read-in-chunks';
import { withRegularFile } from '../../files/regular-file';
import { ModelFolderFile } from '../folder/built-file';
import { readFolder, SourceFile } from '../folder/folder-content';
import { findInstalledPackages, moduleOf, pathsInRecord } from './installed-packages';
import { PythonPackagesError } from './python-packages-error';
import { readListOrLock } from './requirement-files';
import { PythonTarget, runUv, targetArguments } from './uv';

/** Changes if the unpacked files of the same lock change. */
const CACHE_FORMAT = 1;

/** Scripts, whose first line contains a path of this host, and the lock of uv. */
const NOT_DEPLOYED = ['bin', '.lock'];

/** Metadata about the installation on this host. */
const HOST_METADATA = ['INSTALLER', 'REQUESTED', 'direct_url.json', 'uv_cache.json'];

/** Maximum size of the unpacked packages of a lock. Their number of files is limited as in the folder of a model. */
const MAX_BYTES = 16 * 1024 ** 3;

/** Name of the list of files in the cache. */
const LIST = 'files.json';

/** A file of the list. */
interface ListedFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Time of the last change, in seconds. */
  readonly changedAt: number;
  /** Name and version of the package. */
  readonly package: string;
}

/** The packages of a lock, unpacked. */
export interface UnpackedPackages {
  /** The folder with the packages, in the cache. */
  readonly folder: string;
  /** The files of the packages, with their paths in the folder. */
  readonly files: ModelFolderFile[];
  /** Names that programs can import. */
  readonly modules: ReadonlySet<string>;
}

/** The packages to unpack. */
export interface PackagesToUnpack extends PythonTarget {
  /** The text of a requirements file with exact versions and hashes. */
  readonly requirements: string;
  /** Path of the lock, for error messages. */
  readonly lockFile: string;
  /** The folder of the lock, whose programs are not started. */
  readonly folder: string;
}

/**
 * Unpacks packages into the cache, if they are not there. Only packages that are not in the cache are downloaded, and their hashes are
 * compared with the lock. The files are the same on all hosts.
 *
 * @throws PythonPackagesError if a package cannot be downloaded
 */
export function unpackPackages(packages: PackagesToUnpack): UnpackedPackages {
  const cached = path.join(trustedFolder(), cacheKey(packages));
  const listedFiles = readList(cached) ?? fillCache(cached, packages);
  const folder = path.join(cached, 'packages');
  return {
    folder,
    files: listedFiles.map(({ path: file, bytes, sha256, package: packageName }) => ({
      path: file,
      package: packageName,
      source: path.join(folder, file),
      locked: { bytes, sha256 },
    })),
    modules: new Set(listedFiles.flatMap((file) => moduleOf(file.path) ?? [])),
  };
}

function trustedFolder(): string {
  try {
    return trustedCacheFolder('python-packages');
  } catch (error) {
    throw new PythonPackagesError((error as Error).message);
  }
}

/**
 * The list of files in the cache. Undefined if the folder does not contain exactly these files, for example because a program cleans caches of
 * old files, or the list is incomplete after a power failure.
 */
function readList(cached: string): ListedFile[] | undefined {
  try {
    const list = JSON.parse(fs.readFileSync(path.join(cached, LIST), 'utf8')) as ListedFile[];
    const byPath = new Map(list.map((file) => [file.path, file]));
    const { files } = readFolder(path.join(cached, 'packages'));
    const isListed = files.every(({ path: file, source }) => isUnchanged(source, byPath.get(file)));
    return isListed && files.length === byPath.size && files.length === list.length ? list : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a file has the content in the list. A file with a different time, such as that of a restored cache, is read. */
function isUnchanged(file: string, listed: ListedFile | undefined): boolean {
  const stat = fs.statSync(file);
  if (listed?.bytes !== stat.size || !/^[0-9a-f]{64}$/.test(listed.sha256)) return false;
  return secondsOf(stat) === listed.changedAt || sha256Of(file) === listed.sha256;
}

function secondsOf({ mtimeMs }: fs.Stats): number {
  return Math.floor(mtimeMs / 1000);
}

function sha256Of(file: string): string {
  const hash = createHash('sha256');
  withRegularFile(file, { maximumBytes: Infinity }, (descriptor) =>
    readInChunksSync(descriptor, (chunk) => hash.update(chunk)),
  );
  return hash.digest('hex');
}

function fillCache(cached: string, toUnpack: PackagesToUnpack): ListedFile[] {
  createCacheFolder('python-packages');
  let files: ListedFile[] = [];
  try {
    writeAtomically(cached, (temporary) => {
      const packages = path.join(temporary, 'packages');
      fs.mkdirSync(packages, { recursive: true, mode: 0o700 });
      if (toUnpack.requirements !== '') install(toUnpack, temporary, packages);
      removeHostFiles(packages);
      files = listFiles(packages, path.basename(toUnpack.lockFile));
      fs.writeFileSync(path.join(temporary, LIST), JSON.stringify(files));
      if (!readList(cached)) fs.rmSync(cached, { recursive: true, force: true });
    });
    return files;
  } catch (error) {
    // A folder cannot replace the folder of a concurrent process, which unpacked the same packages.
    const concurrentFiles = readList(cached);
    if (!concurrentFiles) throw error;
    return concurrentFiles;
  }
}

function install(
  { requirements, lockFile, folder, ...target }: PackagesToUnpack,
  workFolder: string,
  packages: string,
): void {
  const file = path.resolve(workFolder, 'requirements.txt');
  fs.writeFileSync(file, requirements);
  const options = ['--require-hashes', '--no-deps', '--no-compile-bytecode', '--link-mode', 'copy'];
  const paths = ['--target', path.resolve(packages), '--requirements', file];
  runUv(['pip', 'install', ...targetArguments(target), ...options, ...paths], folder, path.basename(lockFile), target);
}

function listFiles(folder: string, lockName: string): ListedFile[] {
  const files = readWithinLimits(folder, lockName);
  const { packageByPath } = findInstalledPackages(files);
  return files.map(({ path: file, source }) => {
    const stat = fs.statSync(source);
    return {
      path: file,
      bytes: stat.size,
      sha256: sha256Of(source),
      changedAt: secondsOf(stat),
      package: packageByPath.get(file) ?? 'packages',
    };
  });
}

/** @throws PythonPackagesError if the packages are larger than those of real models, such as a wheel of zeros */
function readWithinLimits(folder: string, lockName: string): SourceFile[] {
  const reject = (got: string, allowed: string): never => {
    throw new PythonPackagesError(
      `${lockName}: got packages with ${got}; allowed: ${allowed}. Remove packages, or use your own image`,
    );
  };
  try {
    const { files } = readFolder(folder);
    const bytes = files.reduce((total, { source }) => total + fs.statSync(source).size, 0);
    return bytes <= MAX_BYTES ? files : reject(`${bytes} bytes`, `${MAX_BYTES} bytes`);
  } catch (error) {
    if (!(error instanceof LimitExceededError)) throw error;
    const maximum = `${limitOf(error.limit)} ${LIMITS[error.limit].unit}`;
    return reject(`more than ${maximum}`, maximum);
  }
}

/** The name of the folder of packages in the cache. */
export function cacheKey({
  requirements,
  python,
  platform,
}: Pick<PackagesToUnpack, 'requirements' | keyof PythonTarget>): string {
  return createHash('sha256')
    .update(JSON.stringify([CACHE_FORMAT, python, platform, requirements]))
    .digest('hex');
}

/** Removes everything that depends on this host, so that the files of a lock are the same on all hosts. */
function removeHostFiles(folder: string): void {
  for (const name of NOT_DEPLOYED) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  for (const name of fs.readdirSync(folder).filter((each) => each.endsWith('.dist-info'))) {
    const metadata = path.join(folder, name);
    for (const each of HOST_METADATA) fs.rmSync(path.join(metadata, each), { force: true });
    const record = path.join(metadata, 'RECORD');
    if (fs.existsSync(record)) fs.writeFileSync(record, withoutHostFiles(readListOrLock(record, folder), name));
  }
}

/** Removes the lines of files that are not deployed. Programs read the other lines with importlib.metadata. */
function withoutHostFiles(record: string, metadata: string): string {
  const lines = record.split(/\r?\n/).filter((line) => {
    const [name] = line === '' ? [''] : pathsInRecord(line);
    const isMetadata = HOST_METADATA.some((each) => name === `${metadata}/${each}`);
    return name !== '' && !isMetadata && !NOT_DEPLOYED.includes(name.split('/')[0]);
  });
  return `${lines.sort().join('\n')}\n`;
}
