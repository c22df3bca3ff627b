import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { posix } from 'path';
import { limitOf, LimitExceededError } from '../../../findings/limits';
import { createCacheFolder, trustedCacheFolder } from '../../../files/cache-folder';
import { installedProgram } from '../../../files/installed-program';
import { readPart } from './file-format';

/** Content of a Python environment, from the paths of its files. */
export interface PythonEnvironment {
  /** Version such as `3.10`. Undefined if the files do not indicate the version. */
  readonly python?: string;
  /** Modules that code can import, in addition to the standard library. */
  readonly modules: string[];
  readonly hasActivate: boolean;
  /** The folder that contains `bin/activate`, if it is not at the top of the environment. */
  readonly activateFolder?: string;
  /** The platform of the extension modules, such as `darwin` (macOS). Undefined if some of them are for Linux on x86_64. */
  readonly foreignPlatform?: string;
  /** Version of `lib/libstdc++.so.6`: 30 for libstdc++.so.6.0.30, which contains the symbols up to GLIBCXX_3.4.30. */
  readonly libstdcxx?: number;
  /** The first hard link whose target is not before it in the archive. */
  readonly brokenLink?: { readonly path: string; readonly target: string };
}

/** A file of an environment. */
interface Entry {
  readonly path: string;
  /** Target, if the entry of an archive is a hard link. */
  readonly hardLinkTarget?: string;
  readonly isSymbolicLink?: boolean;
}

/** The time in a line of `tar -tv`, by GNU tar, bsdtar or BusyBox, which has type and mode, owner, size, time and path. */
const TIME = / (?:\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?|\w{3} [ \d]\d (?:\d\d:\d\d| \d{4})) /;
/** Changes with the properties of `PythonEnvironment`, because cached environments have the properties of their version. */
const CACHE_VERSION = 2;

const environmentsByKey = new Map<string, PythonEnvironment | undefined>();

/** Reads a packed environment. Undefined if its files cannot be listed. The result is cached until the archive changes. */
export function readPackedEnvironment(file: string): PythonEnvironment | undefined {
  const { dev, ino, size, mtimeMs, ctimeMs } = fs.statSync(file);
  const key = [CACHE_VERSION, dev, ino, size, mtimeMs, ctimeMs].join('-');
  if (!environmentsByKey.has(key)) {
    environmentsByKey.set(key, readCacheEntry(key) ?? readArchive(file, key));
  }
  return environmentsByKey.get(key);
}

/** Whether a file is an archive that Triton unpacks: a tar archive, with or without gzip. Triton ignores the extension of its name. */
export function isTarArchive(file: string): boolean {
  const header = readPart(file, 512);
  if (header[0] === 0x1f && header[1] === 0x8b) return true; // gzip
  // The header of the first file contains the sum of its bytes, with spaces in the place of the sum.
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  return header[0] !== 0 && parseInt(header.toString('latin1', 148, 156), 8) === sum;
}

