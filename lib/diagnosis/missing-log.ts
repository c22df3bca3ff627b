import { Cause } from './cause';

/** Text in the line for an endpoint with instances. */
const NO_LOG_TEXT = 'run, and there is no log stream';

/**
 * Line about an endpoint or an inference component that is in service but has no log stream. Without instances or copies, a missing log is not a
 * problem.
 */
export function missingLogLine(name: string, count: number, unit: 'instances' | 'copies' = 'instances'): string {
  return count > 0
    ? `${name} is InService, ${count} of its ${unit} ${NO_LOG_TEXT}`
    : `${name} is InService without ${unit}`;
}

/** The cause that the line about a missing log stream indicates. This library writes the line, because there is no log. */
export const MISSING_LOG: Cause = {
  id: 'no-log',
  title: 'The endpoint has no log',
  meaning:
    'The containers run, and what they print does not reach CloudWatch Logs: the next failure will have no log lines that contain its cause.',
  remedy:
    "Allow the endpoint's role logs:CreateLogStream, logs:DescribeLogStreams and logs:PutLogEvents on the log group, and CloudWatch Logs to use the key of the log group, if it has one. If there is still no log, also allow logs:CreateLogGroup, which AWS lists. Instances that start afterwards write the log. A container that prints nothing has no log either.",
  texts: [NO_LOG_TEXT],
};
