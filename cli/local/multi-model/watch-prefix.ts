import * as fs from 'fs';
import * as path from 'path';
import { setTimeout as sleep } from 'timers/promises';
import { ModelHost } from './model-host';

const INTERVAL_MILLISECONDS = 300;

/** Loads each archive that comes into a folder, once it has stopped to grow, until the signal. Failures are told by the host. */
export async function watchPrefix(folder: string, host: ModelHost, signal: AbortSignal): Promise<void> {
  const known = new Set(archivesIn(folder).keys());
  for (let before = new Map<string, number>(); !signal.aborted;) {
    const now = archivesIn(folder);
    for (const [name, bytes] of now) {
      if (known.has(name) || before.get(name) !== bytes) continue;
      known.add(name);
      await host.ensureLoaded(name);
    }
    before = now;
    await sleep(INTERVAL_MILLISECONDS, undefined, { signal }).catch(() => undefined);
  }
}

/** Archives below a folder, as a request names them, with their sizes. */
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
