import { CloudFormationClient, paginateDescribeStackEvents, StackEvent } from '@aws-sdk/client-cloudformation';
import {
  DescribeEndpointCommand,
  DescribeInferenceComponentCommand,
  paginateListInferenceComponents,
  SageMakerClient,
} from '@aws-sdk/client-sagemaker';
import { readLastLines } from '../../lambda/shared/log-lines';
import { componentLogGroupOf, endpointLogGroupOf } from '../../lib/contracts/log-groups';
import { Evidence, keptLogGroupNameOf, missingLogLine } from '../../lib/diagnosis';
import { describeAwsError } from '../aws-error';

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
  /** Formats an error. @throws if local settings are the cause, with the remark that the name can also be that of a missing file */
  const describeError = (error: unknown): string => {
    try {
      return describeAwsError(error);
    } catch (problem) {
      throw new Error(`there is no file ${name}, and to find an endpoint or a stack, ${(problem as Error).message}`, {
        cause: problem,
      });
    }
  };
  /** Waits for evidence. Returns an empty list if the resource does not exist; adds a note and returns undefined if it cannot be read. */
  const readOrNote = async <T>(subject: string, response: Promise<T[]>): Promise<T[] | undefined> => {
    try {
      return await response;
    } catch (error) {
      if (isAbsent(error)) return [];
      notes.push(`${subject} could not be read: ${describeError(error)}`);
      return undefined;
    }
  };
  const componentEvidence = async (component: string): Promise<Evidence[]> => {
    const log = await readOrNote(`the log of ${component}`, readLastLines(componentLogGroupOf(component)));
    const state = await readOrNote(
      `the inference component ${component}`,
      componentState(component, log?.length === 0),
    );
    const namedLog = (log ?? []).map((each) => ({ ...each, source: `${component}, ${each.source}` }));
    return [...namedLog, ...(state ?? [])];
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
    const state = await readOrNote(`the endpoint ${endpoint}`, endpointState(endpoint, isWithoutLog));
    const ofComponents = (await Promise.all(components.map(componentEvidence))).flat();
    return [...(lines ?? []), ...(state ?? []), ...ofComponents];
  };
  const events = (await readOrNote('the events of a stack', failedEvents(name))) ?? [];
  const endpoints = [...new Set([name, ...namesIn(events, 'AWS::SageMaker::Endpoint')])];
  const evidence = [
    ...(await Promise.all(endpoints.map(endpointEvidence))).flat(),
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

/** The names of the inference components of an endpoint. */
async function componentNamesOf(EndpointNameEquals: string): Promise<string[]> {
  const names: string[] = [];
  const pages = paginateListInferenceComponents({ client: new SageMakerClient() }, { EndpointNameEquals });
  for await (const { InferenceComponents = [] } of pages)
    names.push(...InferenceComponents.flatMap(({ InferenceComponentName }) => InferenceComponentName ?? []));
  return names;
}

async function endpointState(EndpointName: string, isWithoutLog: boolean): Promise<Evidence[]> {
  const endpoint = await new SageMakerClient().send(new DescribeEndpointCommand({ EndpointName }));
  const { EndpointStatus: status, FailureReason, ProductionVariants = [] } = endpoint;
  const instances = ProductionVariants.reduce((sum, { CurrentInstanceCount = 0 }) => sum + CurrentInstanceCount, 0);
  const missingLog = isWithoutLog && status === 'InService' ? missingLogLine(EndpointName, instances) : undefined;
  return stateEvidence(`endpoint ${EndpointName}`, FailureReason, missingLog);
}

async function componentState(InferenceComponentName: string, isWithoutLog: boolean): Promise<Evidence[]> {
  const command = new DescribeInferenceComponentCommand({ InferenceComponentName });
  const { InferenceComponentStatus: status, FailureReason, RuntimeConfig } = await new SageMakerClient().send(command);
  const line = missingLogLine(InferenceComponentName, RuntimeConfig?.CurrentCopyCount ?? 0, 'copies');
  const missingLog = isWithoutLog && status === 'InService' ? line : undefined;
  return stateEvidence(`inference component ${InferenceComponentName}`, FailureReason, missingLog);
}

/** The failure reason, and for a subject in service without a log, the line about the missing log. */
function stateEvidence(subject: string, failureReason?: string, missingLog?: string): Evidence[] {
  return [
    ...(failureReason
      ? [{ source: `FailureReason of ${subject.split(' ').at(-1)}`, lines: failureReason.split('\n') }]
      : []),
    ...(missingLog ? [{ source: subject, lines: [missingLog] }] : []),
  ];
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
