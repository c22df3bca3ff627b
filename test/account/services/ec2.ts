import { arn } from '../arn';
import { AwsError, Call, Service } from '../call';
import type { Iam } from '../iam/iam';
import { Account } from '../account';

/** A network interface as `DescribeNetworkInterfaces` returns it. */
interface Interface {
  readonly NetworkInterfaceId: string;
  readonly RequesterId: string;
  readonly SubnetId: string;
  readonly Groups: readonly { readonly GroupId: string }[];
  readonly Attachment: { readonly AttachTime: Date };
}

/** An account that shares its VPC with the simulated account (AWS RAM). */
const NETWORK_ACCOUNT = '444455556666';
export const SHARED_VPC = { vpcId: 'vpc-shared', subnetIds: ['subnet-shared-a', 'subnet-shared-b'] };
/** The actions on a shared subnet that AWS RAM allows the simulated account. */
const RAM_PERMISSION = ['ec2:CreateNetworkInterface', 'ec2:DescribeSubnets', 'ec2:RunInstances'];

/** The simulated EC2. It stores network resources, and does not delete resources that network interfaces of endpoints or jobs use. */
export class Ec2Service implements Service {
  public readonly name = 'ec2';
  public readonly resources = new Map<string, string>();
  /** Whether a network interface uses a subnet or a security group. */
  public isInUse: (id: string) => boolean = () => false;
  /** Returns all network interfaces. */
  public interfaces: () => readonly Interface[] = () => [];
  private createdCount = 0;

  constructor(
    private readonly account: Account,
    private readonly iam: Iam,
  ) {
    const owner = { accountId: NETWORK_ACCOUNT, region: account.region };
    const Principal = { AWS: `arn:aws:iam::${account.accountId}:root` };
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
    // The simulated SageMaker stores its own network interfaces, so these requests have no effect.
    if (verb === 'Describe' || kind.startsWith('NetworkInterface')) return {};
    if (verb === 'Create') {
      const Id = `${kind.toLowerCase()}-${++this.createdCount}`;
      this.resources.set(Id, kind);
      this.registerVpc(kind, Id, input);
      return { Id };
    }
    const id = String(input.Id);
    if (this.isInUse(id)) throw new AwsError('DependencyViolation', `resource ${id} has a dependent object`);
    if (!this.resources.delete(id)) throw new AwsError('NotFound', `${id} does not exist`);
    return {};
  }

  private describeInterfaces({ Filters = [] }: Record<string, unknown>): object {
    const groups = (Filters as { Name: string; Values: string[] }[]).find(({ Name }) => Name === 'group-id')?.Values;
    const networkInterfaces = this.interfaces().filter(
      ({ Groups }) => !groups || Groups.some(({ GroupId }) => groups.includes(GroupId)),
    );
    return { NetworkInterfaces: networkInterfaces };
  }

  /** Registers the VPC of a subnet or security group, so that policies can use it as a condition key. */
  private registerVpc(kind: string, id: string, { VpcId }: Record<string, unknown>): void {
    const type = { Subnet: 'subnet', SecurityGroup: 'security-group' }[kind];
    if (type === undefined) return;
    this.iam.registerResource(this.arn(`${type}/${id}`), { context: { 'ec2:Vpc': this.arn(`vpc/${String(VpcId)}`) } });
  }

  /**
   * Creates the ID of a network interface, and registers the subnet and VPC, so that policies can use them as condition keys. The ARNs of a
   * shared subnet and its VPC contain the account of the owner.
   */
  private createInterface(subnetId: string): object {
    const NetworkInterfaceId = `eni-${++this.createdCount}`;
    const subnet = this.iam.resources.toOwnersArn(this.arn(`subnet/${subnetId}`));
    this.iam.registerResource(this.arn(`network-interface/${NetworkInterfaceId}`), {
      context: { ...this.iam.resources.get(subnet)?.context, 'ec2:Subnet': subnet },
    });
    return { NetworkInterface: { NetworkInterfaceId } };
  }

  private arn(resource: string): string {
    return arn(this.account, 'ec2', resource);
  }
}
