import { OverLimit } from '../../lib/findings/limits';
import { describeError } from '../describe-error';
import type { Step } from './check';
import { notChecked } from './finding';

/** The steps of one part of a check, which ends alone: with a note where it exceeds a limit, otherwise with a failure. */
export function* attempted(file: string, steps: () => Iterable<Step>): Iterable<Step> {
  try {
    yield* steps();
  } catch (problem) {
    yield problem instanceof OverLimit
      ? { notes: [notChecked(file, problem)] }
      : { failures: [{ file, message: describeError(problem) }] };
  }
}
