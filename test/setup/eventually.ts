import { setTimeout } from 'node:timers/promises';

/** Repeats a check until it does not throw. After the time limit, throws the error of the last check. */
export async function eventually(check: () => void, milliseconds = 10_000): Promise<void> {
  for (const deadline = Date.now() + milliseconds; Date.now() < deadline; await setTimeout(20)) {
    try {
      return check();
    } catch {
      // Try again.
    }
  }
  check();
}
