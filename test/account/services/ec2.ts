import { arn } from '../arn';
import { AwsError, Call, Service } from '../call';
import type { Iam } from '../iam/iam';
import { World } from '../world';

/** A network interface as `DescribeNetworkInterfaces` returns it. */
interface Interface {
  readonly NetworkInterfaceId: string;
  readonly RequesterId: string;
  readonly SubnetId: string;
  readonly Groups: readonly { readonly GroupId: string }[];
  readonly Attachment: { readonly AttachTime: Date };
}

/** An account that shares its VPC with the simulated one (AWS RAM). */
const NETWORK_ACCOUNT = '444455556666';
export const SHARED_VPC = { vpcId: 'vpc-shared', subnetIds: ['subnet-shared-a', 'subnet-shared-b'] };
/** What RAM lets the other account do with a shared subnet. */
const RAM_PERMISSION = ['ec2:CreateNetworkInterface', 'ec2:DescribeSubnets', 'ec2:RunInstances'];

/** Parts of a network. What a network interface of an endpoint uses cannot be deleted. */
export class Ec2Service implements Service {
  public readonly name = 'ec2';
  public readonly parts = new Map<string, string>();
  /** Whether an interface uses a subnet or a security group. */
  public isInUse: (id: string) => boolean = () => false;
  /** The network interfaces that there are. */
  public interfaces: () => readonly Interface[] = () => [];
  private count = 0;

  constructor(
    private readonly world: World,
    private readonly iam: Iam,
  ) {
    const owner = { accountId: NETWORK_ACCOUNT, region: world.region };
    const Principal = { AWS: `arn:aws:iam::${world.accountId}:root` };
    const policy = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Principal, Action: RAM_PERMISSION }] };
    for (const id of SHARED_VPC.subnetIds) {
      iam.resources.share(this.arn(`subnet/${id}`), arn(owner, 'ec2', `subnet/${id}`), {
        policy,
        context: { 'ec2:Vpc': arn(owner, 'ec2', `vpc/${SHARED_VPC.vpcId}`) },
      });
    }
  }

  public async handle({ operation, input }: Call): Promise<object> {
    const [, verb, kind] = /^(Create|Delete|Describe)(\w+)$/.exec(operation) ?? [];
    if (operation === 'CreateNetworkInterface') return this.createInterface(String(input.SubnetId));
    if (operation === 'DescribeNetworkInterfaces') return this.describeInterfaces(input);
    // SageMaker keeps its interfaces itself.
    if (verb === 'Describe' || kind.startsWith('NetworkInterface')) return {};
    if (verb === 'Create') {
      const Id = `${kind.toLowerCase()}-${++this.count}`;
      this.parts.set(Id, kind);
      this.placeInVpc(kind, Id, input);
      return { Id };
    }
    const id = String(input.Id);
    if (this.isInUse(id)) throw new AwsError('DependencyViolation', `resource ${id} has a dependent object`);
    if (!this.parts.delete(id)) throw new AwsError('NotFound', `${id} does not exist`);
    return {};
  }

  private describeInterfaces({ Filters = [] }: Record<string, unknown>): object {
    const groups = (Filters as { Name: string; Values: string[] }[]).find(({ Name }) => Name === 'group-id')?.Values;
    const found = this.interfaces().filter(
      ({ Groups }) => !groups || Groups.some(({ GroupId }) => groups.includes(GroupId)),
    );
    return { NetworkInterfaces: found };
  }

  /** Policies may ask for the VPC of a subnet or a security group. */
  private placeInVpc(kind: string, id: string, { VpcId }: Record<string, unknown>): void {
    const type = { Subnet: 'subnet', SecurityGroup: 'security-group' }[kind];
    if (type === undefined) return;
    this.iam.protect(this.arn(`${type}/${id}`), { context: { 'ec2:Vpc': this.arn(`vpc/${String(VpcId)}`) } });
  }

  /** Policies may ask for the subnet of an interface, and its VPC. Both are of the account that owns them, the interface is not. */
  private createInterface(subnetId: string): object {
    const NetworkInterfaceId = `eni-${++this.count}`;
    const subnet = this.iam.resources.owned(this.arn(`subnet/${subnetId}`));
    this.iam.protect(this.arn(`network-interface/${NetworkInterfaceId}`), {
      context: { ...this.iam.resources.get(subnet)?.context, 'ec2:Subnet': subnet },
    });
    return { NetworkInterface: { NetworkInterfaceId } };
  }

  private arn(resource: string): string {
    return arn(this.world, 'ec2', resource);
  }
}
