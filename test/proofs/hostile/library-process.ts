/** Reads inputs of the library, each by its name: a message names one, and a message says what came of it. */
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { archives } from './archives';
import { handlers } from './handlers';
import { isJudged, LibraryOutcome } from './library-input';
import { synthesis } from './synthesis';

const inputs = new Map([...archives, ...synthesis, ...handlers].map((input) => [input.name, input]));

/** The peak since it was reset. */
function peakBytes(): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

async function judge(name: string): Promise<LibraryOutcome> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'l-'));
  globalThis.gc?.();
  fs.writeFileSync('/proc/self/clear_refs', '5');
  try {
    const result = await inputs.get(name)?.run(folder);
    return { ...(isJudged(result) ? result : { text: String(result ?? ''), problems: [] }), peakBytes: peakBytes() };
  } catch (error) {
    const { message, constructor } = error as Error;
    return { text: message, thrown: constructor.name, problems: [], peakBytes: peakBytes() };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

process.on('message', (name: string) => {
  void judge(name).then((outcome) => process.send?.(outcome));
});
