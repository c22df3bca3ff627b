import { CloudFormationClient, paginateDescribeStackEvents, StackEvent } from '@aws-sdk/client-cloudformation';
import { DescribeEndpointCommand, SageMakerClient } from '@aws-sdk/client-sagemaker';
import { lastLines } from '../../lambda/shared/log-lines';
import { Evidence, keptLogGroupNameOf, lineWithoutLog } from '../../lib/diagnosis';
import { explain } from '../aws-error';

/** What AWS knows of an endpoint or a stack, and what could not be read. */
export interface AwsEvidence {
  readonly evidence: Evidence[];
  readonly notes: string[];
}

/** Reads whatever there is of that name: an endpoint, a stack with its endpoints, what was kept of an endpoint that is gone. */
export async function awsEvidence(name: string): Promise<AwsEvidence> {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const notes: string[] = [];
  /** What is missing is nothing; what may not be read is noted, and undefined. */
  const read = async (what: string, reading: Promise<Evidence[]>): Promise<Evidence[] | undefined> => {
    try {
      return await reading;
    } catch (error) {
      if (isAbsent(error)) return [];
      notes.push(`${what} could not be read: ${explain(error)}`);
      return undefined;
    }
  };
  const ofEndpoint = async (endpoint: string): Promise<Evidence[]> => {
    const log = await read(`the log of ${endpoint}`, lastLines(`/aws/sagemaker/Endpoints/${endpoint}`));
    const kept = (): Promise<Evidence[] | undefined> =>
      read(`the lines that were kept of ${endpoint}`, lastLines(keptLogGroupNameOf(endpoint), 1));
    const lines = log?.length ? log : await kept();
    const state = await read(`the endpoint ${endpoint}`, stateOf(endpoint, log?.length === 0));
    return [lines, state].flatMap((some) => some ?? []);
  };
  const events = await failedEvents(name).catch((error: unknown): StackEvent[] => {
    if (!isAbsent(error)) notes.push(`the events of a stack could not be read: ${explain(error)}`);
    return [];
  });
  const endpoints = endpointsOf(events);
  const evidence = [
    ...(await Promise.all([...new Set([name, ...endpoints])].map(ofEndpoint))).flat(),
    ...(events.length > 0 ? [{ source: `events of the stack ${name}`, lines: events.map(lineOf) }] : []),
  ];
  if (evidence.length > 0) return { evidence, notes };
  throw new Error(
    notes[0] ??
      `${name}: no file, and no endpoint or stack in the Region, has this name, and no log lines of one were kept`,
  );
}

/** Why an endpoint failed; of one that is in service and has no log stream, whether it should have one. */
async function stateOf(EndpointName: string, isWithoutLog: boolean): Promise<Evidence[]> {
  const endpoint = await new SageMakerClient().send(new DescribeEndpointCommand({ EndpointName }));
  const { EndpointStatus, FailureReason, ProductionVariants = [] } = endpoint;
  const evidence = FailureReason
    ? [{ source: `FailureReason of ${EndpointName}`, lines: FailureReason.split('\n') }]
    : [];
  if (!isWithoutLog || EndpointStatus !== 'InService') return evidence;
  const instances = ProductionVariants.reduce((sum, { CurrentInstanceCount = 0 }) => sum + CurrentInstanceCount, 0);
  return [...evidence, { source: `endpoint ${EndpointName}`, lines: [lineWithoutLog(EndpointName, instances)] }];
}

/** The failed events of the stack's last operation that has any, oldest first: an event's reason is often what follows from one before. */
async function failedEvents(StackName: string): Promise<StackEvent[]> {
  const failed: StackEvent[] = [];
  for await (const { StackEvents = [] } of paginateDescribeStackEvents(
    { client: new CloudFormationClient() },
    { StackName },
  )) {
    for (const event of StackEvents) {
      const { ResourceStatus = '', ResourceStatusReason } = event;
      if (/FAILED$/.test(ResourceStatus) && ResourceStatusReason !== undefined) failed.unshift(event);
      const begins = event.PhysicalResourceId === event.StackId && /^(CREATE|UPDATE)_IN_PROGRESS$/.test(ResourceStatus);
      if (begins && failed.length > 0) return failed;
    }
  }
  return failed;
}

function endpointsOf(events: StackEvent[]): string[] {
  return events
    .filter(({ ResourceType }) => ResourceType === 'AWS::SageMaker::Endpoint')
    .flatMap(({ PhysicalResourceId }) => PhysicalResourceId?.split('/').at(-1) || []);
}

function lineOf({ LogicalResourceId, ResourceStatusReason = '' }: StackEvent): string {
  return `${LogicalResourceId}: ${ResourceStatusReason.replaceAll('\n', ' ')}`;
}

/** A name can be of an endpoint, a stack or neither: that there is none is no error. */
function isAbsent(error: unknown): boolean {
  const { name, message } = error as Error;
  return (
    name === 'ResourceNotFoundException' || /could not find endpoint|does not exist|1 validation error/i.test(message)
  );
}
