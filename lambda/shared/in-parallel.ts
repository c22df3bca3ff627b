import { setMaxListeners } from 'events';
import limit from 'p-limit';

/** The default concurrency, below the 50 connections to which the SDK limits a client. */
const CONCURRENCY = 48;

/**
 * Runs a task for each item, with limited concurrency. The first failure aborts the other tasks. The function returns or throws only after
 * all tasks have ended.
 */
export async function inParallel<T>(
  items: T[],
  signal: AbortSignal,
  task: (item: T, signal: AbortSignal) => Promise<void>,
  concurrency = CONCURRENCY,
): Promise<void> {
  const firstFailure = new AbortController();
  const eitherSignal = AbortSignal.any([signal, firstFailure.signal]);
  setMaxListeners(0, signal, eitherSignal); // each request adds a listener
  const runLimited = limit(concurrency);
  const errors: unknown[] = [];
  await Promise.all(
    items.map((item) =>
      runLimited(async () => {
        if (firstFailure.signal.aborted) return;
        try {
          signal.throwIfAborted();
          await task(item, eitherSignal);
        } catch (error) {
          errors.push(error);
          firstFailure.abort();
        }
      }),
    ),
  );
  if (signal.aborted) throw new Error('it takes longer than the timeout of the function');
  if (errors.length > 0) throw errors[0];
}
