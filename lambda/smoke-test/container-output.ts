import { describeWithoutPayload } from './describe-error';
import { quoteOrDiagnose } from './quote';
import { TestedResource } from './tested-resource';

/** The message if an endpoint or an inference component has no log stream. */
function describeMissingLog({ kind }: TestedResource): string {
  const role = kind === 'endpoint' ? 'its role' : 'the role of the endpoint';
  return `The ${kind} has no log stream, so the output of its containers is lost. Check that ${role} allows logs:CreateLogStream, logs:DescribeLogStreams and logs:PutLogEvents on its log group, and that CloudWatch Logs may use the key of the log group`;
}

const LINES_NOT_SHOWN =
  'Messages of the model and lines of its containers are not shown, because they can contain payloads; to show them, set `logPayloads` of the smoke test';

/** The part of the containers' log that the outcome of a test includes. */
interface LogSummary {
  /** The location of the lines, or why there are none. */
  readonly summary?: string;
  readonly lines?: string[];
}

/**
 * Returns the last log lines of the container only if payloads may be logged, since a container may print its requests. Otherwise, returns
 * the location of the log, and a likely cause of the failure if the lines show one.
 */
export async function describeLog(resource: TestedResource, logPayloads: boolean): Promise<LogSummary> {
  try {
    const { lastContainerLines } = await import('./container-log.js');
    const log = await lastContainerLines(resource.logGroup);
    if (!log) return { summary: describeMissingLog(resource) };
    if (logPayloads) return { lines: log.lines };
    const cause = await quoteOrDiagnose(log.lines.join('\n'), logPayloads);
    return {
      summary: `${LINES_NOT_SHOWN}. The newest stream of the log group ${resource.logGroup} is ${log.stream}${cause}`,
    };
  } catch (error) {
    return { summary: `The log of the ${resource.kind} cannot be read: ${describeWithoutPayload(error)}` };
  }
}

/**
 * A warning if an endpoint or an inference component that responds correctly has no log; undefined if it has a log. A missing log does not make the deployment fail,
 * since clients receive responses, and a container may print nothing. But there would be no log lines about a later failure.
 */
export async function missingLogWarning(resource: TestedResource): Promise<string | undefined> {
  try {
    const { hasLogStream } = await import('./container-log.js');
    return (await hasLogStream(resource.logGroup)) ? undefined : describeMissingLog(resource);
  } catch (error) {
    return `The log of the ${resource.kind} cannot be read: ${describeWithoutPayload(error)}`;
  }
}
