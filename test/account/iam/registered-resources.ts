import { digestOf, type PolicyDocument } from './documents';

/** Values of condition keys. */
export type Context = Readonly<Record<string, string | string[]>>;

/** Data about a resource that IAM needs. The simulated service of the resource registers it, and removes it with the resource. */
export interface RegisteredResource {
  /** The resource-based policy of a bucket, key or function. */
  readonly policy?: PolicyDocument;
  /** For a bucket with SSE-KMS as its default encryption: the ARN of the KMS key. */
  readonly kmsKeyArn?: string;
  /** Whether the bucket has an S3 Bucket Key. The encryption context is then the ARN of the bucket instead of the ARN of the object. */
  readonly hasBucketKey?: boolean;
  /** Condition keys that describe the resource, such as `ec2:Subnet` of a network interface. */
  readonly context?: Context;
}

/** Data about resources, by their ARNs. */
export class RegisteredResources {
  private readonly byArn = new Map<string, RegisteredResource & { readonly digest: string }>();
  private readonly owners = new Map<string, string>();

  /** Registers data, in addition to the data that is already registered for the resource. */
  set(arn: string, resource: RegisteredResource): void {
    const merged = { ...this.byArn.get(arn), ...resource };
    this.byArn.set(arn, { ...merged, digest: digestOf(merged.policy) });
  }

  delete(arn: string): void {
    this.byArn.delete(arn);
  }

  /**
   * Registers a resource that a different account shares with this account (AWS RAM). Requests contain only the ID of the resource, not its
   * owner.
   */
  share(localArn: string, ownersArn: string, resource: RegisteredResource): void {
    this.owners.set(localArn, ownersArn);
    this.set(ownersArn, resource);
  }

  /** Returns the ARN with the account of the owner if the resource is shared, and otherwise the ARN itself. */
  toOwnersArn(arn: string): string {
    return this.owners.get(arn) ?? arn;
  }

  get(arn: string): (RegisteredResource & { readonly digest: string }) | undefined {
    return this.byArn.get(arn);
  }

  /**
   * The resource whose policy applies: the bucket for an object, the function for a version or alias, and otherwise the resource itself.
   */
  policyOwnerOf(arn: string): (RegisteredResource & { readonly digest: string }) | undefined {
    if (arn.startsWith('arn:aws:s3:::')) return this.get(arn.split('/')[0]);
    return this.get(arn) ?? this.get(/^arn:aws:lambda:[^:]+:\d+:function:[^:]+/.exec(arn)?.[0] ?? arn);
  }
}
