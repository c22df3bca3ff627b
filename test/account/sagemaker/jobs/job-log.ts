import { sageMakerWithRole } from '../../call';
import type { SageMakerState } from '../state';
import type { Job } from './job';

/** Writes the log of a job and publishes metrics of its instance, both with the role of the job. */
export async function writeJobLog({ account }: SageMakerState, job: Job, lines: readonly string[]): Promise<void> {
  const { request, started = 0 } = job;
  const principal = sageMakerWithRole(request.role);
  const call = (service: string, operation: string, input: Record<string, unknown>): Promise<unknown> =>
    account.call({ principal, service, operation, input });
  const logGroupName = request.logGroup;
  const logStreamName = `${request.name}/algo-1-${Math.round(started / 1000)}`;
  // Ignores errors, such as the error that the group exists.
  await call('logs', 'CreateLogGroup', { logGroupName }).catch(() => undefined);
  try {
    await call('logs', 'DescribeLogStreams', { logGroupName, logStreamNamePrefix: logStreamName });
    await call('logs', 'CreateLogStream', { logGroupName, logStreamName });
    const logEvents = lines.map((message) => ({ timestamp: account.now(), message }));
    await call('logs', 'PutLogEvents', { logGroupName, logStreamName, logEvents });
  } catch (error) {
    if (!account.isSwitchedOn('sagemaker.job-log-needs-permission')) throw error;
  }
  await call('cloudwatch', 'PutMetricData', {
    Namespace: '/aws/sagemaker/TrainingJobs',
    MetricData: [
      { MetricName: 'GPUUtilization', Dimensions: [{ Name: 'Host', Value: `${request.name}/algo-1` }], Value: 90 },
    ],
  }).catch(() => undefined);
}
