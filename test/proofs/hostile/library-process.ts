/** A child process that runs inputs of the library. Its parent process sends the name of an input, and receives the outcome. */
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { handlers } from './handlers';
import { isSelfChecked, LibraryOutcome } from './library-input';
import { synthesis } from './synthesis';

const inputs = new Map([...synthesis, ...handlers].map((input) => [input.name, input]));

/** The peak memory usage since the last reset (see `clear_refs`). */
function peakBytes(): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

async function runInput(name: string): Promise<LibraryOutcome> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'l-'));
  globalThis.gc?.();
  fs.writeFileSync('/proc/self/clear_refs', '5');
  try {
    const result = await inputs.get(name)?.run(folder);
    return {
      ...(isSelfChecked(result) ? result : { text: String(result ?? ''), problems: [] }),
      peakBytes: peakBytes(),
    };
  } catch (error) {
    const { message, constructor } = error as Error;
    return { text: message, errorClass: constructor.name, problems: [], peakBytes: peakBytes() };
  } finally {
    // After an error, the unpacker may still write the entries that it has started.
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

process.on('message', (name: string) => {
  void runInput(name).then((outcome) => process.send?.(outcome));
});
