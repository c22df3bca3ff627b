import type { CloudFormationCustomResourceEvent, Context } from 'aws-lambda';
import { Outcome, respond } from './respond';

/** The time at the end of an invocation that is reserved for the response, or for the next invocation. */
export const RESERVE_MILLISECONDS = 60_000;
export const POLL_MILLISECONDS = Number(process.env.POLL_MILLISECONDS ?? 15_000);

/**
 * The maximum time for an event, over all invocations of a handler. CloudFormation stops waiting after one hour (`ServiceTimeout`).
 */
export const EVENT_TIME_LIMIT_MILLISECONDS = 55 * 60_000;

/** An event of a custom resource. `deadline` is set if an earlier invocation has worked on the event and has passed it on to this one. */
export type ResourceEvent<Properties> = CloudFormationCustomResourceEvent<Properties> & { readonly deadline?: number };

/** An event, with the time limits of this invocation (`context`) and of all invocations for the event (`deadline`). */
export interface ResourceRequest<Properties, Event = ResourceEvent<Properties>> {
  readonly event: Event;
  readonly context: Context;
  /** The time after which the handler reports a failure, in milliseconds since the epoch. */
  readonly deadline: number;
}

/** The implementation of a custom resource. */
export interface CustomResource<Properties, Event = ResourceEvent<Properties>> {
  /**
   * Does the work of an event.
   *
   * @throws UnfinishedError if a new invocation has to continue the work
   */
  readonly run: (request: ResourceRequest<Properties, Event>) => Promise<Outcome>;
  /** The outcome when `run` has failed. */
  readonly afterError: (error: Error, request: ResourceRequest<Properties, Event>) => Outcome | Promise<Outcome>;
  /** The ID of the resource. If the ID changes, CloudFormation creates a new resource, and then deletes the resource with the previous ID. */
  readonly physicalId: (event: Event) => string;
}

/** Thrown by work that a new invocation has to continue, since a function runs for at most 15 minutes. */
export class UnfinishedError extends Error {
  /** @param state properties that are added to the event when it is passed on to the new invocation */
  constructor(public readonly state: object = {}) {
    super('The work is not finished');
  }
}

/** Whether too little time of the invocation remains for a further poll. */
export function isTimeAlmostOver(context: Context): boolean {
  return context.getRemainingTimeInMillis() < RESERVE_MILLISECONDS + POLL_MILLISECONDS;
}

/**
 * Creates a handler that does the work of an event and sends the outcome once. If a new invocation continues the work, that invocation
 * sends the outcome.
 */
export function createHandler<Properties, Event extends ResourceEvent<Properties> = ResourceEvent<Properties>>(
  resource: CustomResource<Properties, Event>,
): (event: Event, context: Context) => Promise<void> {
  return async (event, context) => {
    const { deadline = Date.now() + EVENT_TIME_LIMIT_MILLISECONDS } = event;
    const request = { event, context, deadline };
    const outcome = await resource.run(request).catch(async (error: Error) => {
      const unhandledError = error instanceof UnfinishedError ? await startNextInvocation(request, error) : error;
      return unhandledError && resource.afterError(unhandledError, request);
    });
    if (!outcome) return;
    await respond(event, context, resource.physicalId(event), outcome);
  };
}

/** Starts a new invocation that continues the work; returns the error if that fails. */
async function startNextInvocation(
  { event, deadline, context }: ResourceRequest<unknown>,
  { state }: UnfinishedError,
): Promise<Error | undefined> {
  try {
    const { invokeLater } = await import('./invoke-later.js'); // only some invocations need the client of Lambda
    await invokeLater({ ...event, deadline, ...state }, context);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** The physical ID that CloudFormation has stored for the resource; `initialId` if CloudFormation is creating the resource. */
export function currentPhysicalId(event: CloudFormationCustomResourceEvent<unknown>, initialId: string): string {
  return 'PhysicalResourceId' in event ? event.PhysicalResourceId : initialId;
}

/**
 * The physical ID of a resource that belongs to something with a name. The ID changes only with the name: `cdk refactor` changes the logical
 * ID, and CloudFormation would then delete a resource that is still in use.
 */
export function physicalIdFor<Properties extends object>(
  event: CloudFormationCustomResourceEvent<Properties>,
  name: keyof Properties & string,
): string {
  const { LogicalResourceId: logicalId, ResourceProperties: properties } = event;
  const newId = `${logicalId}-${String(properties[name])}`;
  const isRenamed = event.RequestType === 'Update' && event.OldResourceProperties[name] !== properties[name];
  return isRenamed ? newId : currentPhysicalId(event, newId);
}

/** The name and the message of an error. */
export function nameAndMessage({ name, message }: Error): string {
  return `${name}: ${message}`;
}
