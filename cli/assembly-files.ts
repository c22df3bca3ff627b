import * as fs from 'fs';
import * as path from 'path';
import { isBelow, readRegularFile } from '../lib/platform/regular-file';

/** Templates, manifests, test plans and bundles of small files: CDK writes none that is larger. */
const MAXIMUM_BYTES = 1024 * 1024 * 1024;

/** Where a deployment reads a file or folder. */
export interface PlaceOfFile {
  /** Where the assembly says it is. */
  readonly file: string;
  /** Whether it is there, on this machine. */
  readonly exists: boolean;
  /** Whether it goes wherever the assembly goes. */
  readonly isInside: boolean;
  /** Whether CDK packs a folder before it uploads it. The library's model files are none of these. */
  readonly isZipped: boolean;
}

/**
 * The files that a deployment would upload, by `bucket/key`. An assembly that somebody else has written may name any file of this
 * machine: only those inside the assembly and inside folders that the user has named are opened.
 */
export class AssemblyFiles {
  private readonly paths = new Map<string, string>();
  private readonly zipped = new Set<string>();

  /** @param folders the assembly's, and those in which models may lie that CDK uploads from where they are */
  constructor(private readonly folders: string[]) {}

  /** @param isZipped whether CDK packs a folder before it uploads it, such as the code of a function */
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

  /** Where a file is, of which nothing is opened. A link that leads out of the assembly is not inside it. */
  public placeOf(key: string): PlaceOfFile {
    const file = path.resolve(this.paths.get(key) ?? '');
    const exists = fs.existsSync(file);
    const [assembly = ''] = this.folders;
    const isInside = exists
      ? isBelow(fs.realpathSync(file), fs.realpathSync(assembly))
      : isBelow(file, path.resolve(assembly));
    return { file, exists, isInside, isZipped: this.zipped.has(key) };
  }

  /**
   * Bytes of a file or folder, of which nothing is read. Undefined when it is not on this machine, and for folders of which the
   * user has said nothing.
   */
  public bytesOf(key: string): number | undefined {
    const file = this.paths.get(key) ?? '';
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (!stat?.isDirectory()) return stat?.size;
    if (!this.contains(fs.realpathSync(file))) return undefined;
    const entries = fs.readdirSync(file, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return entries.reduce((sum, { parentPath, name }) => sum + fs.statSync(path.join(parentPath, name)).size, 0);
  }

  /**
   * Where a file is, without links; undefined when no asset has the key. A file that is missing is where the assembly says.
   *
   * @throws when it is outside of the folders, or a pipe, socket or device
   */
  public find(key: string): string | undefined {
    const file = this.paths.get(key);
    if (file === undefined || !fs.existsSync(file)) return file;
    const real = fs.realpathSync(file);
    if (!this.contains(real)) {
      const leads = real === file ? '' : `, which links to ${real}`;
      throw new Error(
        `the assembly uploads ${file}${leads}; allowed: files inside ${this.folders.join(' and ')}; ` +
          `if this is a file of your model, add --allow ${path.dirname(real)}`,
      );
    }
    if (fs.statSync(real).isFile() || fs.statSync(real).isDirectory()) return real;
    throw new Error(`the assembly uploads ${file}, a pipe, socket or device; allowed: a regular file`);
  }

  /**
   * A file's content; undefined when no asset has the key, or its file is missing.
   *
   * @throws when it may not be read
   */
  public read(key: string): Buffer | undefined {
    const file = this.find(key);
    if (file === undefined || !fs.existsSync(file)) return undefined;
    return readRegularFile(file, { maximumBytes: MAXIMUM_BYTES });
  }

  private contains(real: string): boolean {
    return this.folders.some((folder) => isBelow(real, fs.realpathSync(folder)));
  }
}

/** The folder of the CDK app in which the command runs: the nearest one upward with `cdk.json`, if there is one. */
export function projectFolders(from = process.cwd()): string[] {
  for (let folder = from; ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, 'cdk.json'))) return [folder];
    if (folder === path.dirname(folder)) return [];
  }
}
