import type { CloudFormationCustomResourceUpdateEvent, Context } from 'aws-lambda';
import {
  DEREGISTRATION_TYPE,
  RegistrationProperties,
  VariantRegistration,
  variantTargetId,
} from '../../lib/contracts/scaling-registration-properties';
import {
  createHandler,
  nameAndMessage,
  physicalIdFor,
  ResourceEvent,
  ResourceRequest,
} from '../shared/custom-resource';
import { invokeLater } from '../shared/invoke-later';
import { isRollingBack, lastUpdateOf, stackStatus, stackTags } from '../shared/stack-status';
import { deletePolicies, deregister, register } from './autoscaling';
import { configuredVariants, describeServed, ServedEndpoint, setCounts } from './endpoint';
import { isErrorIgnored, TimeLimits, waitUntilQuiet } from './quiet';
import { findVariant, Generation, policiesNotIn, variantsToDeregister, variantsToKeep } from './generations';
import { restore, Rollback } from './restore';

/**
 * The custom resources of an endpoint: `Custom::TritonScalingRelease` (release), which CloudFormation updates before the endpoint, and
 * `Custom::TritonScalingRegistration` (registration), which it updates after the endpoint. SageMaker rejects an update while scaling changes
 * the endpoint, and some changes of variants that are registered for scaling.
 *
 * | | creation | update or its rollback | deletion |
 * |---|---|---|---|
 * | release | rejects what could not be rolled back | deregisters variants whose change SageMaker rejects while they are registered; waits until nothing changes the endpoint | |
 * | registration | waits until the endpoint is created | waits until nothing changes the endpoint; checks its configuration; deregisters variants that no longer scale; sets the counts of variants that do not scale; registers variants again; deletes replaced policies; in a rollback, restores the previous ones | waits until nothing changes the endpoint; sets the counts of an endpoint that no longer scales |
 */
export const handleEndpoint = createHandler<RegistrationProperties>({
  run: async (request) => ({ status: 'SUCCESS', reason: (await applyChange(request)).join('; ') || 'Nothing to do' }),
  afterError: async (error, { event }) => ({
    status: (await isErrorIgnored(event)) ? 'SUCCESS' : 'FAILED',
    reason: `The scaling of ${event.ResourceProperties.EndpointName} could not be changed: ${nameAndMessage(error)}`,
  }),
  // A new endpoint name gives the resource a new ID, so CloudFormation deletes the previous resource, which waits for the previous
  // endpoint.
  physicalId: (event) => physicalIdFor(event, 'EndpointName'),
});

/** Returns sentences that describe what was done. */
async function applyChange({ event, ...timeLimits }: ResourceRequest<RegistrationProperties>): Promise<string[]> {
  const isRelease = event.ResourceType === DEREGISTRATION_TYPE;
  const { ResourceProperties: properties } = event;
  if (event.RequestType === 'Update') {
    const change = await changeOf(event);
    return isRelease ? releaseVariants(change, timeLimits) : registerAgain(change, timeLimits);
  }
  if (event.RequestType === 'Create') {
    if (isRelease) await rejectTwoChanges(generationOf(properties), properties);
    // In express mode, CloudFormation does not wait for the creation of the endpoint, and a target requires an endpoint that exists.
    else await waitUntilQuiet(() => describeServed(properties.EndpointName), timeLimits, 1);
  }
  if (event.RequestType === 'Delete' && !isRelease) return endScaling(event, timeLimits);
  return [];
}

/**
 * Waits until nothing changes the endpoint. If the endpoint remains, it no longer scales: sets the counts of its configuration, which scaling
 * may have changed until CloudFormation has deregistered the variants.
 */
async function endScaling(event: ResourceEvent<RegistrationProperties>, timeLimits: TimeLimits): Promise<string[]> {
  const { EndpointName: endpointName } = event.ResourceProperties;
  const endpoint = await waitUntilQuiet(() => describeServed(endpointName), timeLimits);
  if (!endpoint || /^(DELETE|ROLLBACK)/.test(await stackStatus(event.StackId))) return [];
  if (event.ResourceProperties.Variants === '[]' || (await isDeletedNext(endpoint, event.StackId))) return [];
  return setCounts(endpointName, await configuredVariants(endpoint.configName), timeLimits);
}

/**
 * Whether CloudFormation deletes the endpoint next: the failed update has created it, or the update has removed it from the stack. Otherwise,
 * the update has changed it, since an endpoint that scales has other settings for updates.
 */
async function isDeletedNext({ created, modified }: ServedEndpoint, stackId: string): Promise<boolean> {
  const updated = (await lastUpdateOf(stackId)) ?? 0;
  return (created ?? 0) > updated || (modified ?? 0) < updated;
}

/** The change of an endpoint that CloudFormation makes. In a rollback, `before` is the failed deployment, and `after` is the state that is restored. */
interface Change {
  readonly endpointName: string;
  readonly stackId: string;
  readonly before: Generation;
  readonly after: Generation;
  readonly rollingBack: boolean;
}

