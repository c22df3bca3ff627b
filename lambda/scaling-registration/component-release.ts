import {
  ComponentReleaseProperties,
  componentTargetId,
  COPY_COUNT_ATTRIBUTE,
} from '../../lib/contracts/scaling-registration-properties';
import { createHandler, nameAndMessage, ResourceRequest } from '../shared/custom-resource';
import { isRollingBack } from '../shared/stack-status';
import { suspend } from './autoscaling';
import { ComponentState, describeComponent } from './component';
import { restoreVersion } from './component-version';
import { isErrorIgnored } from './ignored-errors';
import { waitUntilQuiet } from './quiet';
import { watchComponentLater } from './watch';

/**
 * The custom resource `Custom::TritonScalingRelease` of an inference component, which CloudFormation updates before the component: suspends
 * scaling, waits until nothing changes the component, and returns the number of copies for the update. SageMaker cannot update a component while
 * scaling changes it, and an update sets the number of copies. In a rollback, also restores the previous version of the component.
 */
export const releaseComponent = createHandler<ComponentReleaseProperties>({
  run: async (request) => {
    const { ResourceProperties: properties } = request.event;
    const component = await quietComponent(request);
    const data = dataOf(properties, component);
    const reason =
      component && data
        ? `${properties.InferenceComponentName} has ${component.copyCount} copies, and is updated with ${data[COPY_COUNT_ATTRIBUTE]}`
        : 'Nothing to do';
    return { status: 'SUCCESS', reason, data };
  },
  afterError: async (error, { event }) => {
    const { InferenceComponentName } = event.ResourceProperties;
    return {
      status: (await isErrorIgnored(event)) ? 'SUCCESS' : 'FAILED',
      reason: `The scaling of ${InferenceComponentName} could not be suspended: ${nameAndMessage(error)}`,
      // CloudFormation continues a rollback only with the attribute.
      data: dataOf(event.ResourceProperties, await describeComponent(InferenceComponentName).catch(() => undefined)),
    };
  },
  physicalId: ({ LogicalResourceId, ResourceProperties }) =>
    `${LogicalResourceId}-${ResourceProperties.InferenceComponentName}`,
});

/**
 * Suspends the scaling of the component, and waits until nothing changes it. Returns undefined if CloudFormation creates or deletes the custom
 * resource, or if the component does not exist.
 */
async function quietComponent(
  request: ResourceRequest<ComponentReleaseProperties>,
): Promise<ComponentState | undefined> {
  const { event, context } = request;
  if (event.RequestType !== 'Update') return undefined;
  const { ResourceProperties: properties, OldResourceProperties: old, StackId: stackId } = event;
  const { InferenceComponentName: inferenceComponentName } = properties;
  // A new name is a new component, which has no registration.
  if (old.InferenceComponentName !== inferenceComponentName) return undefined;
  const describe = () => describeComponent(inferenceComponentName);
  if (old.InitialCopyCount !== undefined) {
    if (event.deadline === undefined) {
      const copyCount = (await describe())?.copyCount ?? 0;
      await watchComponentLater({ inferenceComponentName, stackId, copyCount }, context);
    }
    await suspend(componentTargetId(inferenceComponentName));
  }
  const component = await waitUntilQuiet(describe, request);
  if (!component || !(await isRollingBack(stackId))) return component;
  return restoreVersion(properties, component, request);
}

/**
 * The number of copies with which the component is created or updated: at least one, also if scaling has removed all copies. SageMaker rejects
 * the creation of a component with zero copies, and a copy shows that the new version loads. Undefined if the component does not scale.
 */
function dataOf(
  { InitialCopyCount }: ComponentReleaseProperties,
  component?: ComponentState,
): Record<string, string> | undefined {
  if (InitialCopyCount === undefined) return undefined;
  return { [COPY_COUNT_ATTRIBUTE]: String(Math.max(1, component?.copyCount ?? Number(InitialCopyCount))) };
}