function readCacheEntry(key: string): PythonEnvironment | undefined {
  try {
    return JSON.parse(fs.readFileSync(path.join(trustedCacheFolder('environments'), key), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Time that this process has spent on listing archives. */
let listingMilliseconds = 0;

/** Reads an environment from the list of files that tar prints. tar detects the compression, and requires little memory for gigabytes. */
function readArchive(file: string, key: string): PythonEnvironment | undefined {
  if (!isTarArchive(file)) return undefined; // tar also unpacks other compressions, a few kilobytes of which contain gigabytes
  const start = Date.now();
  const remainingMilliseconds = Math.ceil(limitOf('listingSeconds') * 1000 - listingMilliseconds);
  if (remainingMilliseconds <= 0) throw new LimitExceededError(file, 'listingSeconds');
  const { cwd, env } = installedProgram(path.dirname(file));
  const { status, stdout, error } = spawnSync('tar', ['--numeric-owner', '-tvf', path.resolve(file)], {
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...env, LC_ALL: 'C', TAR_OPTIONS: '--absolute-names' }, // only GNU tar reads TAR_OPTIONS
    maxBuffer: limitOf('listingBytes'),
    timeout: remainingMilliseconds,
    killSignal: 'SIGKILL',
  });
  listingMilliseconds += Date.now() - start;
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'ENOBUFS') throw new LimitExceededError(file, 'listingBytes');
  if (code === 'ETIMEDOUT') throw new LimitExceededError(file, 'listingSeconds');
  const [firstLine] = stdout?.toString('utf8', 0, 10_000).split('\n') ?? [''];
  // A different program can print lines in a different format.
  if (status !== 0 || (firstLine !== '' && pathInLine(firstLine) === undefined)) return undefined;
  const targets = stdout.includes('\nh') ? targetsOfHardLinks(stdout) : undefined;
  const environment = environmentOf(listedEntries(stdout), targets);
  try {
    fs.writeFileSync(path.join(createCacheFolder('environments'), key), JSON.stringify(environment));
  } catch {
    // If the cache folder is not writable, each synth lists the archive again.
  }
  return environment;
}

function pathInLine(line: string): string | undefined {
  const time = TIME.exec(line);
  return time ? line.slice(time.index + time[0].length).replace(/\r$/, '') : undefined;
}

/** Yields one file at a time, because an array of all files would require ten times the memory. */
function* listedEntries(output: Buffer): Iterable<Entry> {
  for (let start = 0, end = 0; start < output.length; start = end + 1) {
    end = output.indexOf(10, start);
    if (end === -1) end = output.length;
    const line = output.toString('utf8', start, end);
    const [type, name] = [line[0], pathInLine(line)];
    if (name === undefined) continue;
    const [linkPath, target, ...others] = name.split(type === 'h' ? ' link to ' : ' -> ');
    if (type !== 'h' && type !== 'l') yield { path: name };
    else if (target === undefined || others.length > 0) yield { path: name, isSymbolicLink: true };
    else yield { path: linkPath, ...(type === 'h' ? { hardLinkTarget: target } : { isSymbolicLink: true }) };
  }
}

function targetsOfHardLinks(output: Buffer): Set<string> {
  const targets = new Set<string>();
  for (const { hardLinkTarget } of listedEntries(output)) {
    if (hardLinkTarget !== undefined) targets.add(posix.normalize(hardLinkTarget));
  }
  return targets;
}

/**
 * Finds the properties of an environment from its files.
 *
 * @param hardLinkTargets the targets of all hard links
 */
export function environmentOf(
  entries: Iterable<Entry>,
  hardLinkTargets: ReadonlySet<string> = new Set(),
): PythonEnvironment {
  let python: string | undefined;
  let libstdcxx: number | undefined;
  let brokenLink: PythonEnvironment['brokenLink'];
  const modules = new Set<string>();
  let loadsLibstdcxx = false;
  const existingTargets = new Set<string>();
  const links = new Set<string>();
  const activateFolders = new Set<string>();
  const platforms = new Set<string>();
  for (const entry of entries) {
    const entryPath = posix.normalize(entry.path);
    const target = entry.hardLinkTarget === undefined ? undefined : posix.normalize(entry.hardLinkTarget);
    if (target !== undefined && !existingTargets.has(target) && !isElsewhere(target, links))
      brokenLink ??= { path: entryPath, target };
    if (hardLinkTargets.has(entryPath)) existingTargets.add(entryPath);
    loadsLibstdcxx ||= entryPath === 'lib/libstdc++.so.6';
    if (entry.isSymbolicLink) links.add(entryPath);
    if (/(?:^|\/)bin\/activate$/.test(entryPath) && !/(?:^|\/)lib\//.test(entryPath))
      activateFolders.add(posix.dirname(posix.dirname(entryPath)));
    const [, platform] = /\.cpython-\d+[a-z]*-(darwin|\w+-linux-\w+)\.so$/.exec(entryPath) ?? [];
    if (platform !== undefined) platforms.add(platform);
    const [, libraryVersion] = /^lib\/libstdc\+\+\.so\.6\.0\.(\d+)$/.exec(entryPath) ?? [];
    if (libraryVersion !== undefined) libstdcxx = Math.max(libstdcxx ?? 0, Number(libraryVersion));
    const [, version, pathInLibrary] = /^lib\/python(3\.\d+)\/(.+)$/.exec(entryPath) ?? [];
    if (version === undefined) continue;
    python ??= version;
    const [module] = pathInLibrary
      .replace(/^(?:site-packages|lib-dynload)\//, '')
      .split('/')[0]
      .split('.');
    if (/^\w+$/.test(module)) modules.add(module);
  }
  const [activateFolder] = [...activateFolders].sort((a, b) => a.length - b.length);
  return {
    python,
    modules: [...modules].sort(),
    hasActivate: activateFolders.has('.') || links.has('bin'),
    activateFolder,
    foreignPlatform: platforms.has('x86_64-linux-gnu') ? undefined : [...platforms][0],
    libstdcxx: loadsLibstdcxx ? libstdcxx : undefined,
    brokenLink,
  };
}

/** Whether a path is outside of the archive, or in a folder that is a symbolic link, whose content is not known. */
function isElsewhere(target: string, links: ReadonlySet<string>): boolean {
  if (target.startsWith('/') || target.startsWith('..')) return true;
  for (let folder = posix.dirname(target); folder !== '.'; folder = posix.dirname(folder)) {
    if (links.has(folder)) return true;
  }
  return false;
}
