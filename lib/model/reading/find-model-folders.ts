import * as fs from 'fs';
import * as path from 'path';
import { VERSION_NAME } from '../rules/version-folders';
import { findModelFile } from '../files/find-model-file';
import { isLeftover } from '../folder/folder-content';

/**
 * The names of the model folders in a repository: the folders with a config.pbtxt or a version folder. If there are none, the folders with a
 * model file. Empty if the repository does not exist.
 */
export function findModelFolders(repository: string): string[] {
  const folders = entriesOf(repository).filter((name) => !name.startsWith('.') && !isLeftover(name));
  const entries = new Map(folders.map((name) => [name, entriesOf(path.join(repository, name))]));
  const isConfigured = (name: string): boolean =>
    entries.get(name)?.some((entry) => entry === 'config.pbtxt' || VERSION_NAME.test(entry)) ?? false;
  const configured = folders.filter(isConfigured);
  return configured.length > 0 ? configured : folders.filter((name) => findModelFile(entries.get(name) ?? []));
}

/** The names in a folder; empty if it cannot be read, or is a file. */
function entriesOf(folder: string): string[] {
  try {
    return fs.readdirSync(folder).sort();
  } catch {
    return [];
  }
}
