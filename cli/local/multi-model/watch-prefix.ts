import * as fs from 'fs';
import * as path from 'path';
import { setTimeout as sleep } from 'timers/promises';
import { ModelLoader } from './model-loader';

/** Time between two checks of the folder. */
const INTERVAL_MILLISECONDS = 300;

/**
 * Loads each archive that is added to a folder, as soon as its size no longer changes. The loader prints the reason if an archive cannot be
 * loaded.
 */
export async function watchPrefix(folder: string, loader: ModelLoader, signal: AbortSignal): Promise<void> {
  const handledNames = new Set(archivesIn(folder).keys());
  for (let previous = new Map<string, number>(); !signal.aborted;) {
    const current = archivesIn(folder);
    for (const [name, bytes] of current) {
      if (handledNames.has(name) || previous.get(name) !== bytes) continue;
      handledNames.add(name);
      await loader.ensureLoaded(name);
    }
    previous = current;
    await sleep(INTERVAL_MILLISECONDS, undefined, { signal }).catch(() => undefined);
  }
}

/** The sizes of the archives below a folder, by relative path, which is the TargetModel of requests. */
function archivesIn(folder: string): Map<string, number> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Map(
    names
      .filter((name) => name.endsWith('.tar.gz'))
      .map((name) => [
        name.split(path.sep).join('/'),
        fs.statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0,
      ]),
  );
}
