import type { Hosting } from '../state';
import type { Job } from './job';

/** The log of a job's container and the metrics of its instance, with the job's role. */
export async function writeJobLog({ world }: Hosting, job: Job, lines: readonly string[]): Promise<void> {
  const { request, kind, started = 0 } = job;
  const principal = { role: request.role, service: 'sagemaker.amazonaws.com' };
  const call = (service: string, operation: string, input: Record<string, unknown>): Promise<unknown> =>
    world.call({ principal, service, operation, input });
  const logGroupName = request.logGroup;
  const logStreamName = `${request.name}/algo-1-${Math.round(started / 1000)}`;
  // An existing group is an error, too.
  await call('logs', 'CreateLogGroup', { logGroupName }).catch(() => undefined);
  try {
    await call('logs', 'DescribeLogStreams', { logGroupName, logStreamNamePrefix: logStreamName });
    await call('logs', 'CreateLogStream', { logGroupName, logStreamName });
    const logEvents = lines.map((message) => ({ timestamp: world.now(), message }));
    await call('logs', 'PutLogEvents', { logGroupName, logStreamName, logEvents });
  } catch (error) {
    if (!world.assumes('sagemaker.job-log-needs-permission')) throw error;
  }
  await call('cloudwatch', 'PutMetricData', {
    Namespace: kind === 'training' ? '/aws/sagemaker/TrainingJobs' : '/aws/sagemaker/ProcessingJobs',
    MetricData: [
      { MetricName: 'GPUUtilization', Dimensions: [{ Name: 'Host', Value: `${request.name}/algo-1` }], Value: 90 },
    ],
  }).catch(() => undefined);
}
