import { AwsError, Call, Service } from '../call';

/** Parts of a network. What a network interface of an endpoint uses cannot be deleted. */
export class Ec2Service implements Service {
  public readonly name = 'ec2';
  public readonly parts = new Map<string, string>();
  /** Whether an interface uses a subnet or a security group. */
  public isInUse: (id: string) => boolean = () => false;
  private count = 0;

  public async handle({ operation, input }: Call): Promise<object> {
    const [, verb, kind] = /^(Create|Delete|Describe)(\w+)$/.exec(operation) ?? [];
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
}
