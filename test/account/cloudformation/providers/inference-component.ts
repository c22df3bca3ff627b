import { isDeepStrictEqual } from 'node:util';
import { arn } from '../../arn';
import {
  PartialFailureError,
  PhysicalResource,
  Provider,
  ResourceRequest,
  sendAsDeployer,
  sendDelete,
} from '../provider';

const POLL_MILLISECONDS = 30_000;
/** Minutes after which CloudFormation ends an operation. The schema contains only the timeout of updates, and the default is two hours. */
const TIMEOUT_MINUTES = { create: 120, update: 490, delete: 120 };
const IN_PROGRESS = /while it is in state (CREATE|UPDATE|UPDATE_RC)_IN_PROGRESS/;
/** Properties that UpdateInferenceComponent cannot change, although the schema has no create-only properties. */
const FIXED = ['InferenceComponentName', 'EndpointName', 'VariantName'];

interface Description {
  readonly InferenceComponentStatus: string;
  readonly FailureReason?: string;
  readonly Specification?: Record<string, unknown>;
  readonly RuntimeConfig: { readonly DesiredCopyCount: number; readonly CurrentCopyCount: number };
  readonly CreationTime: Date;
  readonly LastModifiedTime: Date;
}

function arnOf({ account, physicalId }: ResourceRequest): string {
  return arn(account, 'sagemaker', `inference-component/${physicalId.toLowerCase()}`);
}

function send(request: ResourceRequest, operation: string, input: Record<string, unknown>) {
  const InferenceComponentName = request.physicalId;
  return sendAsDeployer(request, 'sagemaker', operation, { InferenceComponentName, ...input });
}

async function describe(request: ResourceRequest): Promise<Description> {
  return (await send(request, 'DescribeInferenceComponent', {})) as unknown as Description;
}

async function physicalComponent(request: ResourceRequest): Promise<PhysicalResource> {
  const { RuntimeConfig, ...description } = await describe(request);
  return {
    physicalId: request.physicalId,
    ref: arnOf(request),
    attributes: {
      InferenceComponentArn: arnOf(request),
      InferenceComponentStatus: description.InferenceComponentStatus,
      FailureReason: description.FailureReason ?? '',
      CreationTime: description.CreationTime.toISOString(),
      LastModifiedTime: description.LastModifiedTime.toISOString(),
      'RuntimeConfig.DesiredCopyCount': RuntimeConfig.DesiredCopyCount,
      'RuntimeConfig.CurrentCopyCount': RuntimeConfig.CurrentCopyCount,
    },
  };
}

/** Waits until no operation on the component is in progress. Throws if the component is Failed, or at the deadline. */
async function waitUntilInService(request: ResourceRequest, minutes: number): Promise<Description> {
  const deadline = request.account.now() + minutes * 60_000;
  for (;;) {
    const description = await describe(request);
    const { InferenceComponentStatus: status, FailureReason } = description;
    if (status === 'InService') return description;
    if (status === 'Failed') throw new PartialFailureError(FailureReason ?? status, request.physicalId);
    await request.account.sleep(POLL_MILLISECONDS);
    if (request.account.now() > deadline)
      throw new PartialFailureError('The inference component did not stabilize', request.physicalId);
    if (request.cancelled.aborted)
      throw new PartialFailureError('Resource creation or update cancelled', request.physicalId);
  }
}

/** Repeats a request while an operation on the component is in progress, such as a scaling activity. */
async function repeatUntilAccepted(request: ResourceRequest, sendRequest: () => Promise<unknown>): Promise<void> {
  const deadline = request.account.now() + TIMEOUT_MINUTES.delete * 60_000;
  for (;;) {
    try {
      await sendRequest();
      return;
    } catch (error) {
      const isRepeated =
        IN_PROGRESS.test((error as Error).message) &&
        request.account.isSwitchedOn('cloudformation.component-waits-while-in-progress');
      if (!isRepeated || request.cancelled.aborted || request.account.now() > deadline) throw error;
      await request.account.sleep(POLL_MILLISECONDS);
    }
  }
}

