import type { CloudFormationCustomResourceUpdateEvent } from 'aws-lambda';
import {
  DeclaredCapture,
  usesInstanceCounts,
  VariantRegistration,
  variantTargetId,
  RegistrationProperties,
  DEREGISTRATION_TYPE,
} from '../../lib/contracts/scaling-registration-properties';
import { nameAndMessage, createHandler, ResourceRequest } from '../shared/custom-resource';
import { isRollingBack } from '../shared/stack-status';
import { deregister, register, resume, suspend } from './autoscaling';
import { awaitConfig, checkCapture, describeServed, RetainedCaptureError, setCounts } from './endpoint';
import { isErrorIgnored } from './ignored-errors';
import { deletePolicies } from './policies';
import { TimeLimits, waitUntilQuiet } from './quiet';
import {
  Change,
  variantsToDeregister,
  findVariant,
  Generation,
  policiesNotIn,
  scalingVariants,
  variantsToSuspend,
  clampToLimits,
} from './registrations';
import { restore } from './restore';
import { watchEndpointLater } from './watch';

/**
 * The custom resources of an endpoint: `Custom::TritonScalingRelease` (release), which CloudFormation updates before the endpoint, and
 * `Custom::TritonScalingRegistration` (registration), which it updates after the endpoint. SageMaker cannot update an endpoint while
 * scaling changes it, and rejects some changes of variants that are registered for scaling. Therefore, release suspends scaling or
 * deregisters the variants, and registration resumes scaling or registers the variants again.
 *
 * | | update or its rollback | deletion |
 * |---|---|---|
 * | release | waits until SageMaker finds the new endpoint configuration, also at creation; suspends scaling; deregisters variants whose change SageMaker rejects while they are registered; waits until nothing changes the endpoint; sets counts within the new limits if the deployment replaces a fixed number of instances at a time | |
 * | registration | checks that data capture has changed; sets the counts of variants that do not scale; registers variants again; deletes replaced policies; resumes scaling | waits until nothing changes the endpoint |
 */
export const handleEndpoint = createHandler<RegistrationProperties>({
  run: async (request) => ({ status: 'SUCCESS', reason: (await applyChange(request)).join('; ') || 'Nothing to do' }),
  afterError: async (error, { event }) => {
    if (error instanceof RetainedCaptureError) return { status: 'FAILED', reason: error.message };
    const status = (await isErrorIgnored(event)) ? 'SUCCESS' : 'FAILED';
    const { EndpointName } = event.ResourceProperties;
    return { status, reason: `The scaling of ${EndpointName} could not be changed: ${nameAndMessage(error)}` };
  },
  // A new endpoint name gives the resource a new ID, so CloudFormation deletes the previous resource, which waits for the previous
  // endpoint.
  physicalId: ({ LogicalResourceId, ResourceProperties }) => `${LogicalResourceId}-${ResourceProperties.EndpointName}`,
});

/** Returns sentences that describe what was done. */
async function applyChange({ event, ...timeLimits }: ResourceRequest<RegistrationProperties>): Promise<string[]> {
  const isRelease = event.ResourceType === DEREGISTRATION_TYPE;
  const isFirstInvocation = event.deadline === undefined;
  const { EndpointName: endpointName, EndpointConfigName: configName } = event.ResourceProperties;
  if (isRelease && event.RequestType !== 'Delete' && isFirstInvocation) await awaitConfig(configName);
  if (event.RequestType === 'Update') {
    const change = await changeOf(event);
    return isRelease ? releaseVariants(change, timeLimits, isFirstInvocation) : registerAgain(change, timeLimits);
  }
  if (event.RequestType === 'Delete' && !isRelease) {
    await waitUntilQuiet(() => describeServed(endpointName), timeLimits);
  }
  return [];
}

async function changeOf(event: CloudFormationCustomResourceUpdateEvent<RegistrationProperties>): Promise<Change> {
  const { ResourceProperties: properties, OldResourceProperties: old, StackId: stackId } = event;
  // A new name is a new endpoint, which has no registrations.
  const isRenamed = old.EndpointName !== properties.EndpointName;
  return {
    endpointName: properties.EndpointName,
    stackId,
    before: isRenamed ? { configName: '', deployment: '', variants: [] } : generationOf(old),
    after: generationOf(properties),
    rollingBack: await isRollingBack(stackId),
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
    variants: JSON.parse(Variants) as VariantRegistration[],
    capture: (JSON.parse(DataCapture) as DeclaredCapture | null) ?? undefined,
  };
}

async function releaseVariants(change: Change, timeLimits: TimeLimits, isFirstInvocation: boolean): Promise<string[]> {
  const { endpointName, before, after } = change;
  const deregistered = variantsToDeregister(before, after);
  if (scalingVariants(before).length > 0 && isFirstInvocation) await watchEndpointLater(change, timeLimits.context);
  for (const { variantName } of variantsToSuspend(before, after)) {
    await suspend(variantTargetId(endpointName, variantName));
  }
  for (const { variantName } of deregistered) await deregister(variantTargetId(endpointName, variantName));
  await waitUntilQuiet(() => describeServed(endpointName), timeLimits);
  // The update keeps the current instance count of a variant, and SageMaker checks the batch or step size of the deployment against this
  // count. Synthesis has checked the size for all counts within the new limits. The current count may be outside the new limits, since the
  // old limits may differ.
  const counts = usesInstanceCounts(after.deployment)
    ? await setCounts(endpointName, scalingVariants(after), clampToLimits, timeLimits)
    : [];
  return [
    ...counts,
    ...variantsToSuspend(before, after).map(({ variantName }) => `${variantName} suspended`),
    ...deregistered.map(
      ({ variantName, instanceTypes }) => `${variantName} deregistered, of ${instanceTypes.join(', ')}`,
    ),
  ];
}

/**
 * Registers the deregistered variants again, and resumes the scaling of the suspended ones. After this, CloudFormation updates the targets,
 * which it assumes to exist, and creates changed policies under new names. The replaced policies are deleted here, since only one policy
 * may track a metric: CloudFormation would delete them only at the end, and may not know their current ARNs.
 */
async function registerAgain(change: Change, timeLimits: TimeLimits): Promise<string[]> {
  const { endpointName, before, after, rollingBack } = change;
  // Not checked in a rollback: if the rollback failed, the stack would be in a mixed state.
  if (!rollingBack) await checkCapture(endpointName, before.capture, after.capture);
  const counts = await setCounts(
    endpointName,
    // Variants that do not scale must have their declared counts, but an update keeps either the counts of all variants or no counts.
    after.variants.filter(({ target }) => !target),
    ({ instanceCount }) => instanceCount,
    timeLimits,
  );
  if (rollingBack) return [...counts, ...(await restore(endpointName, before, after))];
  const stillScales = ({ variantName }: VariantRegistration): boolean =>
    findVariant(after, variantName)?.target !== undefined;
  const deregistered = variantsToDeregister(before, after).filter(stillScales);
  const suspended = variantsToSuspend(before, after).filter(stillScales);
  for (const variant of deregistered) await register(variantTargetId(endpointName, variant.variantName), variant);
  for (const variant of suspended) {
    const targetId = variantTargetId(endpointName, variant.variantName);
    await deletePolicies(targetId, policiesNotIn(variant, findVariant(after, variant.variantName)));
    await resume(targetId, variant);
  }
  return [
    ...counts,
    ...deregistered.map(({ variantName }) => `${variantName} registered`),
    ...suspended.map(({ variantName }) => `${variantName} resumed`),
  ];
}
