import { Provider, ResourceRequest, sendAsDeployer, sendDelete } from '../provider';

/** A provider for a network resource. The simulation uses only the existence and the attributes of the resource. */
function networkResource(
  kind: string,
  attributes: (id: string, request: ResourceRequest) => Record<string, unknown>,
): Provider {
  return {
    async create(request) {
      const { Id } = await sendAsDeployer(request, 'ec2', `Create${kind}`, request.properties);
      return { physicalId: String(Id), attributes: attributes(String(Id), request) };
    },
    async update(request) {
      return { physicalId: request.physicalId, attributes: attributes(request.physicalId, request) };
    },
    async delete(request) {
      await sendDelete(request, 'ec2', `Delete${kind}`, { Id: request.physicalId });
    },
  };
}

/** Time during which CloudFormation retries the deletion of a resource that is still in use. */
const DELETION_TIMEOUT_MILLISECONDS = 15 * 60_000;
const RETRY_MILLISECONDS = 30_000;

/** Wraps a provider: retries a deletion while the resource is still in use. */
function withDeletionRetries(provider: Provider): Provider {
  return {
    ...provider,
    async delete(request) {
      const deadline = request.account.now() + DELETION_TIMEOUT_MILLISECONDS;
      for (;;) {
        try {
          return await provider.delete(request);
        } catch (error) {
          if ((error as Error).name !== 'DependencyViolation' || request.account.now() > deadline) throw error;
          await request.account.sleep(RETRY_MILLISECONDS);
        }
      }
    },
  };
}

export const EC2: Record<string, Provider> = {
  'AWS::EC2::VPC': networkResource('Vpc', (VpcId, { properties }) => ({
    VpcId,
    CidrBlock: properties.CidrBlock,
    DefaultSecurityGroup: `default-of-${VpcId}`,
  })),
  'AWS::EC2::Subnet': withDeletionRetries(
    networkResource('Subnet', (SubnetId, { properties }) => ({
      SubnetId,
      AvailabilityZone: properties.AvailabilityZone,
      VpcId: properties.VpcId,
    })),
  ),
  'AWS::EC2::SecurityGroup': withDeletionRetries(
    networkResource('SecurityGroup', (GroupId, { properties }) => ({ GroupId, Id: GroupId, VpcId: properties.VpcId })),
  ),
  'AWS::EC2::RouteTable': networkResource('RouteTable', (RouteTableId) => ({ RouteTableId })),
  'AWS::EC2::SubnetRouteTableAssociation': networkResource('RouteTableAssociation', (Id) => ({ Id })),
  'AWS::EC2::VPCEndpoint': networkResource('VpcEndpoint', (Id) => ({ Id })),
};
