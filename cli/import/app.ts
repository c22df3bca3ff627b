import { Code, CodeWriter, Properties } from '../app/code';
import { Configurations } from './configurations';
import { Description } from './description';
import { NotCarriedOver } from './not-carried-over';

/** Where the endpoint is, from its ARN. */
export interface Identity {
  readonly endpointName: string;
  readonly partition: string;
  readonly region: string;
  readonly account: string;
}

/** The app during the mapping: the existing resources that its code refers to, and what it does not reproduce. */
export class App {
  /** A copy of the description, without what was taken. */
  public readonly description: Description;
  public readonly notes: NotCarriedOver[] = [];
  /** Overrides of properties of the endpoint configuration, by their path. */
  public readonly overrides = new Map<string, unknown>();
  private readonly variables = new Map<string, Code>();
  /** The name of the variable of each value, by ID. */
  private readonly names = new Map<string, Map<Code, string>>();

  constructor(
    public readonly code: CodeWriter,
    public readonly identity: Identity,
    /** The description, which does not change. */
    public readonly original: Description,
    public readonly configurations: Configurations,
  ) {
    this.description = structuredClone(original);
  }

  /** The statements that define the variables. */
  public get definitions(): Code[] {
    return [...this.variables].map(([name, value]) => this.code.definition(name, value));
  }

  /** A variable for a value that several places of the code use. A different value with the same ID has a number. */
  public variable(id: string, toCode: (numberedId: string) => Code): Code {
    const ofId = this.names.get(id) ?? new Map<Code, string>();
    this.names.set(id, ofId);
    const value = toCode(id);
    const numberedId = ofId.size === 0 ? id : `${id}${ofId.size + 1}`;
    const name = ofId.get(value) ?? this.code.name(numberedId[0].toLowerCase() + numberedId.slice(1));
    if (!ofId.has(value)) this.variables.set(name, toCode(numberedId));
    ofId.set(value, name);
    return name;
  }

  /** An existing resource that the code refers to with a construct, such as `Bucket.fromBucketName`. */
  public existing(factory: string, id: string, texts: string[], properties?: Properties): Code {
    const { code } = this;
    return this.variable(id, (numberedId) =>
      code.call(factory, [code.scope, ...[numberedId, ...texts].map((each) => code.text(each))], properties),
    );
  }

  public bucket(name: string, id: string): Code {
    return this.existing('Bucket.fromBucketName', id, [name]);
  }

  /** A key. SageMaker also accepts the ID of a key, for which the ARN is completed. */
  public key(idOrArn: string): Code {
    const { partition, region, account } = this.identity;
    const resource = idOrArn.startsWith('alias/') ? idOrArn : `key/${idOrArn}`;
    const arn = idOrArn.startsWith('arn:') ? idOrArn : `arn:${partition}:kms:${region}:${account}:${resource}`;
    if (arn.includes(':alias/'))
      this.note('KmsKeyId', idOrArn, 'policies of IAM do not apply to an alias; in the app, use the ARN of its key');
    return this.existing('Key.fromKeyArn', 'Key', [arn]);
  }

  public note(setting: string, value: unknown, why: string): void {
    this.notes.push({ setting, value, why });
  }
}

/** A location in S3, without a slash before the key. */
export interface S3Location {
  readonly bucket: string;
  readonly key: string;
}

/** Undefined if the text is not an S3 URI. */
export function parseS3Uri(uri: unknown): S3Location | undefined {
  const pattern = /^(?:s3:\/\/|https:\/\/s3[\w.-]*\.amazonaws\.com(?:\.cn)?\/)([^/]+)\/?(.*)$/s;
  const [, bucket, key] = pattern.exec(String(uri)) ?? [];
  return bucket === undefined ? undefined : { bucket, key };
}
