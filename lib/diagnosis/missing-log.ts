import { Cause } from './cause';

const TEXT = 'run, and there is no log stream';

/** A line for an endpoint in service that has no log stream. Without instances, there is nothing that could write one. */
export function lineWithoutLog(endpointName: string, instances: number): string {
  return instances > 0
    ? `${endpointName} is InService, ${instances} of its instances ${TEXT}`
    : `${endpointName} is InService without instances`;
}

/** Nobody prints this but the command, which knows that the endpoint is in service. */
export const MISSING_LOG: Cause = {
  id: 'no-log',
  title: 'The endpoint has no log',
  meaning:
    'The containers run, and what they print does not reach CloudWatch Logs: the next failure will have no log lines that contain its cause.',
  remedy:
    "Allow the endpoint's role logs:CreateLogGroup, logs:CreateLogStream, logs:DescribeLogStreams and logs:PutLogEvents on the log group, and CloudWatch Logs to use the key of the log group, if it has one. SageMaker requests logs:CreateLogGroup even if the log group exists. Instances that start afterwards write the log. A container that prints nothing has no log either.",
  texts: [TEXT],
};
