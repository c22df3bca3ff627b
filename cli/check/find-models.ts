import * as fs from 'fs';
import * as path from 'path';
import { LimitName, LimitExceededError, requireCountWithin } from '../../lib/findings/limits';
import { isVersionFolder, missingReason } from '../../lib/model/folder/folder-content';
import { isBelow } from '../../lib/files/regular-file';
import { describeError } from '../describe-error';
import { Note, overLimitNote } from './result';

export const CONFIG_FILE = 'config.pbtxt';

/** A model repository: a folder whose subfolders are models. */
export interface Repository {
  /**
   * - given: the repository is the path that the user passed, so it contains all models that the server loads
   * - found: the repository is below the path that the user passed; a script may combine its models with models of other repositories
   * - alone: not a repository, but a single model folder
   */
  readonly origin: 'given' | 'found' | 'alone';
  /** The model folders. */
  readonly models: string[];
  /** Subfolders that are not models, although a server would try to load them. */
  readonly otherFolders: string[];
}

/** The result of a search, including the folders that were not searched. */
export interface SearchResult {
  readonly repositories: Repository[];
  readonly notes: Note[];
  /** Folders that could not be read. */
  readonly failures: Note[];
}

/** Finds the repositories in a folder. The folder itself can be a model, a repository, or contain repositories at any depth. */
export function findRepositories(folder: string): SearchResult {
  const search = new Search(folder);
  const singleModel: Repository[] = hasConfig(folder) ? [{ origin: 'alone', models: [folder], otherFolders: [] }] : [];
  return { repositories: [...singleModel, ...search.run()], notes: search.notes, failures: search.failures };
}

interface Subfolder {
  readonly folder: string;
  readonly hasConfig: boolean;
  readonly hasVersions: boolean;
}

/** Searches a folder within the limits. Does not follow links to folders outside the searched folder. */
class Search {
  public readonly failures: Note[] = [];
  /** Notes about folders that were not searched. */
  private readonly unsearched: Note[] = [];
  private readonly root: string;
  private readonly visited = new Set<string>();
  private readonly linksOutside: string[] = [];
  /** Limits that a note already reports. */
  private readonly exceeded = new Set<LimitName>();
  /** Number of directory entries that were read. */
  private entryCount = 0;

  constructor(private readonly searchedFolder: string) {
    this.root = fs.realpathSync(searchedFolder);
  }

  public get notes(): Note[] {
    const [first] = this.linksOutside;
    if (first === undefined) return this.unsearched;
    const othersText = this.linksOutside.length > 1 ? ` and ${this.linksOutside.length - 1} more` : '';
    const message = `${first}${othersText} ${othersText ? 'link' : 'links'} to a folder outside ${this.searchedFolder}, which was not checked; pass that folder itself`;
    return [...this.unsearched, { file: this.searchedFolder, message }];
  }

  public run(): Repository[] {
    const repositories: Repository[] = [];
    // A loop, because thousands of nested folders would overflow the stack of a recursive function.
    const pending = [{ folder: this.searchedFolder, depth: 0 }];
    for (let current = pending.pop(); current; current = pending.pop()) {
      const { folder, depth } = current;
      const children = this.tryRead(folder, () => this.visit(folder, depth)) ?? [];
      const origin = depth === 0 ? 'given' : 'found';
      const models = children.some((each) => each.hasConfig) ? children.filter(isModel).map((each) => each.folder) : [];
      // Below the searched folder, a folder that is not a model is normal: it may contain sources or documentation.
      const otherFolders =
        origin === 'given' ? children.filter((each) => !isModel(each)).map((each) => each.folder) : [];
      if (models.length > 0) repositories.push({ origin, models, otherFolders });
      for (const each of [...children].reverse()) pending.push({ folder: each.folder, depth: depth + 1 });
    }
    return repositories;
  }

  /** Returns the subfolders of a folder; an empty list if the folder was already visited. */
  private visit(folder: string, depth: number): Subfolder[] {
    const realPath = fs.realpathSync(folder);
    if (this.visited.has(realPath)) return []; // for example, through a link to a parent folder
    this.visited.add(realPath);
    requireCountWithin('depth', depth, folder);
    return this.subfolders(folder, true).flatMap((each) => {
      const names = this.tryRead(each, () => this.subfolders(each).map((name) => path.basename(name)));
      return names ? [{ folder: each, hasConfig: hasConfig(each), hasVersions: names.some(isVersionFolder) }] : [];
    });
  }

  /** @param isCounted whether the entries count toward the limit, and links to folders outside the searched folder are reported */
  private subfolders(folder: string, isCounted = false): string[] {
    const entries = fs.readdirSync(folder, { withFileTypes: true });
    if (isCounted) requireCountWithin('entries', (this.entryCount += entries.length), this.searchedFolder);
    return entries
      .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
      .filter(
        (entry) => entry.isDirectory() || (entry.isSymbolicLink() && this.isLinkInside(folder, entry.name, isCounted)),
      )
      .map(({ name }) => path.join(folder, name))
      .sort();
  }

  /**
   * Whether a link points to a folder inside the searched folder.
   *
   * @param isReported whether to report a link to a folder outside the searched folder
   */
  private isLinkInside(folder: string, name: string, isReported: boolean): boolean {
    const link = path.join(folder, name);
    if (!isFolder(link)) return false;
    const realPath = fs.realpathSync(link);
    const isInside = realPath === this.root || isBelow(realPath, this.root);
    if (!isInside && isReported) this.linksOutside.push(link);
    return isInside;
  }

  /** Calls `read`. If it fails, records the reason and returns undefined. */
  private tryRead<T>(folder: string, read: () => T): T | undefined {
    try {
      return read();
    } catch (problem) {
      const name = path.basename(folder);
      const isMissing = (problem as NodeJS.ErrnoException).code === 'ENOENT';
      if (problem instanceof LimitExceededError) {
        if (!this.exceeded.has(problem.limit)) this.unsearched.push(overLimitNote(this.searchedFolder, problem));
        this.exceeded.add(problem.limit);
      } else if (isMissing) this.unsearched.push({ file: folder, message: `the folder ${missingReason(name)}` });
      else this.failures.push({ file: folder, message: describeError(problem) });
      return undefined;
    }
  }
}

function isModel(each: Subfolder): boolean {
  return each.hasConfig || each.hasVersions;
}

function isFolder(file: string): boolean {
  try {
    return fs.statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false; // for example, a link to itself
  }
}

/** Whether the folder has a config.pbtxt. */
export function hasConfig(folder: string): boolean {
  return fs.existsSync(path.join(folder, CONFIG_FILE));
}

/** Whether the folder has version folders. Such a folder is a model even without a configuration. */
export function hasVersionFolders(folder: string): boolean {
  return fs.readdirSync(folder).some((name) => isVersionFolder(name) && isFolder(path.join(folder, name)));
}
