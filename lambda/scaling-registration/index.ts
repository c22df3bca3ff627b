import type { CloudFormationCustomResourceEvent, CloudFormationCustomResourceUpdateEvent, Context } from 'aws-lambda';
import { Registration, RegistrationProperties } from '../../lib/scaling/registration-properties';
import { Outcome, respond } from '../shared/respond';
import { isRollingBack } from '../shared/stack-status';
import { deregister, register, restoreVariants } from './autoscaling';
import { Restoration, restore, restoreLater } from './restore-later';
import { servedConfig } from './served-config';

/** What CloudFormation wants to change, before and after. */
interface Change {
  readonly endpointName: string;
  /** Of what comes before the endpoint only. */
  readonly endpointConfigName?: string;
  readonly before: Registration[];
  readonly after: Registration[];
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
    before: renamed ? [] : (JSON.parse(old.Variants) as Registration[]),
    after: JSON.parse(properties.Variants) as Registration[],
    rollingBack: await isRollingBack(event.StackId),
  };
}

async function update(change: Change, context: Context): Promise<string[]> {
  const { endpointName, endpointConfigName, before, after, rollingBack } = change;
  if (endpointConfigName === undefined) return rollingBack ? restoreAll(change) : registerAgain(change);
  // A failed update of the endpoint: SageMaker has gone back by itself, and nothing comes after.
  if (rollingBack && (await servedConfig(endpointName)) === endpointConfigName) return restoreAll(change);
  const released = changing(before, after);
  for (const { variantName } of released) await deregister(endpointName, variantName);
  // Nothing comes after the endpoint on the way back when nothing had on the way forward.
  const variants = rollingBack ? changing(after, before) : [];
  if (variants.length > 0) await restoreLater({ endpointName, endpointConfigName, variants }, context);
  return [
    ...released.map(({ variantName, instanceTypes }) => `${variantName} deregistered, of ${instanceTypes.join(', ')}`),
    ...variants.map(({ variantName }) => `${variantName} left for later`),
  ];
}

/** What CloudFormation believes to be there: the target of before, which it is going to change. It creates the policies itself, under new names. */
async function registerAgain({ endpointName, before, after }: Change): Promise<string[]> {
  const stays = (name: string): boolean => after.some(({ variantName, target }) => variantName === name && target);
  const variants = changing(before, after).filter(({ variantName }) => stays(variantName));
  for (const variant of variants) await register(endpointName, variant);
  return variants.map(({ variantName }) => `${variantName} registered`);
}

/** On the way back CloudFormation touches neither target nor policies that it had before. */
async function restoreAll({ endpointName, before, after }: Change): Promise<string[]> {
  const variants = changing(after, before);
  await restoreVariants(endpointName, variants);
  return variants.map(({ variantName }) => `${variantName} registered with its policies`);
}

/** The scaled variants that go or get other instance types. */
function changing(from: Registration[], to: Registration[]): Registration[] {
  return from.filter(({ variantName, instanceTypes, target }) => {
    const next = to.find((variant) => variant.variantName === variantName);
    return target !== undefined && next?.instanceTypes.join() !== instanceTypes.join();
  });
}
