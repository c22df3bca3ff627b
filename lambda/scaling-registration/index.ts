import type { CloudFormationCustomResourceEvent, CloudFormationCustomResourceUpdateEvent, Context } from 'aws-lambda';
import {
  DeclaredCapture,
  movesInstances,
  Registration,
  RegistrationProperties,
  RELEASE,
} from '../../lib/scaling/registration-properties';
import { invokeLater, PATIENCE_MILLISECONDS, Unfinished } from '../shared/invoke-later';
import { Outcome, respond } from '../shared/respond';
import { isRollingBack } from '../shared/stack-status';
import { deregister, register, resume, suspend } from './autoscaling';
import { checkCapture, RetainedCapture } from './capture';
import { awaitConfig } from './config';
import { Patience, setCounts, waitUntilQuiet } from './endpoint';
import { giveBack } from './give-back';
import { deletePolicies } from './policies';
import { Change, changing, find, Generation, policiesMissing, scaled, staying, withinLimits } from './registrations';
import { Watch, watch, watchLater } from './watch';

/** An event that goes on in another invocation has the time at which it gives up. */
type Event = CloudFormationCustomResourceEvent & { readonly deadline?: number };

/**
 * The custom resources `Custom::TritonScalingRelease`, before the endpoint, and `Custom::TritonScalingRegistration`, after it.
 *
 * | | an update, or the way back from one | the deletion |
 * |---|---|---|
 * | release | waits until SageMaker finds the new configuration, as in a creation; suspends scaling, deregisters what SageMaker takes only unregistered, waits until nothing changes the endpoint, brings counts within the limits to come where a share of the fleet is a number of instances | |
 * | registration | checks that data capture has changed, sets the counts of variants that do not scale, registers again, deletes policies that are replaced, resumes scaling | waits until nothing changes the endpoint |
 *
 * Otherwise, what is created is CloudFormation's own. A third invocation, which release begins before it suspends anything, resumes scaling when the
 * deployment has ended, whatever has failed.
 */
export async function handler(event: Event | Watch, context: Context): Promise<void> {
  if (!('ResponseURL' in event)) return watch(event, context);
  const { deadline = Date.now() + PATIENCE_MILLISECONDS } = event;
  // What CloudFormation does not accept is no failure of the work: Lambda repeats the invocation.
  const outcome = await outcomeOf(event, { context, deadline }).catch((error: unknown) =>
    outcomeAfter(error, { ...event, deadline }, context),
  );
  if (outcome) await answer(event, context, outcome);
}

/** Undefined when the work goes on in another invocation. */
async function outcomeAfter(error: unknown, event: Event, context: Context): Promise<Outcome | undefined> {
  const problem = error instanceof Unfinished ? await goOn(event, context) : error;
  if (problem === undefined) return undefined;
  const { EndpointName } = event.ResourceProperties as unknown as RegistrationProperties;
  if (problem instanceof RetainedCapture) return { status: 'FAILED', reason: problem.message };
  const reason = problem instanceof Error ? `${problem.name}: ${problem.message}` : String(problem);
  const status = (await isForgiven(event)) ? 'SUCCESS' : 'FAILED';
  return { status, reason: `The scaling of ${EndpointName} could not be changed: ${reason}` };
}

/** In another invocation, unless that is not possible. */
async function goOn(event: Event, context: Context): Promise<unknown> {
  return invokeLater(event, context).catch((error: unknown) => error);
}

/** Another endpoint name is another resource: its predecessor is deleted, and waits for the endpoint of before. */
async function answer(event: Event, context: Context, outcome: Outcome): Promise<void> {
  const { EndpointName } = event.ResourceProperties as unknown as RegistrationProperties;
  await respond(event, context, `${event.LogicalResourceId}-${EndpointName}`, outcome);
}

async function outcomeOf(event: Event, patience: Patience): Promise<Outcome> {
  const done = await actionsOf(event, patience);
  return { status: 'SUCCESS', reason: done.length > 0 ? done.join('; ') : 'Nothing to do' };
}

