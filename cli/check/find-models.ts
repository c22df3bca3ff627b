import * as fs from 'fs';
import * as path from 'path';
import { LimitName, OverLimit, countWithin } from '../../lib/findings/limits';
import { whyMissing } from '../../lib/model/folder-content';
import { isBelow } from '../../lib/platform/regular-file';
import { describeError } from '../describe-error';
import { notChecked, Note } from './finding';

export const CONFIG_FILE = 'config.pbtxt';

/** A folder of models. */
export interface Repository {
  /**
   * What is known of the models: all that a server would load, those that were found together, which a script may put into a
   * repository with others, or one alone.
   */
  readonly extent: 'given' | 'found' | 'alone';
  /** The models' folders. */
  readonly models: string[];
  /** Folders beside them that a server would try to load, and that are no models. */
  readonly others: string[];
}

/** What a search found, and where it did not look. */
export interface Found {
  readonly repositories: Repository[];
  readonly notes: Note[];
  /** Folders that could not be read. */
  readonly failures: Note[];
}

/** The repositories in a folder, which may be a model, a repository, or contain repositories anywhere below it. */
export function findRepositories(folder: string): Found {
  const search = new Search(folder);
  const alone: Repository[] = hasConfig(folder) ? [{ extent: 'alone', models: [folder], others: [] }] : [];
  return { repositories: [...alone, ...search.run()], notes: search.notes, failures: search.failures };
}

interface Subfolder {
  readonly folder: string;
  readonly hasConfig: boolean;
  readonly hasVersions: boolean;
}

/** A search that ends: it follows each link once, none that leaves the given folder, and stops at the limits. */
class Search {
  public readonly failures: Note[] = [];
  private readonly unsearched: Note[] = [];
  private readonly root: string;
  private readonly visited = new Set<string>();
  private readonly leaving: string[] = [];
  private readonly exceeded = new Set<LimitName>();
  private entries = 0;

  constructor(private readonly given: string) {
    this.root = fs.realpathSync(given);
  }

  public get notes(): Note[] {
    const [first] = this.leaving;
    if (first === undefined) return this.unsearched;
    const several = this.leaving.length > 1 ? ` and ${this.leaving.length - 1} more` : '';
    const message = `${first}${several} ${several ? 'link' : 'links'} to a folder outside ${this.given}, which was not checked; pass that folder itself`;
    return [...this.unsearched, { file: this.given, message }];
  }

  public run(): Repository[] {
    const repositories: Repository[] = [];
    // Instead of recursion, which thousands of folders in each other would end.
    const waiting = [{ folder: this.given, depth: 0 }];
    for (let current = waiting.pop(); current; current = waiting.pop()) {
      const { folder, depth } = current;
      const below = this.attempt(folder, () => this.enter(folder, depth)) ?? [];
      const extent = depth === 0 ? 'given' : 'found';
      const models = below.some((each) => each.hasConfig) ? below.filter(isModel).map((each) => each.folder) : [];
      // Below the given folder, others may be anything: sources, documentation.
      const others = extent === 'given' ? below.filter((each) => !isModel(each)).map((each) => each.folder) : [];
      if (models.length > 0) repositories.push({ extent, models, others });
      waiting.push(...below.map((each) => ({ folder: each.folder, depth: depth + 1 })).reverse());
    }
    return repositories;
  }

  /** The folders in a folder, once. */
  private enter(folder: string, depth: number): Subfolder[] {
    const real = fs.realpathSync(folder);
    if (this.visited.has(real)) return []; // a link to a folder above it
    this.visited.add(real);
    countWithin('depth', depth, folder);
    return this.subfolders(folder, true).flatMap((each) => {
      const names = this.attempt(each, () => this.subfolders(each).map((name) => path.basename(name)));
      return names
        ? [{ folder: each, hasConfig: hasConfig(each), hasVersions: names.some((name) => /^\d+$/.test(name)) }]
        : [];
    });
  }

  private subfolders(folder: string, counts = false): string[] {
    const entries = fs.readdirSync(folder, { withFileTypes: true });
    if (counts) countWithin('entries', (this.entries += entries.length), this.given);
    return entries
      .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
      .filter((entry) => entry.isDirectory() || (entry.isSymbolicLink() && this.isInside(folder, entry.name, counts)))
      .map(({ name }) => path.join(folder, name))
      .sort();
  }

  /** Whether a link leads to a folder that is inside the given one. */
  private isInside(folder: string, name: string, noted: boolean): boolean {
    const link = path.join(folder, name);
    if (!isFolder(link)) return false;
    const real = fs.realpathSync(link);
    const inside = real === this.root || isBelow(real, this.root);
    if (!inside && noted) this.leaving.push(link);
    return inside;
  }

  /** Undefined where something keeps from looking, which is noted. */
  private attempt<T>(folder: string, look: () => T): T | undefined {
    try {
      return look();
    } catch (problem) {
      const name = path.basename(folder);
      const missing = (problem as NodeJS.ErrnoException).code === 'ENOENT';
      if (problem instanceof OverLimit) {
        if (!this.exceeded.has(problem.limit)) this.unsearched.push(notChecked(this.given, problem));
        this.exceeded.add(problem.limit);
      } else if (missing) this.unsearched.push({ file: folder, message: `the folder ${whyMissing(name)}` });
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
    return false; // such as a link to itself
  }
}

/** Whether a folder is that of a model with a configuration. */
export function hasConfig(folder: string): boolean {
  return fs.existsSync(path.join(folder, CONFIG_FILE));
}

/** Whether a folder has version folders. Without a configuration, Triton reads the backend from the name of the model file. */
export function hasVersions(folder: string): boolean {
  return fs.readdirSync(folder).some((name) => /^\d+$/.test(name) && isFolder(path.join(folder, name)));
}
