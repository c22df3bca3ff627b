import type { CloudFormationCustomResourceEvent, CloudFormationCustomResourceUpdateEvent, Context } from 'aws-lambda';
import { RegisteredVariant, RegistrationProperties } from '../../lib/scaling/registration-properties';
import { Outcome, respond } from '../shared/respond';
import { isRollingBack } from '../shared/stack-status';
import { deregister, putPolicies, register } from './autoscaling';
import { Restoration, restore, restoreLater } from './restore-later';
import { servedConfig } from './served-config';

/** What CloudFormation wants to change, before and after. */
interface Change {
  readonly endpointName: string;
  /** Of what comes before the endpoint only. */
  readonly endpointConfigName?: string;
  readonly before: RegisteredVariant[];
  readonly after: RegisteredVariant[];
  readonly rollingBack: boolean;
}

/**
 * The custom resources `Custom::TritonScalingRelease`, before the endpoint, and `Custom::TritonScalingRegistration`, after it. Creation
 * and deletion of registrations are CloudFormation's own; this is about updates that change instance types.
 */
export async function handler(event: CloudFormationCustomResourceEvent | Restoration, context: Context): Promise<void> {
  if (!('ResponseURL' in event)) return restore(event, context);
  const properties = event.ResourceProperties as unknown as RegistrationProperties;
  const outcome = await outcomeOf(event, context).catch((error: unknown): Outcome => ({
    status: 'FAILED',
    reason: `The scaling of ${properties.EndpointName} could not be changed: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`,
  }));
  console.log(`${event.RequestType} ${event.LogicalResourceId}: ${outcome.status}: ${outcome.reason}`);
  await respond(event, context, `${event.LogicalResourceId}-registrations`, outcome);
}

async function outcomeOf(event: CloudFormationCustomResourceEvent, context: Context): Promise<Outcome> {
  if (event.RequestType !== 'Update') return { status: 'SUCCESS', reason: 'Nothing to do' };
  const done = await update(await changeOf(event), context);
  return { status: 'SUCCESS', reason: done.length > 0 ? done.join('; ') : 'Nothing to do' };
}

async function changeOf(event: CloudFormationCustomResourceUpdateEvent): Promise<Change> {
  const properties = event.ResourceProperties as unknown as RegistrationProperties;
  const old = event.OldResourceProperties as unknown as RegistrationProperties;
  // Another name is another endpoint, and nothing was registered of it.
  const renamed = old.EndpointName !== properties.EndpointName;
  return {
    endpointName: properties.EndpointName,
    endpointConfigName: properties.EndpointConfigName,
    before: renamed ? [] : (JSON.parse(old.Variants) as RegisteredVariant[]),
    after: JSON.parse(properties.Variants) as RegisteredVariant[],
    rollingBack: await isRollingBack(event.StackId),
  };
}

async function update(change: Change, context: Context): Promise<string[]> {
  const { endpointName, endpointConfigName, after: variants } = change;
  if (endpointConfigName === undefined) return giveBack(change);
  // A failed update of the endpoint: SageMaker has gone back by itself, and nothing comes after.
  if ((await servedConfig(endpointName)) === endpointConfigName) return giveBack(change);
  const released = await release(change);
  // Nothing comes after the endpoint on the way back when nothing had on the way forward.
  if (change.rollingBack && released.length > 0)
    await restoreLater({ endpointName, endpointConfigName, variants }, context);
  return released;
}

/** Whatever would make SageMaker refuse the endpoint's update. */
async function release({ endpointName, before, after }: Change): Promise<string[]> {
  const done: string[] = [];
  for (const { variantName, instanceTypes } of before) {
    const next = after.find((variant) => variant.variantName === variantName);
    if (next && sameTypes(next.instanceTypes, instanceTypes)) continue;
    await deregister(endpointName, variantName);
    done.push(
      `${variantName} deregistered: ${instanceTypes.join(', ')} becomes ${next?.instanceTypes.join(', ') ?? 'nothing'}`,
    );
  }
  return done;
}

/**
 * What CloudFormation believes to be there. On the way forward it creates the policies itself, under new names, and registers what is new;
 * on the way back it touches nothing of what it had before.
 */
async function giveBack({ endpointName, before, after, rollingBack }: Change): Promise<string[]> {
  const done: string[] = [];
  for (const variant of after.filter(({ target }) => target !== undefined)) {
    const had = before.some(({ variantName, target }) => variantName === variant.variantName && target !== undefined);
    if (!had && !rollingBack) continue;
    await register(endpointName, variant);
    if (rollingBack) await putPolicies(endpointName, variant);
    done.push(`${variant.variantName} registered${rollingBack ? ' with its policies' : ''}`);
  }
  return done;
}

function sameTypes(some: string[], others: string[]): boolean {
  return some.join() === others.join();
}
