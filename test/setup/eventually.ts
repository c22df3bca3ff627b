import { setTimeout } from 'node:timers/promises';

/** Only ends a test that hangs, and is therefore longer than any wait on a busy host. Shorter than Jest's timeout, so that the loop ends. */
const LIMIT_MILLISECONDS = 600_000;

/** Repeats a check until it does not throw. If the check never succeeds, throws its last error. */
export async function eventually(check: () => void | Promise<void>): Promise<void> {
  for (const deadline = Date.now() + LIMIT_MILLISECONDS; Date.now() < deadline; await setTimeout(20)) {
    try {
      return await check();
    } catch {
      // Try again.
    }
  }
  await check();
}
