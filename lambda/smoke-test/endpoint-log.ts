/** What is wrong, and what to do. */
const NO_LOG =
  'The endpoint has no log stream, so the output of its containers is lost. Check that its role allows logs:CreateLogGroup, logs:CreateLogStream, logs:DescribeLogStreams and logs:PutLogEvents on its log group, and that CloudWatch Logs may use the key of the log group';

/** The container's last lines, or why there are none. */
export async function containerLines(endpointName: string): Promise<string[]> {
  try {
    const { lastContainerLines } = await import('./container-log.js');
    return (await lastContainerLines(endpointName)) ?? [`(${NO_LOG})`];
  } catch (error) {
    return [`(cannot be read: ${(error as Error).message})`];
  }
}

/**
 * Why an endpoint that responds correctly leaves no log; undefined when it has one. It is no reason to roll back: clients get their
 * responses, and a container may print nothing. But the next failure would have no lines that say why.
 */
export async function missingLog(endpointName: string): Promise<string | undefined> {
  try {
    const { hasLogStream } = await import('./container-log.js');
    return (await hasLogStream(endpointName)) ? undefined : NO_LOG;
  } catch (error) {
    return `The log of the endpoint cannot be read: ${(error as Error).message}`;
  }
}
