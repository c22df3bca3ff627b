import { AwsError, Call, Service } from '../call';

type Input = Record<string, unknown>;

/** What a record service knows of one kind of thing. */
export interface Kind {
  /** The member of the input that names it. */
  readonly key: (input: Input) => string;
  /** The operations that create or overwrite, and delete. */
  readonly put: string;
  readonly remove: string;
  /** Whether a second one of the same name is refused; else it takes the first one's place. */
  readonly unique?: boolean;
}

/** A service of which only matters what is there: it keeps what was put, by kind and name. */
export class RecordService implements Service {
  public readonly records = new Map<string, Map<string, Input>>();

  constructor(
    public readonly name: string,
    private readonly kinds: Record<string, Kind>,
  ) {
    for (const kind of Object.keys(kinds)) this.records.set(kind, new Map());
  }

  public async handle({ operation, input }: Call): Promise<object> {
    for (const [name, kind] of Object.entries(this.kinds)) {
      const records = this.records.get(name) as Map<string, Input>;
      const key = kind.key(input);
      if (operation === kind.put) {
        if (kind.unique && records.has(key)) throw new AwsError('AlreadyExistsException', `${key} already exists`);
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
