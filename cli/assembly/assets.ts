import * as fs from 'fs';
import * as path from 'path';
import { isBelow } from '../../lib/files/regular-file';

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

/** The files and folders that a deployment uploads, by `bucket/key`. */
export class AssemblyAssets {
  private readonly paths = new Map<string, string>();
  private readonly zipped = new Set<string>();

  /** @param assembly the folder of the assembly; undefined if only a template is available */
  constructor(private readonly assembly = '') {}

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

  /** Returns the location without opening the file. A link counts as outside the assembly if its target is outside. */
  public locate(key: string): FileLocation {
    const file = path.resolve(this.paths.get(key) ?? '');
    const exists = fs.existsSync(file);
    const isInside = exists
      ? isBelow(fs.realpathSync(file), fs.realpathSync(this.assembly))
      : isBelow(file, path.resolve(this.assembly));
    return { file, exists, isInside, isZipped: this.zipped.has(key) };
  }

  /** Returns the size of a file or folder in bytes, without opening files; undefined if it is missing. */
  public bytesOf(key: string): number | undefined {
    const file = this.paths.get(key) ?? '';
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (!stat?.isDirectory()) return stat?.size;
    const entries = fs.readdirSync(file, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return entries.reduce((sum, { parentPath, name }) => sum + fs.statSync(path.join(parentPath, name)).size, 0);
  }

  /**
   * Returns the path of an asset with all links resolved; undefined if no asset has the key. The path of a missing file is returned
   * unchanged.
   */
  public find(key: string): string | undefined {
    const file = this.paths.get(key);
    return file === undefined || !fs.existsSync(file) ? file : fs.realpathSync(file);
  }

  /** Returns the content of an asset; undefined if no asset has the key, or the file is missing. */
  public read(key: string): Buffer | undefined {
    const file = this.paths.get(key);
    return file === undefined || !fs.existsSync(file) ? undefined : fs.readFileSync(file);
  }
}
