import schemaFacts from '../../../../lib/facts/cloudformation-schemas.json';
import { arn } from '../../arn';
import {
  PartialFailureError,
  PhysicalResource,
  Provider,
  ResourceRequest,
  sendAsDeployer,
  sendDelete,
} from '../provider';

/** A provider for models or endpoint configurations: a change of any property replaces the resource, so `update` has nothing to do. */
function immutableResourceProvider(kind: string): Provider {
  const physicalResource = ({ account, physicalId }: ResourceRequest): PhysicalResource => {
    const Arn = arn(account, 'sagemaker', `${kind === 'Model' ? 'model' : 'endpoint-config'}/${physicalId}`);
    return { physicalId, ref: Arn, attributes: { [`${kind}Name`]: physicalId, [`${kind}Arn`]: Arn } };
  };
  return {
    nameProperty: `${kind}Name`,
    async create(request) {
      const input = { ...request.properties, [`${kind}Name`]: request.physicalId };
      await sendAsDeployer(request, 'sagemaker', `Create${kind}`, input);
      return physicalResource(request);
    },
    update: async (request) => physicalResource(request),
    async delete(request) {
      await sendDelete(request, 'sagemaker', `Delete${kind}`, { [`${kind}Name`]: request.physicalId });
    },
  };
}

const POLL_MILLISECONDS = 30_000;
/** Timeouts of operations on endpoints. Deletion has no timeout in the schema, so the default of two hours applies. */
const TIMEOUT_MINUTES = { delete: 120, ...schemaFacts.timeoutMinutes['AWS::SageMaker::Endpoint'] };
const IN_PROGRESS = /in-progress|in progress|Updating|Creating|RollingBack/i;
const NO_CONFIGURATION = /Could not find endpoint configuration/;
/** Time during which a request is repeated if SageMaker does not find the endpoint configuration, which becomes visible after a delay. */
const CONFIGURATION_RETRY_MILLISECONDS = 60_000;

interface EndpointDescription {
  readonly EndpointName: string;
  readonly EndpointArn: string;
  readonly EndpointStatus: string;
  readonly EndpointConfigName: string;
  readonly FailureReason?: string;
  /** The new fleet of an update. */
  readonly PendingDeploymentSummary?: object;
}

/** The time at which CloudFormation gives up an operation on an endpoint, even if SageMaker continues the operation. */
function deadlineOf({ account }: ResourceRequest, operation: keyof typeof TIMEOUT_MINUTES): number {
  return account.now() + TIMEOUT_MINUTES[operation] * 60_000;
}

function physicalEndpoint({ account, physicalId }: ResourceRequest): PhysicalResource & { readonly ref: string } {
  const EndpointArn = arn(account, 'sagemaker', `endpoint/${physicalId.toLowerCase()}`);
  return { physicalId, ref: EndpointArn, attributes: { EndpointName: physicalId, EndpointArn } };
}

async function describe(request: ResourceRequest): Promise<EndpointDescription> {
  const input = { EndpointName: request.physicalId };
  return (await sendAsDeployer(request, 'sagemaker', 'DescribeEndpoint', input)) as unknown as EndpointDescription;
}

/** Waits until no operation on the endpoint is in progress. Throws at the deadline or if the operation is cancelled. */
async function waitUntilSettled(request: ResourceRequest, deadline: number): Promise<EndpointDescription> {
  for (;;) {
    if (request.account.now() > deadline)
      throw new PartialFailureError('The endpoint did not stabilize', request.physicalId);
    const description = await describe(request);
    if (!IN_PROGRESS.test(description.EndpointStatus)) return description;
    await request.account.sleep(POLL_MILLISECONDS);
    if (request.cancelled.aborted) {
      throw new PartialFailureError('Resource creation or update cancelled', request.physicalId);
    }
  }
}

/** Repeats a request while an operation on the endpoint is in progress or SageMaker does not find the endpoint configuration. */
async function repeatUntilAccepted(
  request: ResourceRequest,
  deadline: number,
  sendRequest: () => Promise<unknown>,
): Promise<void> {
  const startTime = request.account.now();
  for (;;) {
    try {
      await sendRequest();
      return;
    } catch (error) {
      const retryUntil = Math.min(deadline, startTime + (await retryMilliseconds(request, error as Error)));
      if (request.cancelled.aborted || request.account.now() > retryUntil) throw error;
      await request.account.sleep(POLL_MILLISECONDS);
    }
  }
}

