import { AwsError, Call, Service } from '../call';

interface Part {
  readonly kind: string;
  readonly input: Record<string, unknown>;
}

/** Parts of a network. What a network interface uses cannot be deleted. */
export class Ec2Service implements Service {
  public readonly name = 'ec2';
  public readonly parts = new Map<string, Part>();
  private count = 0;

  public async handle({ operation, input }: Call): Promise<object> {
    const [, verb, kind] = /^(Create|Delete|Describe)(\w+)$/.exec(operation) ?? [];
    switch (verb) {
      case 'Create': {
        const Id = `${kind.toLowerCase()}-${++this.count}`;
        this.parts.set(Id, { kind, input });
        return kind === 'NetworkInterface' ? { NetworkInterface: { NetworkInterfaceId: Id } } : { Id };
      }
      case 'Delete': {
        const id = String(input.Id ?? input.NetworkInterfaceId);
        const user = [...this.parts].find(([, part]) => part.kind === 'NetworkInterface' && uses(part, id));
        if (user) throw new AwsError('DependencyViolation', `resource ${id} has a dependent object (${user[0]})`);
        if (!this.parts.delete(id)) throw new AwsError('NotFound', `${id} does not exist`);
        return {};
      }
      case 'Describe':
        return {};
      default:
        throw new Error(`ec2 has no operation ${operation}`);
    }
  }
}

function uses({ input }: Part, id: string): boolean {
  return JSON.stringify(input).includes(`"${id}"`);
}
