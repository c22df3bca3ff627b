import { arn } from '../arn';
import { AwsError, Call, Service } from '../call';
import type { Iam } from '../iam/iam';
import { World } from '../world';

/** A network interface as `DescribeNetworkInterfaces` returns it. */
interface Interface {
  readonly NetworkInterfaceId: string;
  readonly RequesterId: string;
  readonly Groups: readonly { readonly GroupId: string }[];
  readonly Attachment: { readonly AttachTime: Date };
}

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
  ) {}

  public async handle({ operation, input }: Call): Promise<object> {
    const [, verb, kind] = /^(Create|Delete|Describe)(\w+)$/.exec(operation) ?? [];
    if (operation === 'CreateNetworkInterface') return this.createInterface(String(input.SubnetId));
    if (operation === 'DescribeNetworkInterfaces') return this.describeInterfaces(input);
    // SageMaker keeps its interfaces itself.
    if (verb === 'Describe' || kind.startsWith('NetworkInterface')) return {};
    if (verb === 'Create') {
      const Id = `${kind.toLowerCase()}-${++this.count}`;
      this.parts.set(Id, kind);
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

  /** Policies may ask for the subnet of an interface. */
  private createInterface(subnetId: string): object {
    const NetworkInterfaceId = `eni-${++this.count}`;
    const subnet = arn(this.world, 'ec2', `subnet/${subnetId}`);
    this.iam.protect(arn(this.world, 'ec2', `network-interface/${NetworkInterfaceId}`), {
      context: { 'ec2:Subnet': subnet },
    });
    return { NetworkInterface: { NetworkInterfaceId } };
  }
}