/** Time during which a request is repeated after an error, in milliseconds. A negative number means that the request is not repeated. */
async function retryMilliseconds(request: ResourceRequest, { name, message }: Error): Promise<number> {
  if (name !== 'ValidationException') return -1;
  if (NO_CONFIGURATION.test(message)) return CONFIGURATION_RETRY_MILLISECONDS;
  if (!IN_PROGRESS.test(message)) return -1;
  const { EndpointStatus, PendingDeploymentSummary } = await describe(request);
  const isOwnOperation = EndpointStatus !== 'Updating' || PendingDeploymentSummary !== undefined;
  if (isOwnOperation || request.account.isSwitchedOn('cloudformation.endpoint-waits-for-scaling')) return Infinity;
  const { stackName: StackName } = request;
  const { Stacks } = await sendAsDeployer(request, 'cloudformation', 'DescribeStacks', { StackName });
  return (Stacks as { StackStatus: string }[])[0].StackStatus.includes('ROLLBACK') ? Infinity : -1;
}

const endpoint: Provider = {
  nameProperty: 'EndpointName',
  async create(request) {
    const deadline = deadlineOf(request, 'create');
    const { EndpointConfigName, DeploymentConfig, Tags } = request.properties;
    const input = {
      EndpointConfigName,
      ...(DeploymentConfig !== undefined && { DeploymentConfig }),
      ...(Tags !== undefined && { Tags }),
    };
    const EndpointName = request.physicalId;
    await repeatUntilAccepted(request, deadline, () =>
      sendAsDeployer(request, 'sagemaker', 'CreateEndpoint', { ...input, EndpointName }),
    );
    if (request.isExpress) return physicalEndpoint(request);
    const { EndpointStatus, FailureReason } = await waitUntilSettled(request, deadline);
    if (EndpointStatus !== 'InService')
      throw new PartialFailureError(FailureReason ?? EndpointStatus, request.physicalId);
    return physicalEndpoint(request);
  },
  async update(request) {
    const deadline = deadlineOf(request, 'update');
    const { properties, physicalId, account } = request;
    const { Tags: _tags, ...input } = properties;
    const sendRequest = () =>
      sendAsDeployer(request, 'sagemaker', 'UpdateEndpoint', { ...input, EndpointName: physicalId });
    await repeatUntilAccepted(request, deadline, sendRequest);
    if (request.isExpress) {
      return physicalEndpoint(request);
    }
    const { EndpointStatus, EndpointConfigName, FailureReason = '' } = await waitUntilSettled(request, deadline);
    const isRolledBack = EndpointConfigName !== properties.EndpointConfigName;
    if (
      EndpointStatus !== 'InService' ||
      (isRolledBack && account.isSwitchedOn('cloudformation.rolled-back-endpoint-fails'))
    ) {
      throw new PartialFailureError(`The endpoint is ${EndpointStatus}. ${FailureReason}`, physicalId);
    }
    return physicalEndpoint(request);
  },
  async delete(request) {
    const EndpointName = request.physicalId;
    const deadline = deadlineOf(request, 'delete');
    const sendRequest = () => sendDelete(request, 'sagemaker', 'DeleteEndpoint', { EndpointName });
    await repeatUntilAccepted(request, deadline, sendRequest);
    if (request.isExpress) return;
    for (;;) {
      const description = await describe(request).catch(() => undefined);
      if (!description) return;
      if (description.EndpointStatus !== 'Deleting') await repeatUntilAccepted(request, deadline, sendRequest);
      await request.account.sleep(POLL_MILLISECONDS);
    }
  },
};

export const SAGEMAKER: Record<string, Provider> = {
  'AWS::SageMaker::Model': immutableResourceProvider('Model'),
  'AWS::SageMaker::EndpointConfig': immutableResourceProvider('EndpointConfig'),
  'AWS::SageMaker::Endpoint': endpoint,
};