async function actionsOf(event: Event, patience: Patience): Promise<string[]> {
  const isRelease = event.ResourceType === RELEASE;
  const { EndpointName: endpointName, EndpointConfigName: configName } =
    event.ResourceProperties as unknown as RegistrationProperties;
  if (isRelease && event.RequestType !== 'Delete' && event.deadline === undefined) await awaitConfig(configName);
  if (event.RequestType === 'Update') {
    const change = await changeOf(event);
    return isRelease ? release(change, patience, event.deadline === undefined) : registerAgain(change, patience);
  }
  if (event.RequestType === 'Delete' && !isRelease) await waitUntilQuiet(endpointName, patience);
  return [];
}

/** Before the endpoint goes or goes back, what SageMaker says of it is more useful than what we say. */
async function isForgiven({ RequestType, ResourceType, StackId }: Event): Promise<boolean> {
  if (RequestType === 'Delete') return true;
  return RequestType === 'Update' && ResourceType === RELEASE && isRollingBack(StackId).catch(() => false);
}

async function changeOf(event: CloudFormationCustomResourceUpdateEvent): Promise<Change> {
  const properties = event.ResourceProperties as unknown as RegistrationProperties;
  const old = event.OldResourceProperties as unknown as RegistrationProperties;
  // Another name is another endpoint, and nothing was registered of it.
  const renamed = old.EndpointName !== properties.EndpointName;
  return {
    endpointName: properties.EndpointName,
    stackId: event.StackId,
    before: renamed ? { configName: '', deployment: '', variants: [] } : generationOf(old),
    after: generationOf(properties),
    rollingBack: await isRollingBack(event.StackId),
  };
}

function generationOf({
  EndpointConfigName,
  Deployment,
  Variants,
  DataCapture = 'null',
}: RegistrationProperties): Generation {
  return {
    configName: EndpointConfigName,
    deployment: Deployment,
    variants: JSON.parse(Variants) as Registration[],
    capture: (JSON.parse(DataCapture) as DeclaredCapture | null) ?? undefined,
  };
}

async function release(change: Change, patience: Patience, isFirst: boolean): Promise<string[]> {
  const { endpointName, before, after } = change;
  const going = changing(before, after);
  if (scaled(before).length > 0 && isFirst) await watchLater(change, patience.context);
  await suspend(endpointName, staying(before, after));
  for (const { variantName } of going) await deregister(endpointName, variantName);
  await waitUntilQuiet(endpointName, patience);
  // The update retains the count that a variant has, at which SageMaker judges a batch or a step that is a number of instances. At
  // synthesis it was checked at each count within the limits of its own version, and the version of before may have others.
  const counts = movesInstances(after.deployment)
    ? await setCounts(endpointName, scaled(after), withinLimits, patience)
    : [];
  return [
    ...counts,
    ...staying(before, after).map(({ variantName }) => `${variantName} suspended`),
    ...going.map(({ variantName, instanceTypes }) => `${variantName} deregistered, of ${instanceTypes.join(', ')}`),
  ];
}

/**
 * Forwards CloudFormation believes the targets of before to be there, which it is going to change, and creates the policies that differ
 * itself, under new names. Those that they replace go first: only one policy may track a metric, and CloudFormation, which deletes them at the
 * end, may not know their ARNs.
 */
async function registerAgain(change: Change, patience: Patience): Promise<string[]> {
  const { endpointName, before, after, rollingBack } = change;
  // On the way back a failure would leave the stack between two states.
  if (!rollingBack) await checkCapture(endpointName, before.capture, after.capture);
  const counts = await setCounts(
    endpointName,
    // An update retains the counts of all variants, or of none.
    after.variants.filter(({ target }) => !target),
    ({ instanceCount }) => instanceCount,
    patience,
  );
  if (rollingBack) return [...counts, ...(await giveBack(endpointName, before, after))];
  const goesOn = ({ variantName }: Registration): boolean => find(after, variantName)?.target !== undefined;
  const gone = changing(before, after).filter(goesOn);
  const stayed = staying(before, after).filter(goesOn);
  for (const variant of gone) await register(endpointName, variant);
  for (const variant of stayed) {
    await deletePolicies(endpointName, variant.variantName, policiesMissing(variant, find(after, variant.variantName)));
    await resume(endpointName, variant);
  }
  return [
    ...counts,
    ...gone.map(({ variantName }) => `${variantName} registered`),
    ...stayed.map(({ variantName }) => `${variantName} resumed`),
  ];
}
