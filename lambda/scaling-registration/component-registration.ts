import {
  ComponentRegistrationProperties,
  componentTargetId,
  Registration,
} from '../../lib/contracts/scaling-registration-properties';
import { createHandler, nameAndMessage, ResourceRequest } from '../shared/custom-resource';
import { isRollingBack } from '../shared/stack-status';
import { resume } from './autoscaling';
import { describeComponent, setCopyCount } from './component';
import { checkCopies, checkVersion, RolledBackError } from './component-version';
import { isErrorIgnored } from './ignored-errors';
import { deletePolicies } from './policies';
import { waitUntilQuiet } from './quiet';
import { clampToLimits, policiesNotIn } from './registrations';
import { restoreSuspended } from './restore';

/** An update of the custom resource. In a rollback, `before` is the failed deployment, and `after` is the state that is restored. */
interface ComponentChange {
  readonly name: string;
  readonly before: Registration;
  readonly after: Registration;
  /** The number of copies that the component must have without scaling, or must at least have with scaling. Undefined if it has the number. */
  readonly copyCount?: number;
  readonly rollingBack: boolean;
}

/**
 * The custom resource `Custom::TritonScalingRegistration` of an inference component, which CloudFormation updates after the component, and deletes
 * before the component.
 *
 * - Update: checks that the component has the new version and, without scaling, its copies; corrects the number of copies, deletes replaced policies, and resumes scaling. In a rollback, restores the previous policies.
 * - Deletion: waits until nothing changes the component, since SageMaker cannot delete a component while scaling changes it. CloudFormation has
 *   deregistered the component before.
 */
export const registerComponent = createHandler<ComponentRegistrationProperties>({
  run: async (request) => ({
    status: 'SUCCESS',
    reason: (await applyChange(request)).join('; ') || 'Nothing to do',
  }),
  afterError: async (error, { event }) => ({
    status: (await isErrorIgnored(event)) ? 'SUCCESS' : 'FAILED',
    reason:
      error instanceof RolledBackError
        ? error.message
        : `The scaling of ${event.ResourceProperties.InferenceComponentName} could not be changed: ${nameAndMessage(error)}`,
  }),
  physicalId: ({ LogicalResourceId, ResourceProperties }) =>
    `${LogicalResourceId}-${ResourceProperties.InferenceComponentName}`,
});

/** Returns sentences that describe what was done. */
async function applyChange(request: ResourceRequest<ComponentRegistrationProperties>): Promise<string[]> {
  const { event } = request;
  const { InferenceComponentName: name } = event.ResourceProperties;
  if (event.RequestType === 'Delete') await waitUntilQuiet(() => describeComponent(name), request);
  if (event.RequestType !== 'Update') return [];
  const { ResourceProperties: properties, OldResourceProperties: old, StackId: stackId } = event;
  // A new name is a new component, which has no registration.
  if (old.InferenceComponentName !== name) return [];
  const change = changeOf(properties, old, await isRollingBack(stackId));
  const { copyCount, after, rollingBack } = change;
  // Not checked in a rollback: if the rollback failed, the stack would be in a mixed state.
  if (!rollingBack && old.Component !== properties.Component) await checkVersion(properties);
  const copies =
    copyCount === undefined
      ? []
      : await setCopyCount(name, (count) => (after.target ? Math.max(count, copyCount) : copyCount), request);
  if (!rollingBack && !after.target && copyCount !== undefined) await checkCopies(name, copyCount);
  return [...copies, ...(await resumeScaling(change))];
}

function changeOf(
  properties: ComponentRegistrationProperties,
  old: ComponentRegistrationProperties,
  rollingBack: boolean,
): ComponentChange {
  const [before, after] = [old, properties].map(({ Scaling }) => JSON.parse(Scaling) as Registration);
  const change = { name: properties.InferenceComponentName, before, after, rollingBack };
  if (!after.target) return { ...change, copyCount: Number(properties.CopyCount) };
  // If the component has not changed, nothing has suspended its scaling, and the number of copies is an old one.
  if (!before.target || old.Component === properties.Component) return change;
  // In a rollback, CloudFormation may set the number of copies of an earlier deployment. The failed deployment has set the current number.
  const { CopyCount } = rollingBack ? old : properties;
  return { ...change, copyCount: clampToLimits(after, Number(CopyCount)) };
}

/**
 * Deletes replaced policies and resumes scaling, for the same reasons as for variants. CloudFormation registers a component that did not scale
 * before, and deregisters a component that no longer scales.
 */
async function resumeScaling({ name, before, after, rollingBack }: ComponentChange): Promise<string[]> {
  const targetId = componentTargetId(name);
  if (rollingBack && after.target) {
    await restoreSuspended(targetId, before, after);
  } else if (before.target && after.target) {
    await deletePolicies(targetId, policiesNotIn(before, after));
    await resume(targetId, before);
  } else {
    return [];
  }
  return [`${name} resumed`];
}
