import * as fs from 'node:fs';

/** Files with longer paths are ignored, because no program can change them by their path. */
const MAXIMUM_PATH_BYTES = 4000;

/** The state of each file and folder, by path. A change of the file or folder changes the state. */
export type Snapshot = Map<string, string>;

/** Reads a snapshot of a folder. Names are read as bytes, because they may be invalid UTF-8. */
export function snapshotOf(root: string): Snapshot {
  const snapshot: Snapshot = new Map();
  const visit = (folder: Buffer, name: string): void => {
    for (const entry of namesIn(folder)) {
      const file = Buffer.concat([folder, Buffer.from('/'), entry]);
      const entryName = name === '' ? entry.toString('latin1') : `${name}/${entry.toString('latin1')}`;
      if (file.length > MAXIMUM_PATH_BYTES) continue;
      const stat = fs.lstatSync(file);
      const isFolder = stat.isDirectory();
      // For a folder, only the mode is recorded, because its files have their own entries.
      snapshot.set(entryName, isFolder ? `${stat.mode}` : `${stat.mode} ${stat.size} ${stat.mtimeMs} ${stat.ino}`);
      if (isFolder) visit(file, entryName);
    }
  };
  visit(Buffer.from(root), '');
  return snapshot;
}

/** The names in a folder. The list is empty for an unreadable folder, in which no file can have been changed. */
function namesIn(folder: Buffer): Buffer[] {
  try {
    return fs.readdirSync(folder, { encoding: 'buffer' });
  } catch {
    return [];
  }
}

export function changesBetween(before: Snapshot, after: Snapshot): string[] {
  return [
    ...[...after.keys()].filter((name) => !before.has(name)).map((name) => `created ${name}`),
    ...[...before.keys()].filter((name) => !after.has(name)).map((name) => `removed ${name}`),
    ...[...before]
      .filter(([name, state]) => after.has(name) && after.get(name) !== state)
      .map(([name]) => `changed ${name}`),
  ];
}
