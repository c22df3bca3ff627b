import {
  ComponentRegistrationProperties,
  ComponentReleaseProperties,
  componentTargetId,
  COPY_COUNT_ATTRIBUTE,
  DEREGISTRATION_TYPE,
  Registration,
} from '../../lib/contracts/scaling-registration-properties';
import { createHandler, nameAndMessage, physicalIdFor, ResourceRequest } from '../shared/custom-resource';
import { isRollingBack, stackTags } from '../shared/stack-status';
import { deletePolicies, deregister, putPolicies, register } from './autoscaling';
import {
  ComponentState,
  checkVersion,
  describeComponent,
  quietComponent,
  restoreVersion,
  RolledBackError,
  setCopyCount,
} from './component';
import { isErrorIgnored } from './quiet';
import { policiesNotIn } from './generations';
import { restorePolicies } from './restore';

type Properties = ComponentReleaseProperties & Partial<ComponentRegistrationProperties>;
type Request = ResourceRequest<Properties>;

/**
 * The custom resources of an inference component: `Custom::TritonScalingRelease` (release), which CloudFormation updates before the component,
 * and `Custom::TritonScalingRegistration` (registration), which it updates after the component.
 *
 * | | update or its rollback | deletion |
 * |---|---|---|
 * | release | waits until nothing changes the component, since SageMaker rejects an update while scaling changes it; in a rollback, restores the previous version; returns the current number of copies, since an update sets it | |
 * | registration | checks that the component has the new version; deregisters a component that no longer scales, and sets its copies; deletes replaced policies; in a rollback, restores the previous ones | waits until nothing changes the component |
 */
export const handleComponent = createHandler<Properties>({
  run: async (request) => {
    if (request.event.ResourceType === DEREGISTRATION_TYPE) return prepareUpdate(request);
    await completeUpdate(request);
    return { status: 'SUCCESS', reason: 'The update is complete' };
  },
  afterError: async (error, { event }) => {
    const { ResourceProperties: properties } = event;
    const { InferenceComponentName: name } = properties;
    return {
      status: (await isErrorIgnored(event)) ? 'SUCCESS' : 'FAILED',
      reason:
        error instanceof RolledBackError
          ? error.message
          : `The scaling of ${name} could not be changed: ${nameAndMessage(error)}`,
      // CloudFormation continues a rollback only with the attribute.
      data: dataOf(properties, await describeComponent(name).catch(() => undefined)),
    };
  },
  physicalId: (event) => physicalIdFor(event, 'InferenceComponentName'),
});

async function prepareUpdate(request: Request) {
  const { event } = request;
  const { ResourceProperties: properties } = event;
  const { InferenceComponentName: name } = properties;
  const outcome = { status: 'SUCCESS', reason: `${name} can be updated` } as const;
  if (event.RequestType === 'Delete') return outcome;
  // A new name is a new component.
  const isUpdate = event.RequestType === 'Update' && event.OldResourceProperties.InferenceComponentName === name;
  let component = isUpdate ? await quietComponent(name, request) : undefined;
  if (component && (await isRollingBack(event.StackId))) {
    component = await restoreVersion(properties, component, request);
  }
  return { ...outcome, data: dataOf(properties, component) };
}

/**
 * The number of copies with which the component is created or updated: at least one, also if scaling has removed all copies. SageMaker rejects
 * the creation of a component with zero copies, and a copy shows that the new version loads. Undefined if the component does not scale.
 */
function dataOf({ InitialCopyCount }: Properties, component?: ComponentState) {
  if (InitialCopyCount === undefined) return undefined;
  return { [COPY_COUNT_ATTRIBUTE]: String(Math.max(1, component?.copyCount ?? Number(InitialCopyCount))) };
}

async function completeUpdate(request: Request): Promise<void> {
  const { event } = request;
  const { ResourceProperties: properties, StackId: stackId } = event;
  const { InferenceComponentName: name } = properties;
  if (event.RequestType === 'Delete') await quietComponent(name, request);
  if (event.RequestType !== 'Update' || event.OldResourceProperties.InferenceComponentName !== name) return;
  const { OldResourceProperties: old } = event;
  const [before, after] = [old, properties].map(({ Scaling }) => JSON.parse(Scaling ?? '{}') as Registration);
  const rollingBack = await isRollingBack(stackId);
  // Not checked in a rollback: if the rollback failed, the stack would be in a mixed state.
  if (!rollingBack && old.Component !== properties.Component) await checkVersion(properties, request);
  const targetId = componentTargetId(name);
  if (!after.target) {
    // CloudFormation would deregister the component only at the end, and scaling would change its copies until then.
    if (before.target) await deregister(targetId);
    const declared = Number(properties.CopyCount);
    const copies = await setCopyCount(name, declared, request);
    if (copies === declared || rollingBack) return;
    throw new RolledBackError(
      `The inference component ${name} has ${copies} copies, and the deployment declares ${declared}: the other copies did not start, or the instances have no room for them`,
    );
  }
  if (!rollingBack) return before.target && deletePolicies(targetId, policiesNotIn(before, after));
  if (before.target) return restorePolicies(targetId, before, after);
  await register(targetId, after, await stackTags(stackId));
  await putPolicies(targetId, after.policies);
}
