import { describeDefect } from './describe-defect';
import { quote } from './quote';

/** What is wrong, and what to do. */
const NO_LOG =
  'The endpoint has no log stream, so the output of its containers is lost. Check that its role allows logs:CreateLogGroup, logs:CreateLogStream, logs:DescribeLogStreams and logs:PutLogEvents on its log group, and that CloudWatch Logs may use the key of the log group';

const NOT_SHOWN =
  'Messages of the model and lines of its containers are not shown, because they can contain payloads; to show them, set `logPayloads` of the smoke test';

/** What a verdict has of an endpoint's log. */
export interface LogSummary {
  /** Where the lines are, or why there are none. */
  readonly summary?: string;
  readonly lines?: string[];
}

/**
 * The container's last lines, where payloads may be logged: a container that has received requests may have printed them. Otherwise where the
 * lines are, and which cause they show.
 */
export async function describeLog(endpointName: string, logPayloads: boolean): Promise<LogSummary> {
  try {
    const { lastContainerLines } = await import('./container-log.js');
    const log = await lastContainerLines(endpointName);
    if (!log) return { summary: NO_LOG };
    if (logPayloads) return { lines: log.lines };
    const cause = quote(log.lines.join('\n'), logPayloads);
    return { summary: `${NOT_SHOWN}. The newest stream of the log group ${log.group} is ${log.stream}${cause}` };
  } catch (error) {
    return { summary: `The log of the endpoint cannot be read: ${describeDefect(error)}` };
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
    return `The log of the endpoint cannot be read: ${describeDefect(error)}`;
  }
}
