import { Duration, Token } from 'aws-cdk-lib';
import { TritonModel } from '../model';
import { lateUnitProblem } from '../platform/late-duration';
import { ProbeOptions } from './probe-options';
import { SmokeTestOptions } from './smoke-test-options';

/** What of a function's 15 minutes is left for the container's log and CloudFormation. */
const LONGEST_TEST_SECONDS = 13 * 60;
const LONGEST_INTERVAL_MINUTES = 60;

/** Something that is not right with an option. */
export interface OptionProblem {
  readonly property: string;
  readonly message: string;
}

/** What a smoke test could not do. */
export function smokeTestProblems(options: SmokeTestOptions, models: TritonModel[]): OptionProblem[] {
  const { requests = [], timeout } = options;
  const counts: [keyof SmokeTestOptions, number | undefined, number][] = [
    ['measuredRequests', options.measuredRequests, 0],
    ['concurrentRequests', options.concurrentRequests, 1],
    ['warmupRequests', options.warmupRequests, 0],
    ['sampledModels', options.sampledModels, 1],
  ];
  return [
    ...requests.flatMap((request, index) =>
      models.flatMap((model) =>
        request._problems(model).map(({ field, message }) => ({ property: `requests[${index}].${field}`, message })),
      ),
    ),
    ...counts
      .filter(([, count = 1, least]) => !Token.isUnresolved(count) && !(Number.isInteger(count) && count >= least))
      .map(([property, count, least]) => ({
        property,
        message: `got ${count}; allowed: a whole number of at least ${least}`,
      })),
    ...timeoutProblems(timeout),
  ];
}

function timeoutProblems(timeout?: Duration): OptionProblem[] {
  const late = lateUnitProblem(timeout, 'seconds');
  if (late) return [{ property: 'timeout', message: late }];
  if (!timeout || timeout.isUnresolved()) return [];
  const seconds = timeout.toSeconds({ integral: false });
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= LONGEST_TEST_SECONDS) return [];
  return [
    { property: 'timeout', message: `got ${timeout.toHumanString()}; allowed: whole seconds, at most 13 minutes` },
  ];
}

/** What a probe could not do. */
export function probeProblems({ interval, plannedLatency }: ProbeOptions): OptionProblem[] {
  const problems: OptionProblem[] = [];
  if (interval?.isUnresolved()) {
    const message = `got a value that is only known at deploy time; allowed: whole minutes from 1 to ${LONGEST_INTERVAL_MINUTES}, which the alarms' windows follow`;
    problems.push({ property: 'interval', message });
  } else if (interval) {
    const minutes = interval.toMinutes({ integral: false });
    if (!Number.isInteger(minutes) || minutes < 1 || minutes > LONGEST_INTERVAL_MINUTES) {
      const message = `got ${interval.toHumanString()}; allowed: whole minutes from 1 to ${LONGEST_INTERVAL_MINUTES}`;
      problems.push({ property: 'interval', message });
    }
  }
  if (plannedLatency && !plannedLatency.isUnresolved() && plannedLatency.toMilliseconds() <= 0) {
    problems.push({ property: 'plannedLatency', message: 'got 0; allowed: more than 0' });
  }
  return problems;
}
