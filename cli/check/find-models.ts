import * as fs from 'fs';
import * as path from 'path';

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

/** The repositories in a folder, which may be a model, a repository, or contain repositories anywhere below it. */
export function findRepositories(folder: string): Repository[] {
  const alone: Repository[] = hasConfig(folder) ? [{ extent: 'alone', models: [folder], others: [] }] : [];
  return [...alone, ...repositoriesBelow(folder, 'given', new Set())];
}

function repositoriesBelow(folder: string, extent: 'given' | 'found', visited: Set<string>): Repository[] {
  const real = fs.realpathSync(folder);
  if (visited.has(real)) return []; // a link to a folder above it
  visited.add(real);
  const folders = subfolders(folder);
  const configured = folders.filter(hasConfig);
  const isModel = (each: string): boolean => hasConfig(each) || hasVersions(each);
  const models = configured.length > 0 ? folders.filter(isModel) : [];
  // Below the given folder, others may be anything: sources, documentation.
  const others = extent === 'given' ? folders.filter((each) => !isModel(each)) : [];
  return [
    ...(models.length > 0 ? [{ extent, models, others }] : []),
    ...folders.flatMap((each) => repositoriesBelow(each, 'found', visited)),
  ];
}

function subfolders(folder: string): string[] {
  return fs
    .readdirSync(folder)
    .sort()
    .filter((name) => !name.startsWith('.') && name !== 'node_modules')
    .map((name) => path.join(folder, name))
    .filter((each) => fs.statSync(each, { throwIfNoEntry: false })?.isDirectory());
}

/** Whether a folder is that of a model with a configuration. */
export function hasConfig(folder: string): boolean {
  return fs.existsSync(path.join(folder, CONFIG_FILE));
}

/** Whether a folder has version folders. Without a configuration, Triton reads the backend from the name of the model file. */
export function hasVersions(folder: string): boolean {
  return subfolders(folder).some((each) => /^\d+$/.test(path.basename(each)));
}
