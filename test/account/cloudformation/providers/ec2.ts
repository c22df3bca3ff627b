import { Provider, Request, send, sendDelete } from '../provider';

/** A resource of a network, of which matters that it is there and what is in it. */
function networkPart(kind: string, attributes: (id: string, request: Request) => Record<string, unknown>): Provider {
  return {
    async create(request) {
      const { Id } = await send(request, 'ec2', `Create${kind}`, request.properties);
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

/** How long CloudFormation repeats the deletion of what is still in use. */
const PATIENCE_MILLISECONDS = 15 * 60_000;
const PAUSE_MILLISECONDS = 30_000;

function patient(provider: Provider): Provider {
  return {
    ...provider,
    async delete(request) {
      const end = request.world.now() + PATIENCE_MILLISECONDS;
      for (;;) {
        try {
          return await provider.delete(request);
        } catch (error) {
          if ((error as Error).name !== 'DependencyViolation' || request.world.now() > end) throw error;
          await request.world.sleep(PAUSE_MILLISECONDS);
        }
      }
    },
  };
}

export const EC2: Record<string, Provider> = {
  'AWS::EC2::VPC': networkPart('Vpc', (VpcId, { properties }) => ({
    VpcId,
    CidrBlock: properties.CidrBlock,
    DefaultSecurityGroup: `default-of-${VpcId}`,
  })),
  'AWS::EC2::Subnet': patient(
    networkPart('Subnet', (SubnetId, { properties }) => ({
      SubnetId,
      AvailabilityZone: properties.AvailabilityZone,
      VpcId: properties.VpcId,
    })),
  ),
  'AWS::EC2::SecurityGroup': patient(
    networkPart('SecurityGroup', (GroupId, { properties }) => ({ GroupId, Id: GroupId, VpcId: properties.VpcId })),
  ),
  'AWS::EC2::RouteTable': networkPart('RouteTable', (RouteTableId) => ({ RouteTableId })),
  'AWS::EC2::SubnetRouteTableAssociation': networkPart('RouteTableAssociation', (Id) => ({ Id })),
  'AWS::EC2::VPCEndpoint': networkPart('VpcEndpoint', (Id) => ({ Id })),
};
