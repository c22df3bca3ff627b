import { CloudFormationClient, paginateDescribeStackEvents, StackEvent } from '@aws-sdk/client-cloudformation';
import { DescribeEndpointCommand, SageMakerClient } from '@aws-sdk/client-sagemaker';
import { endpointLogGroupOf } from '../../lib/contracts/log-groups';
import { readLastLines } from '../../lambda/shared/log-lines';
import { Evidence, keptLogGroupNameOf, missingLogLine } from '../../lib/diagnosis';
import { describeAwsError } from '../aws-error';
import { componentNamesOf, readComponentLog, readComponentState } from './component-evidence';

/** Evidence (log lines, failure reasons and events) of an endpoint or a stack, and notes about what could not be read. */
export interface AwsEvidence {
  readonly evidence: Evidence[];
  readonly notes: string[];
}

/**
 * Reads the evidence for a name: the name of an endpoint, of an inference component, of a stack with endpoints, or of an endpoint that was
 * deleted after it failed. The evidence of an endpoint includes that of its inference components.
 */
export async function awsEvidence(name: string): Promise<AwsEvidence> {
  const notes: string[] = [];
  /** Waits for evidence. Returns an empty list if the resource does not exist; adds a note and returns undefined if it cannot be read. */
  const readOrNote = async <T>(subject: string, response: Promise<T[]>): Promise<T[] | undefined> => {
    try {
      return await response;
    } catch (error) {
      if (isAbsent(error)) return [];
      notes.push(`${subject} could not be read: ${describeAwsError(error)}`);
      return undefined;
    }
  };
  const componentEvidence = async (component: string): Promise<Evidence[]> => {
    const log = await readOrNote(`the log of ${component}`, readComponentLog(component));
    const state = readComponentState(component, log?.length === 0);
    const stateEvidence = await readOrNote(`the inference component ${component}`, state);
    return [log, stateEvidence].flatMap((each) => each ?? []);
  };
  const endpointEvidence = async (endpoint: string): Promise<Evidence[]> => {
    const components = (await readOrNote(`the inference components of ${endpoint}`, componentNamesOf(endpoint))) ?? [];
    const log = await readOrNote(`the log of ${endpoint}`, readLastLines(endpointLogGroupOf(endpoint)));
    const readKeptLines = (): Promise<Evidence[] | undefined> =>
      readOrNote(
        `the lines that were kept of ${endpoint}`,
        readLastLines(keptLogGroupNameOf(endpoint), { streams: 1 }),
      );
    const lines = log?.length ? log : await readKeptLines();
    // The containers of inference components write to the logs of the components.
    const isWithoutLog = log?.length === 0 && components.length === 0;
    const stateEvidence = await readOrNote(`the endpoint ${endpoint}`, readState(endpoint, isWithoutLog));
    const ofComponents = (await Promise.all(components.map(componentEvidence))).flat();
    return [...[lines, stateEvidence].flatMap((each) => each ?? []), ...ofComponents];
  };
  const events = await failedEvents(name).catch((error: unknown): StackEvent[] => {
    if (!isAbsent(error)) notes.push(`the events of a stack could not be read: ${describeAwsError(error)}`);
    return [];
  });
  const endpoints = namesIn(events, 'AWS::SageMaker::Endpoint');
  const evidence = [
    ...(await Promise.all([...new Set([name, ...endpoints])].map(endpointEvidence))).flat(),
    ...(await Promise.all(namesIn(events, 'AWS::SageMaker::InferenceComponent').map(componentEvidence))).flat(),
    ...(events.length > 0 ? [{ source: `events of the stack ${name}`, lines: events.map(toLine) }] : []),
  ];
  if (evidence.length === 0) evidence.push(...(await componentEvidence(name)));
  if (evidence.length > 0) return { evidence, notes };
  throw new Error(
    notes[0] ??
      `${name}: no file, and no endpoint, inference component or stack in the Region, has this name, and no log lines of one were kept`,
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

/** The names of the failed resources of a type, from the ARNs that are their physical ids. */
function namesIn(events: StackEvent[], type: string): string[] {
  return events
    .filter(({ ResourceType }) => ResourceType === type)
    .flatMap(({ PhysicalResourceId }) => PhysicalResourceId?.split('/').at(-1) || []);
}

function toLine({ LogicalResourceId, ResourceStatusReason = '' }: StackEvent): string {
  return `${LogicalResourceId}: ${ResourceStatusReason.replaceAll('\n', ' ')}`;
}

/** Whether an error means that no resource has the name: no log group, no endpoint or no stack. */
function isAbsent(error: unknown): boolean {
  const { name, message } = error as Error;
  return (
    name === 'ResourceNotFoundException' ||
    /could not find (?:endpoint|inference component)|does not exist|1 validation error/i.test(message)
  );
}