async function changeOf(event: CloudFormationCustomResourceUpdateEvent<RegistrationProperties>): Promise<Change> {
  const { ResourceProperties: properties, OldResourceProperties: old, StackId: stackId } = event;
  // A new name is a new endpoint, which has no registrations.
  const isRenamed = old.EndpointName !== properties.EndpointName;
  return {
    endpointName: properties.EndpointName,
    stackId,
    before: isRenamed ? { configName: '', variants: [] } : generationOf(old),
    after: generationOf(properties),
    rollingBack: await isRollingBack(stackId),
  };
}

function generationOf({ EndpointConfigName, Variants }: RegistrationProperties): Generation {
  return { configName: EndpointConfigName, variants: JSON.parse(Variants) as VariantRegistration[] };
}

function rollbackOf({ before: failed, after: previous, ...change }: Change): Rollback {
  return { ...change, failed, previous };
}

/**
 * Rejects a deployment that begins to scale an endpoint and changes an instance type at the same time. Nothing would deregister the variant in
 * its rollback, and SageMaker would reject the rollback.
 */
async function rejectTwoChanges(after: Generation, { EndpointName }: RegistrationProperties): Promise<void> {
  const endpoint = await describeServed(EndpointName);
  if (!endpoint) return;
  const variants = await configuredVariants(endpoint.configName);
  const changed = after.variants.filter(
    ({ target, variantName, instanceTypes }) =>
      target && findVariant({ ...after, variants }, variantName)?.instanceTypes.join() !== instanceTypes.join(),
  );
  if (changed.length === 0) return;
  throw new Error(
    `the deployment begins to scale the endpoint, and changes the instance type or the name of ${changed.map(({ variantName }) => variantName).join(', ')}. ` +
      'SageMaker would reject the rollback of such a deployment. First deploy the change with `Scaling.none()`, and then the scaling',
  );
}

async function releaseVariants(change: Change, timeLimits: TimeLimits & { context: Context }): Promise<string[]> {
  const { endpointName, before, after } = change;
  const deregistered = variantsToDeregister(before, after);
  let wasRegistered = false;
  for (const { variantName } of deregistered) {
    if (await deregister(variantTargetId(endpointName, variantName))) wasRegistered = true;
  }
  const endpoint = await waitUntilQuiet(() => describeServed(endpointName), timeLimits);
  if (change.rollingBack && endpoint && variantsToDeregister(after, before).length > 0) {
    const rollback = rollbackOf(change);
    if (endpoint.configName === after.configName) await restore(rollback);
    // If the registration has registered variants in the failed deployment, it also restores them in the rollback.
    else if (!wasRegistered) await invokeLater(rollback, timeLimits.context);
  }
  return deregistered.map(
    ({ variantName, instanceTypes }) => `${variantName} deregistered, of ${instanceTypes.join(', ')}`,
  );
}

/**
 * Registers the deregistered variants again. After this, CloudFormation updates the targets, which it assumes to exist, and creates changed
 * policies under new names. The replaced policies are deleted here, since only one policy may track a metric: CloudFormation would delete them
 * only at the end, and may not know their current ARNs.
 */
async function registerAgain(change: Change, timeLimits: TimeLimits): Promise<string[]> {
  const { endpointName, before, after, rollingBack, stackId } = change;
  // In express mode, CloudFormation does not wait for the update of the endpoint.
  const endpoint = await waitUntilQuiet(() => describeServed(endpointName), timeLimits);
  // It may also not notice that SageMaker has rolled the update back.
  if (!rollingBack && endpoint && endpoint.configName !== after.configName)
    throw new Error(
      `the endpoint serves the configuration ${endpoint.configName}, not ${after.configName}, which this deployment created: SageMaker rolled the update back`,
    );
  // CloudFormation would deregister the variants only at the end, and scaling would change their counts until then.
  const fixedVariants = after.variants.filter(({ target }) => !target);
  for (const { variantName } of fixedVariants) {
    if (findVariant(before, variantName)?.target) await deregister(variantTargetId(endpointName, variantName));
  }
  // An update keeps either the counts of all variants or no counts.
  const counts = await setCounts(endpointName, fixedVariants, timeLimits);
  if (rollingBack) return [...counts, ...(await restore(rollbackOf(change)))];
  const isScaled = ({ variantName }: VariantRegistration) => findVariant(after, variantName)?.target !== undefined;
  const registered = variantsToDeregister(before, after).filter(isScaled);
  const tags = registered.length > 0 ? await stackTags(stackId) : {};
  for (const variant of registered) await register(variantTargetId(endpointName, variant.variantName), variant, tags);
  for (const variant of variantsToKeep(before, after).filter(isScaled)) {
    const { variantName } = variant;
    const replaced = policiesNotIn(variant, findVariant(after, variantName));
    await deletePolicies(variantTargetId(endpointName, variantName), replaced);
  }
  return [...counts, ...registered.map(({ variantName }) => `${variantName} registered`)];
}
