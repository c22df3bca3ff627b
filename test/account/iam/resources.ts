import { digestOf, type PolicyDocument } from './documents';

/** Values of condition keys. */
export type Context = Readonly<Record<string, string | string[]>>;

/** What authorization has to know of a resource. Its service registers it, and removes it with the resource. */
export interface ProtectedResource {
  /** Policy of a bucket, key or function. */
  readonly policy?: PolicyDocument;
  /** Of a bucket with SSE-KMS as its default encryption: the key's ARN. */
  readonly kmsKeyArn?: string;
  /** Of a bucket with a bucket key: the encryption context is the bucket instead of the object. */
  readonly bucketKey?: boolean;
  /** Condition keys that describe the resource, such as `ec2:Subnet` of a network interface. */
  readonly context?: Context;
}

/** Resources with a policy, a key or attributes of their own, by ARN. */
export class ProtectedResources {
  private readonly byArn = new Map<string, ProtectedResource & { readonly digest: string }>();
  private readonly owners = new Map<string, string>();

  /** Adds to what is known of a resource. */
  set(arn: string, resource: ProtectedResource): void {
    const known = { ...this.byArn.get(arn), ...resource };
    this.byArn.set(arn, { ...known, digest: digestOf(known.policy) });
  }

  delete(arn: string): void {
    this.byArn.delete(arn);
  }

  /** Registers a resource of another account, which shares it with this one (AWS RAM). Requests name it by its id alone. */
  share(arnHere: string, ownersArn: string, resource: ProtectedResource): void {
    this.owners.set(arnHere, ownersArn);
    this.set(ownersArn, resource);
  }

  /** The ARN of a resource, with the account that owns it. */
  owned(arn: string): string {
    return this.owners.get(arn) ?? arn;
  }

  get(arn: string): (ProtectedResource & { readonly digest: string }) | undefined {
    return this.byArn.get(arn);
  }

  /** The resource whose policy is judged: of an object, its bucket; of a version or alias, its function. */
  owner(arn: string): (ProtectedResource & { readonly digest: string }) | undefined {
    if (arn.startsWith('arn:aws:s3:::')) return this.get(arn.split('/')[0]);
    return this.get(arn) ?? this.get(/^arn:aws:lambda:[^:]+:\d+:function:[^:]+/.exec(arn)?.[0] ?? arn);
  }
}
