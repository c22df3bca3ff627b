import { createHash } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';
import { cacheFolder } from '../../files/cache-folder';
import { writeAtomically } from '../../files/write-atomically';
import { ModelFolderFile } from '../folder/built-file';
import { readFolder } from '../folder/folder-content';
import { findInstalledPackages, moduleOf, pathsInRecord } from './installed-packages';
import { PythonTarget, runUv, targetArguments } from './uv';

/** Changes if the unpacked files of the same lock change. */
const CACHE_FORMAT = 1;

/** Scripts, whose first line contains a path of this host, and the lock of uv. */
const NOT_DEPLOYED = ['bin', '.lock'];

/** Metadata about the installation on this host. */
const HOST_METADATA = ['INSTALLER', 'REQUESTED', 'direct_url.json', 'uv_cache.json'];

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
  const cached = path.join(cacheFolder('python-packages'), cacheKey(packages));
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

/** The list of files in the cache. Undefined if files are missing, for example because a program cleans caches of old files. */
function readList(cached: string): ListedFile[] | undefined {
  const list = path.join(cached, LIST);
  if (!fs.existsSync(list)) return undefined;
  const files = parseList(fs.readFileSync(list, 'utf8'));
  if (!files) return undefined;
  return files.every((file) => isUnchanged(path.join(cached, 'packages', file.path), file)) ? files : undefined;
}

/** Whether a file has the content in the list. A file with a different time, such as that of a restored cache, is read. */
function isUnchanged(file: string, { bytes, sha256, changedAt }: ListedFile): boolean {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (stat?.size !== bytes) return false;
  return secondsOf(stat) === changedAt || sha256Of(fs.readFileSync(file)) === sha256;
}

function secondsOf({ mtimeMs }: fs.Stats): number {
  return Math.floor(mtimeMs / 1000);
}

function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Parses a list. Undefined for an incomplete list, such as after a power failure. */
function parseList(text: string): ListedFile[] | undefined {
  try {
    const files: unknown = JSON.parse(text);
    return Array.isArray(files) ? (files as ListedFile[]) : undefined;
  } catch {
    return undefined;
  }
}

function fillCache(cached: string, toUnpack: PackagesToUnpack): ListedFile[] {
  fs.mkdirSync(path.dirname(cached), { recursive: true });
  let files: ListedFile[] = [];
  try {
    writeAtomically(cached, (temporary) => {
      const packages = path.join(temporary, 'packages');
      fs.mkdirSync(packages, { recursive: true });
      if (toUnpack.requirements !== '') install(toUnpack, temporary, packages);
      removeHostFiles(packages);
      files = listFiles(packages);
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

function listFiles(folder: string): ListedFile[] {
  const { files } = readFolder(folder);
  const { packageByPath } = findInstalledPackages(files);
  return files.map(({ path: file, source }) => {
    const content = fs.readFileSync(source);
    return {
      path: file,
      bytes: content.length,
      sha256: sha256Of(content),
      changedAt: secondsOf(fs.statSync(source)),
      package: packageByPath.get(file) ?? 'packages',
    };
  });
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
    if (fs.existsSync(record)) fs.writeFileSync(record, withoutHostFiles(fs.readFileSync(record, 'utf8'), name));
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
