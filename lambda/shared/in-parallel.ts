import { setMaxListeners } from 'events';
import limit from 'p-limit';

/** Requests under way at a time; the SDK keeps at most 50 connections. */
const CONCURRENCY = 48;

/** Runs a task for each item, as many at a time as given. The first failure ends the others; none is under way when this returns or throws. */
export async function inParallel<T>(
  items: T[],
  signal: AbortSignal,
  task: (item: T, signal: AbortSignal) => Promise<void>,
  concurrency = CONCURRENCY,
): Promise<void> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  setMaxListeners(0, signal, either); // one of each request
  const run = limit(concurrency);
  const errors: unknown[] = [];
  await Promise.all(
    items.map((item) =>
      run(async () => {
        if (failed.signal.aborted) return;
        try {
          signal.throwIfAborted();
          await task(item, either);
        } catch (error) {
          errors.push(error);
          failed.abort();
        }
      }),
    ),
  );
  if (signal.aborted) throw new Error('it takes longer than the timeout of the function');
  if (errors.length > 0) throw errors[0];
}
