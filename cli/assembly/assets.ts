import * as fs from 'fs';
import * as path from 'path';
import { isBelow, readRegularFile } from '../../lib/files/regular-file';

/** Maximum size of an asset that is read, far above the size of any template, manifest or other file that CDK writes. */
const MAX_ASSET_BYTES = 1024 * 1024 * 1024;

/** The path of an asset, with facts about the path. */
export interface FileLocation {
  /** The path that the assembly refers to. */
  readonly file: string;
  /** Whether the path exists on this host. */
  readonly exists: boolean;
  /** Whether the path is inside the assembly. Assets outside the assembly can be uploaded only from this host. */
  readonly isInside: boolean;
  /** Whether CDK creates a zip archive of the path for the upload. The library never lets CDK zip model files. */
  readonly isZipped: boolean;
}

/**
 * The files and folders that a deployment uploads, by `bucket/key`. An untrusted assembly can refer to any file of this host, so only files
 * inside the allowed folders are opened.
 */
export class AssemblyAssets {
  private readonly paths = new Map<string, string>();
  private readonly zipped = new Set<string>();

  /** @param allowedFolders first the folder of the assembly, then folders with models that CDK uploads without staging */
  constructor(private readonly allowedFolders: string[]) {}

  /**
   * Adds an asset with the key `bucket/key`.
   *
   * @param isZipped whether CDK creates a zip archive for the upload, for example of function code
   */
  public add(key: string, file: string, isZipped = false): void {
    this.paths.set(key, file);
    if (isZipped) this.zipped.add(key);
  }

  public get keys(): string[] {
    return [...this.paths.keys()];
  }

  public has(key: string): boolean {
    return this.paths.has(key);
  }

  /**
   * Returns the location without opening the file. The path can be outside the allowed folders. A link counts as outside the assembly if
   * its target is outside.
   */
  public locate(key: string): FileLocation {
    const file = path.resolve(this.paths.get(key) ?? '');
    const exists = fs.existsSync(file);
    const [assembly = ''] = this.allowedFolders;
    const isInside = exists
      ? isBelow(fs.realpathSync(file), fs.realpathSync(assembly))
      : isBelow(file, path.resolve(assembly));
    return { file, exists, isInside, isZipped: this.zipped.has(key) };
  }

  /**
   * Returns the size of a file or folder in bytes, without opening files; undefined if it is missing, or is a folder outside the allowed
   * folders.
   */
  public bytesOf(key: string): number | undefined {
    const file = this.paths.get(key) ?? '';
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (!stat?.isDirectory()) return stat?.size;
    if (!this.isAllowed(fs.realpathSync(file))) return undefined;
    const entries = fs.readdirSync(file, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return entries.reduce((sum, { parentPath, name }) => sum + fs.statSync(path.join(parentPath, name)).size, 0);
  }

  /**
   * Returns the path of an asset with all links resolved; undefined if no asset has the key. The path of a missing file is returned
   * unchanged. Unlike `locate`, rejects existing paths outside the allowed folders.
   *
   * @throws if the path is outside the allowed folders, or is a pipe, socket or device
   */
  public find(key: string): string | undefined {
    const file = this.paths.get(key);
    if (file === undefined || !fs.existsSync(file)) return file;
    const realPath = fs.realpathSync(file);
    if (!this.isAllowed(realPath)) {
      const target = realPath === file ? '' : `, which links to ${realPath}`;
      throw new Error(
        `the assembly uploads ${file}${target}; allowed: files inside ${this.allowedFolders.join(' and ')}`,
      );
    }
    if (fs.statSync(realPath).isFile() || fs.statSync(realPath).isDirectory()) return realPath;
    throw new Error(`the assembly uploads ${file}, a pipe, socket or device; allowed: a regular file`);
  }

  /**
   * Returns the content of an asset; undefined if no asset has the key, or the file is missing.
   *
   * @throws if the file is outside the allowed folders, or is not a regular file
   */
  public read(key: string): Buffer | undefined {
    const file = this.find(key);
    if (file === undefined || !fs.existsSync(file)) return undefined;
    return readRegularFile(file, { maximumBytes: MAX_ASSET_BYTES });
  }

  private isAllowed(file: string): boolean {
    return this.allowedFolders.some((folder) => isBelow(file, fs.realpathSync(folder)));
  }
}

/**
 * Returns zero or one folder: the folder of the CDK app, which is the nearest folder with a `cdk.json`, from the working directory upward.
 * The list is empty if no folder has a `cdk.json`.
 */
export function projectFolders(from = process.cwd()): string[] {
  for (let folder = from; ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, 'cdk.json'))) return [folder];
    if (folder === path.dirname(folder)) return [];
  }
}
