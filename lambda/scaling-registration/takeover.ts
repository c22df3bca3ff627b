import { CloudFormationClient, DescribeStackResourceCommand } from '@aws-sdk/client-cloudformation';
import {
  EARLIER_ATTRIBUTE,
  EarlierEndpoint,
  TakeoverProperties,
  VariantRegistration,
  variantTargetId,
} from '../../lib/contracts/scaling-registration-properties';
import { permissionRetryOptions } from '../shared/await-permissions';
import { createHandler, nameAndMessage, ResourceRequest } from '../shared/custom-resource';
import { deregister, register } from './autoscaling';
import { encodeEarlier, readEarlier } from './earlier-endpoint';
import { putPolicies } from './policies';

/**
 * The custom resource `Custom::TritonTakeover`: records the scaling and the data capture of an endpoint that the stack has imported. The release
 * and the registration receive the record as a property. CloudFormation therefore also passes it on when it deletes them in a rollback,
 * even if their creation was cancelled.
 */
export const recordTakeover = createHandler<TakeoverProperties>({
  run: async (request) => {
    const earlier = await earlierEndpoint(request);
    const names = earlier?.variants.map(({ variantName }) => variantName).join(', ');
    return {
      status: 'SUCCESS',
      reason: earlier ? `The endpoint existed before. Variants that scale: ${names || 'none'}` : 'Nothing to record',
      data: { [EARLIER_ATTRIBUTE]: earlier ? encodeEarlier(earlier) : '' },
    };
  },
  afterError: (error, { event }) => ({
    status: 'FAILED',
    reason: `The scaling of ${event.ResourceProperties.EndpointName} could not be taken over: ${nameAndMessage(error)}`,
  }),
  physicalId: ({ LogicalResourceId, ResourceProperties }) => `${LogicalResourceId}-${ResourceProperties.EndpointName}`,
});

async function earlierEndpoint({ event }: ResourceRequest<TakeoverProperties>): Promise<EarlierEndpoint | undefined> {
  // With a new name, CloudFormation creates a new endpoint.
  if (event.RequestType !== 'Create') return undefined;
  const { EndpointName, EndpointLogicalId, ReleaseLogicalId, Variants } = event.ResourceProperties;
  const [endpointId, releaseId] = await Promise.all(
    [EndpointLogicalId, ReleaseLogicalId].map((logicalId) => physicalIdOf(event.StackId, logicalId)),
  );
  // The physical ID of an imported endpoint is its ARN, in lower case. The scaling of an endpoint of a different stack may not change.
  const isInStack = endpointId?.split('/').at(-1)?.toLowerCase() === EndpointName.toLowerCase();
  // A stack that has a release has deployed the endpoint before, and suspends its own scaling.
  return isInStack && releaseId === undefined
    ? readEarlier(EndpointName, JSON.parse(Variants) as VariantRegistration[])
    : undefined;
}

/** The physical ID of a resource of the stack. Undefined if the stack does not have the resource yet. */
async function physicalIdOf(StackName: string, LogicalResourceId: string): Promise<string | undefined> {
  const client = new CloudFormationClient(permissionRetryOptions());
  try {
    const { StackResourceDetail: resource } = await client.send(
      new DescribeStackResourceCommand({ StackName, LogicalResourceId }),
    );
    return resource?.ResourceStatus === 'DELETE_COMPLETE' ? undefined : resource?.PhysicalResourceId;
  } catch (error) {
    if ((error as Error).name === 'ValidationError') return undefined;
    throw error;
  }
}

/** Deregisters the variants of the earlier endpoint. Application Auto Scaling then also deletes their policies and scheduled actions. */
export async function deregisterEarlier(endpointName: string, { variants }: EarlierEndpoint): Promise<string[]> {
  for (const { variantName } of variants) await deregister(variantTargetId(endpointName, variantName));
  return variants.map(({ variantName }) => `${variantName} deregistered`);
}

/** Registers the variants of the earlier endpoint again, with their policies and scheduled actions. */
export async function restoreEarlier(endpointName: string, { variants }: EarlierEndpoint): Promise<string[]> {
  for (const variant of variants) {
    const targetId = variantTargetId(endpointName, variant.variantName);
    const { scheduledActions: _actions, ...target } = variant.target;
    await register(targetId, { ...variant, target });
    await putPolicies(targetId, variant.policies);
    // The scheduled actions are last: one whose time has passed may be rejected, and must not prevent the rest.
    await register(targetId, variant);
  }
  return variants.map(({ variantName }) => `${variantName} registered as before the takeover`);
}