/** The request that applies changed properties, or undefined if only tags or the deployment configuration have changed. */
function updateOf({ account, properties, previousProperties }: ResourceRequest) {
  const { Specification, RuntimeConfig, DeploymentConfig } = properties;
  const isChanged = (name: string): boolean => !isDeepStrictEqual(properties[name], previousProperties[name]);
  const isSpecificationSent =
    isChanged('Specification') || account.isSwitchedOn('cloudformation.component-updates-repeat-the-specification');
  const isCountSent =
    isChanged('RuntimeConfig') || account.isSwitchedOn('cloudformation.component-updates-repeat-the-copy-count');
  const runtime = RuntimeConfig !== undefined && isCountSent ? { RuntimeConfig } : {};
  if (!isSpecificationSent)
    return 'RuntimeConfig' in runtime
      ? { operation: 'UpdateInferenceComponentRuntimeConfig', input: { DesiredRuntimeConfig: RuntimeConfig } }
      : undefined;
  const input = {
    ...(Specification === undefined ? {} : { Specification }),
    ...runtime,
    ...(DeploymentConfig === undefined ? {} : { DeploymentConfig }),
  };
  return { operation: 'UpdateInferenceComponent', input };
}

/**
 * Whether SageMaker has rolled back the update, so that the component does not have the requested properties. With a specification, the number of
 * copies is not compared, since scaling can change it in the meantime.
 */
function isRolledBack(
  { Specification = {}, RuntimeConfig }: Description,
  { input }: NonNullable<ReturnType<typeof updateOf>>,
): boolean {
  const request = input as Record<string, Record<string, unknown> | undefined>;
  const copies = request.DesiredRuntimeConfig?.CopyCount;
  const requested = request.Specification ?? {};
  return (
    ['ModelName', 'ComputeResourceRequirements'].some(
      (name) =>
        requested[name] !== undefined && !isDeepStrictEqual(with32BitFloats(requested[name]), Specification[name]),
    ) ||
    (copies !== undefined && copies !== RuntimeConfig.DesiredCopyCount)
  );
}

/** SageMaker returns floats with 32 bits. */
function with32BitFloats(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, member: unknown) =>
    typeof member === 'number' ? Math.fround(member) : member,
  );
}

const inferenceComponent: Provider = {
  nameProperty: 'InferenceComponentName',
  async create(request) {
    const { DeploymentConfig: _, EndpointArn: __, ...input } = request.properties;
    await send(request, 'CreateInferenceComponent', { ...input, InferenceComponentName: request.physicalId });
    await waitUntilInService(request, TIMEOUT_MINUTES.create);
    return physicalComponent(request);
  },
  async update(request) {
    const { account, physicalId, properties, previousProperties } = request;
    const fixed = FIXED.filter((name) => !isDeepStrictEqual(properties[name], previousProperties[name]));
    if (fixed.length > 0 && account.isSwitchedOn('cloudformation.component-names-cannot-change'))
      throw new PartialFailureError(`${fixed.join(', ')} of an inference component cannot be updated`, physicalId);
    const update = updateOf(request);
    if (update) {
      await repeatUntilAccepted(request, () => send(request, update.operation, update.input));
      const description = await waitUntilInService(request, TIMEOUT_MINUTES.update);
      if (isRolledBack(description, update) && account.isSwitchedOn('cloudformation.rolled-back-component-fails'))
        throw new PartialFailureError('The inference component was rolled back', physicalId);
    }
    return physicalComponent(request);
  },
  async delete(request) {
    const input = { InferenceComponentName: request.physicalId };
    await repeatUntilAccepted(request, () => sendDelete(request, 'sagemaker', 'DeleteInferenceComponent', input));
    const deadline = request.account.now() + TIMEOUT_MINUTES.delete * 60_000;
    while ((await describe(request).catch(() => undefined)) !== undefined) {
      if (request.account.now() > deadline) throw new Error('The inference component was not deleted');
      await request.account.sleep(POLL_MILLISECONDS);
    }
  },
};

export const INFERENCE_COMPONENT: Record<string, Provider> = {
  'AWS::SageMaker::InferenceComponent': inferenceComponent,
};
