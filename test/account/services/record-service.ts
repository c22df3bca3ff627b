import { AwsError, Call, Service } from '../call';

type Input = Record<string, unknown>;

/** The operations on a kind of record, such as a topic or a parameter. */
export interface RecordKind {
  /** Returns the name of a record from the input of a request. */
  readonly key: (input: Input) => string;
  /** The operation that creates or overwrites a record. */
  readonly put: string;
  /** The operation that deletes a record. */
  readonly remove: string;
}

/** A simulated service that does nothing but store the inputs of requests, by kind and name. */
export class RecordService implements Service {
  public readonly records = new Map<string, Map<string, Input>>();

  constructor(
    public readonly name: string,
    private readonly kinds: Record<string, RecordKind>,
  ) {
    for (const kind of Object.keys(kinds)) this.records.set(kind, new Map());
  }

  public async handle({ operation, input }: Call): Promise<object> {
    for (const [name, kind] of Object.entries(this.kinds)) {
      const records = this.records.get(name) as Map<string, Input>;
      const key = kind.key(input);
      if (operation === kind.put) {
        records.set(key, input);
        return {};
      }
      if (operation === kind.remove) {
        if (!records.delete(key)) throw new AwsError('ResourceNotFoundException', `${key} does not exist`, 404);
        return {};
      }
    }
    throw new Error(`${this.name} has no operation ${operation}`);
  }
}
