import * as fs from 'node:fs';

/** What is deeper has no path by which anyone could change it. */
const LONGEST_PATH = 4000;

/** Everything below a folder, each with what tells whether it was changed. */
export type Snapshot = Map<string, string>;

/** Names may be bytes that are not UTF-8. */
export function snapshotOf(root: string): Snapshot {
  const found: Snapshot = new Map();
  const visit = (folder: Buffer, name: string): void => {
    for (const entry of namesIn(folder)) {
      const file = Buffer.concat([folder, Buffer.from('/'), entry]);
      const shown = name === '' ? entry.toString('latin1') : `${name}/${entry.toString('latin1')}`;
      if (file.length > LONGEST_PATH) continue;
      const stat = fs.lstatSync(file);
      const folded = stat.isDirectory();
      // What is written into a folder shows below it.
      found.set(shown, folded ? `${stat.mode}` : `${stat.mode} ${stat.size} ${stat.mtimeMs} ${stat.ino}`);
      if (folded) visit(file, shown);
    }
  };
  visit(Buffer.from(root), '');
  return found;
}

/** Folders that may not be read have nothing in them that anyone could have changed. */
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
      .filter(([name, what]) => after.has(name) && after.get(name) !== what)
      .map(([name]) => `changed ${name}`),
  ];
}
