import { CloudFormationClient, paginateDescribeStackEvents, StackEvent } from '@aws-sdk/client-cloudformation';
import { DescribeEndpointCommand, SageMakerClient } from '@aws-sdk/client-sagemaker';
import { readLastLines } from '../../lambda/shared/log-lines';
import { Evidence, keptLogGroupNameOf, missingLogLine } from '../../lib/diagnosis';
import { describeAwsError } from '../aws-error';

/** Evidence (log lines, failure reasons and events) of an endpoint or a stack, and notes about what could not be read. */
export interface AwsEvidence {
  readonly evidence: Evidence[];
  readonly notes: string[];
}

/**
 * Reads the evidence for a name: the name of an endpoint, of a stack with endpoints, or of an endpoint that was deleted after it failed.
 */
export async function awsEvidence(name: string): Promise<AwsEvidence> {
  const notes: string[] = [];
  /** Waits for evidence. Returns an empty list if the resource does not exist; adds a note and returns undefined if it cannot be read. */
  const readOrNote = async (subject: string, response: Promise<Evidence[]>): Promise<Evidence[] | undefined> => {
    try {
      return await response;
    } catch (error) {
      if (isAbsent(error)) return [];
      notes.push(`${subject} could not be read: ${describeAwsError(error)}`);
      return undefined;
    }
  };
  const endpointEvidence = async (endpoint: string): Promise<Evidence[]> => {
    const log = await readOrNote(`the log of ${endpoint}`, readLastLines(`/aws/sagemaker/Endpoints/${endpoint}`));
    const readKeptLines = (): Promise<Evidence[] | undefined> =>
      readOrNote(
        `the lines that were kept of ${endpoint}`,
        readLastLines(keptLogGroupNameOf(endpoint), { streams: 1 }),
      );
    const lines = log?.length ? log : await readKeptLines();
    const stateEvidence = await readOrNote(`the endpoint ${endpoint}`, readState(endpoint, log?.length === 0));
    return [lines, stateEvidence].flatMap((each) => each ?? []);
  };
  const events = await failedEvents(name).catch((error: unknown): StackEvent[] => {
    if (!isAbsent(error)) notes.push(`the events of a stack could not be read: ${describeAwsError(error)}`);
    return [];
  });
  const endpoints = endpointsOf(events);
  const evidence = [
    ...(await Promise.all([...new Set([name, ...endpoints])].map(endpointEvidence))).flat(),
    ...(events.length > 0 ? [{ source: `events of the stack ${name}`, lines: events.map(toLine) }] : []),
  ];
  if (evidence.length > 0) return { evidence, notes };
  throw new Error(
    notes[0] ??
      `${name}: no file, and no endpoint or stack in the Region, has this name, and no log lines of one were kept`,
  );
}

/** Reads the failure reason of an endpoint. For an endpoint in service without a log, creates a line about the missing log. */
async function readState(EndpointName: string, isWithoutLog: boolean): Promise<Evidence[]> {
  const endpoint = await new SageMakerClient().send(new DescribeEndpointCommand({ EndpointName }));
  const { EndpointStatus, FailureReason, ProductionVariants = [] } = endpoint;
  const evidence = FailureReason
    ? [{ source: `FailureReason of ${EndpointName}`, lines: FailureReason.split('\n') }]
    : [];
  if (!isWithoutLog || EndpointStatus !== 'InService') return evidence;
  const instances = ProductionVariants.reduce((sum, { CurrentInstanceCount = 0 }) => sum + CurrentInstanceCount, 0);
  return [...evidence, { source: `endpoint ${EndpointName}`, lines: [missingLogLine(EndpointName, instances)] }];
}

/**
 * Reads the failed events of the last stack operation with failures. The oldest is first, because earlier failures often cause later ones.
 */
async function failedEvents(StackName: string): Promise<StackEvent[]> {
  const failures: StackEvent[] = [];
  for await (const { StackEvents = [] } of paginateDescribeStackEvents(
    { client: new CloudFormationClient() },
    { StackName },
  )) {
    for (const event of StackEvents) {
      const { ResourceStatus = '', ResourceStatusReason } = event;
      if (/FAILED$/.test(ResourceStatus) && ResourceStatusReason !== undefined) failures.unshift(event);
      const isFirstEvent =
        event.PhysicalResourceId === event.StackId && /^(CREATE|UPDATE)_IN_PROGRESS$/.test(ResourceStatus);
      if (isFirstEvent && failures.length > 0) return failures;
    }
  }
  return failures;
}

function endpointsOf(events: StackEvent[]): string[] {
  return events
    .filter(({ ResourceType }) => ResourceType === 'AWS::SageMaker::Endpoint')
    .flatMap(({ PhysicalResourceId }) => PhysicalResourceId?.split('/').at(-1) || []);
}

function toLine({ LogicalResourceId, ResourceStatusReason = '' }: StackEvent): string {
  return `${LogicalResourceId}: ${ResourceStatusReason.replaceAll('\n', ' ')}`;
}

/** Whether an error means that no resource has the name: no log group, no endpoint or no stack. */
function isAbsent(error: unknown): boolean {
  const { name, message } = error as Error;
  return (
    name === 'ResourceNotFoundException' || /could not find endpoint|does not exist|1 validation error/i.test(message)
  );
}
