import { executedRequests, ModelMinute, sumOf } from '../metrics/minutes';

/** Smallest number of minutes with executions for an advice. */
export const MIN_MINUTES = 10;
/** Smallest number of executions: the standard error of the mean of 200 exponential times is 7 %. */
export const MIN_EXECUTIONS = 200;

/** The minutes that show how long executions take. Executions of failed requests do not. */
export function activeMinutes(minutes: readonly ModelMinute[]): readonly ModelMinute[] {
  return minutes.filter(
    (minute) =>
      minute.executions > 0 && minute.inferences > 0 && minute.computeDuration > 0 && executedRequests(minute) > 0,
  );
}

/**
 * What the metrics of a model lack, as a sentence. Undefined if they are sufficient.
 *
 * @param active minutes with executions
 */
export function missingData(active: readonly ModelMinute[]): string | undefined {
  const executions = sumOf(active, 'executions');
  if (active.length < MIN_MINUTES)
    return (
      `Only ${active.length} complete minutes have executions. The advice needs at least ${MIN_MINUTES}: ` +
      `${MIN_MINUTES - active.length} more minutes with requests.`
    );
  if (executions < MIN_EXECUTIONS) {
    const more = Math.ceil(((MIN_EXECUTIONS - executions) / executions) * active.length);
    return (
      `Only ${executions} executions were counted. The advice needs at least ${MIN_EXECUTIONS}: about ${more} more minutes at this rate, ` +
      'or more requests.'
    );
  }
  return undefined;
}
