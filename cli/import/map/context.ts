import { shellWord } from '../../output/shell-word';
import { call, Expression, SCOPE, struct, text, variable } from '../code/expression';
import { NotCarriedOver } from '../not-carried-over';

/** A local variable of the generated code. */
export interface Variable {
  readonly name: string;
  readonly value: Expression;
}

/** Collects what the parts of the app have in common: the existing resources, and the settings that the app does not reproduce. */
export class Context {
  public readonly notes: NotCarriedOver[] = [];
  private readonly byKey = new Map<string, Variable>();

  constructor(
    public readonly endpointName: string,
    public readonly account: string,
    public readonly region: string,
    public readonly partition: string,
  ) {}

  public get variables(): Variable[] {
    return [...this.byKey.values()];
  }

  public bucket(name: string, id = 'ModelBucket'): Expression {
    return this.existing(`bucket ${name}`, id, (scopeAndId) =>
      call('Bucket.fromBucketName', [...scopeAndId, text(name)]),
    );
  }

  public role(arn: string): Expression {
    return this.existing(arn, 'Role', (scopeAndId) => call('Role.fromRoleArn', [...scopeAndId, text(arn)]));
  }

  public topic(arn: string, id: string): Expression {
    return this.existing(arn, id, (scopeAndId) => call('Topic.fromTopicArn', [...scopeAndId, text(arn)]));
  }

  public function(arn: string): Expression {
    return this.existing(arn, 'Credentials', (scopeAndId) =>
      call('Function.fromFunctionArn', [...scopeAndId, text(arn)]),
    );
  }

  /** A key. SageMaker also accepts the ID of a key, for which the ARN is completed. */
  public key(idOrArn: string): Expression {
    const { partition, region, account } = this;
    const resource = idOrArn.startsWith('alias/') ? idOrArn : `key/${idOrArn}`;
    const arn = idOrArn.startsWith('arn:') ? idOrArn : `arn:${partition}:kms:${region}:${account}:${resource}`;
    if (arn.includes(':alias/'))
      this.notes.push({
        setting: 'key of an alias (KmsKeyId)',
        value: idOrArn,
        why: 'the app grants permissions on the key, and policies of IAM do not apply to the ARN of an alias',
        advice: `replace the ARN in \`Key.fromKeyArn\` with that of the key, which 'aws kms describe-key --key-id ${shellWord(arn)}' returns`,
      });
    return this.existing(arn, 'Key', (scopeAndId) => call('Key.fromKeyArn', [...scopeAndId, text(arn)]));
  }

  public securityGroup(groupId: string): Expression {
    return this.existing(groupId, 'SecurityGroup', (scopeAndId) =>
      call('SecurityGroup.fromSecurityGroupId', [...scopeAndId, text(groupId)]),
    );
  }

  public subnet(subnetId: string, availabilityZone: string): Expression {
    return this.existing(subnetId, 'Subnet', (scopeAndId) =>
      call('Subnet.fromSubnetAttributes', scopeAndId, {
        subnetId: text(subnetId),
        availabilityZone: text(availabilityZone),
      }),
    );
  }

  public vpc(vpcId: string, availabilityZones: Expression): Expression {
    return this.existing(vpcId, 'Vpc', (scopeAndId) =>
      call('Vpc.fromVpcAttributes', scopeAndId, { vpcId: text(vpcId), availabilityZones }),
    );
  }

  /** A variable for an expression that several places of the code use. */
  public shared(key: string, name: string, value: Expression): Expression {
    const existing = this.byKey.get(key);
    if (existing) return variable(existing.name);
    const unique = this.uniqueName(name);
    this.byKey.set(key, { name: unique, value });
    return variable(unique);
  }

  /** An existing resource, which the code refers to with a construct. A second resource of the same kind has a number in its ID. */
  private existing(key: string, id: string, refer: (scopeAndId: Expression[]) => Expression): Expression {
    const existing = this.byKey.get(key);
    if (existing) return variable(existing.name);
    const name = this.uniqueName(id[0].toLowerCase() + id.slice(1));
    const uniqueId = name[0].toUpperCase() + name.slice(1);
    return this.shared(key, name, refer([SCOPE, text(uniqueId)]));
  }

  private uniqueName(name: string): string {
    const taken = new Set(this.variables.map((each) => each.name));
    for (let index = 1; ; index++) {
      const candidate = index === 1 ? name : `${name}${index}`;
      if (!taken.has(candidate)) return candidate;
    }
  }
}

/** Bucket and key of an S3 URI, without a slash before the key. Undefined if the text is not an S3 URI. */
export function parseS3Uri(uri: string): { bucket: string; key: string } | undefined {
  const [, bucket, key] = /^(?:s3:\/\/|https:\/\/s3[\w.-]*\.amazonaws\.com(?:\.cn)?\/)([^/]+)\/?(.*)$/s.exec(uri) ?? [];
  return bucket === undefined ? undefined : { bucket, key };
}

/** `VpcSubnets` of the library. */
export const subnetSelection = (subnets: Expression): Expression => struct('SubnetSelection', { subnets });
