import table from '../../../../lib/platform/cloudformation-schemas.json';
import { arn } from '../../arn';
import { HalfMadeError, Made, Provider, Request, send, sendDelete } from '../provider';

/** A resource that is only created and deleted: each of its properties replaces it. */
function immutable(kind: string): Provider {
  const made = ({ world, physicalId }: Request): Made => {
    const Arn = arn(world, 'sagemaker', `${kind === 'Model' ? 'model' : 'endpoint-config'}/${physicalId}`);
    return { physicalId, ref: Arn, attributes: { [`${kind}Name`]: physicalId, [`${kind}Arn`]: Arn } };
  };
  return {
    nameProperty: `${kind}Name`,
    async create(request) {
      const input = { ...request.properties, [`${kind}Name`]: request.physicalId };
      await send(request, 'sagemaker', `Create${kind}`, input);
      return made(request);
    },
    update: async (request) => made(request),
    async delete(request) {
      await sendDelete(request, 'sagemaker', `Delete${kind}`, { [`${kind}Name`]: request.physicalId });
    },
  };
}

const POLL_MILLISECONDS = 30_000;
/** What the schema has no time for ends after two hours. */
const MINUTES = { delete: 120, ...table.timeoutMinutes['AWS::SageMaker::Endpoint'] };
const IN_PROGRESS = /in-progress|in progress|Updating|Creating|RollingBack/i;
const NO_CONFIGURATION = /Could not find endpoint configuration/;
/** A configuration that was just created is found sooner. */
const CONFIGURATION_MILLISECONDS = 60_000;

interface Description {
  readonly EndpointStatus: string;
  readonly EndpointConfigName: string;
  readonly FailureReason?: string;
}

/** When CloudFormation ends an operation on an endpoint, whatever SageMaker does. */
function endOf({ world }: Request, operation: keyof typeof MINUTES): number {
  return world.now() + MINUTES[operation] * 60_000;
}

function endpointMade({ world, physicalId }: Request): Made {
  const EndpointArn = arn(world, 'sagemaker', `endpoint/${physicalId}`);
  return { physicalId, ref: EndpointArn, attributes: { EndpointName: physicalId, EndpointArn } };
}

async function describe(request: Request): Promise<Description> {
  const input = { EndpointName: request.physicalId };
  return (await send(request, 'sagemaker', 'DescribeEndpoint', input)) as unknown as Description;
}

/** Waits until nothing happens to the endpoint, or nobody waits any more. */
async function settled(request: Request, end: number): Promise<Description> {
  for (;;) {
    if (request.world.now() > end) throw new HalfMadeError('The endpoint did not stabilize', request.physicalId);
    const description = await describe(request);
    if (!IN_PROGRESS.test(description.EndpointStatus)) return description;
    await request.world.sleep(POLL_MILLISECONDS);
    if (request.cancelled.aborted) {
      throw new HalfMadeError('Resource creation or update cancelled', request.physicalId);
    }
  }
}

/** Repeats a request while SageMaker says that the endpoint is in progress, or does not find its configuration yet. */
async function accepted(request: Request, end: number, change: () => Promise<unknown>): Promise<void> {
  const began = request.world.now();
  for (;;) {
    try {
      await change();
      return;
    } catch (error) {
      const until = Math.min(end, began + patience(request, error as Error));
      if (request.cancelled.aborted || request.world.now() > until) throw error;
      await request.world.sleep(POLL_MILLISECONDS);
    }
  }
}

/** For how long a request is repeated that failed so. */
function patience({ world }: Request, { name, message }: Error): number {
  if (name !== 'ValidationException') return -1;
  if (NO_CONFIGURATION.test(message)) {
    return world.assumes('cloudformation.endpoint-looks-for-its-configuration-again') ? CONFIGURATION_MILLISECONDS : -1;
  }
  const waits = IN_PROGRESS.test(message) && world.assumes('cloudformation.endpoint-waits-while-in-progress');
  return waits ? Infinity : -1;
}

const endpoint: Provider = {
  nameProperty: 'EndpointName',
  async create(request) {
    const end = endOf(request, 'create');
    const { EndpointConfigName, DeploymentConfig, Tags } = request.properties;
    const input = {
      EndpointConfigName,
      ...(DeploymentConfig !== undefined && { DeploymentConfig }),
      ...(Tags !== undefined && { Tags }),
    };
    const EndpointName = request.physicalId;
    await accepted(request, end, () => send(request, 'sagemaker', 'CreateEndpoint', { ...input, EndpointName }));
    const { EndpointStatus, FailureReason } = await settled(request, end);
    if (EndpointStatus !== 'InService') throw new HalfMadeError(FailureReason ?? EndpointStatus, request.physicalId);
    return endpointMade(request);
  },
  async update(request) {
    const end = endOf(request, 'update');
    const { properties, physicalId, world } = request;
    const { Tags: _tags, ...input } = properties;
    const change = () => send(request, 'sagemaker', 'UpdateEndpoint', { ...input, EndpointName: physicalId });
    await accepted(request, end, change);
    const { EndpointStatus, EndpointConfigName, FailureReason = '' } = await settled(request, end);
    const rolledBack = EndpointConfigName !== properties.EndpointConfigName;
    if (EndpointStatus !== 'InService' || (rolledBack && world.assumes('cloudformation.rolled-back-endpoint-fails'))) {
      throw new HalfMadeError(`The endpoint is ${EndpointStatus}. ${FailureReason}`, physicalId);
    }
    return endpointMade(request);
  },
  async delete(request) {
    const EndpointName = request.physicalId;
    const end = endOf(request, 'delete');
    const change = () => sendDelete(request, 'sagemaker', 'DeleteEndpoint', { EndpointName });
    await accepted(request, end, change);
    for (;;) {
      const there = await describe(request).catch(() => undefined);
      if (!there) return;
      if (there.EndpointStatus !== 'Deleting') await accepted(request, end, change);
      await request.world.sleep(POLL_MILLISECONDS);
    }
  },
};

export const SAGEMAKER: Record<string, Provider> = {
  'AWS::SageMaker::Model': immutable('Model'),
  'AWS::SageMaker::EndpointConfig': immutable('EndpointConfig'),
  'AWS::SageMaker::Endpoint': endpoint,
};
