import { CustomResource, Duration, FileAssetLocation, RemovalPolicy, Stack, Token } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Function } from 'aws-cdk-lib/aws-lambda';
import { BlockPublicAccess, Bucket, BucketEncryption, IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledgeWildcards } from '../platform/acknowledge';
import { FunctionPolicy } from '../platform/function-policy';
import { FUNCTIONS, WILDCARDS } from '../platform/nag-reasons';
import { createLibraryFunction } from '../platform/library-function';
import { stackSingleton } from '../platform/stack-singleton';
import { keepObjects } from './kept-objects';
import { PublicationProperties } from './publication-manifest';

const ID = 'TritonModelPublisher';

/** Where a manifest lies. */
export type ManifestLocation = Pick<FileAssetLocation, 'bucketName' | 'objectKey'>;

/** What is to be published. */
export interface PublicationProps {
  /** The asset with the manifest. */
  readonly manifest: ManifestLocation;
  /** Where to. */
  readonly bucket: IBucket;
  /** Prefix inside the bucket, with its `/`. */
  readonly prefix: string;
  /** Names what is declared, for a prefix that others write to as well. */
  readonly declaration?: string;
  /** Where engines that it copies are, in the same bucket. */
  readonly enginePrefix?: string;
  readonly retainedVersions: number;
}

/** Publishes models inside a stack's deployment: one function, and one bucket unless users bring theirs, for all of the stack. */
export class ModelPublisher extends Construct {
  /** The stack's publisher. */
  public static of(scope: Construct): ModelPublisher {
    return stackSingleton(scope, ID, (stack) => new ModelPublisher(stack));
  }

  private readonly policy: FunctionPolicy;
  private readonly handler: Function;
  private readonly allowed = new Set<IBucket>();
  private readonly withEngines = new Set<IBucket>();

  private constructor(stack: Stack) {
    super(stack, ID);
    const { handler, policy } = createLibraryFunction(this, {
      handler: 'publish-model',
      description: 'Puts the files of models under prefixes that SageMaker reads',
      timeout: Duration.minutes(15),
      memorySize: 1024,
      reasons: FUNCTIONS.publisher,
    });
    this.handler = handler;
    this.policy = policy;
    policy.addStatements(
      new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [stack.stackId] }),
    );
  }

  /** The stack's own bucket. Removed with the stack, when the publications have removed their prefixes. */
  public get ownBucket(): IBucket {
    return (
      (this.node.tryFindChild('Bucket') as Bucket | undefined) ?? this.createBucket('Bucket', RemovalPolicy.DESTROY)
    );
  }

  /** The bucket of the stack's open prefixes. It stays when the stack is removed: others have put models there. */
  public get openBucket(): IBucket {
    const id = 'OpenBucket';
    return (this.node.tryFindChild(id) as Bucket | undefined) ?? this.createBucket(id, RemovalPolicy.RETAIN);
  }

  /** Whether a bucket is one of the stack's, which no other stack uses. */
  public owns(bucket: IBucket): boolean {
    return bucket.node.scope === this;
  }

  /**
   * First part of all prefixes of the stack in a bucket: what its publisher may write there. A bucket that the stack did not make may be
   * one for stacks of the same name in other accounts and regions.
   */
  public prefixIn(bucket: IBucket): string {
    const stack = Stack.of(this);
    const nested = Token.isUnresolved(stack.stackName);
    if (this.owns(bucket)) return `${nested ? stack.node.addr : stack.stackName}/`;
    const name = nested ? `${rootOf(stack).stackName}.${stack.node.addr}` : stack.stackName;
    return `${stack.account}/${stack.region}/${name}/`;
  }

  /** Prefix of the engines in a bucket. Stacks that are given the same bucket share them; no stack's name begins with `_`. */
  public enginePrefixIn(bucket: IBucket): string {
    const { account, region } = Stack.of(this);
    return this.owns(bucket) ? `${this.prefixIn(bucket)}_engines/` : `${account}/${region}/_engines/`;
  }

  /** A publication. Others depend on it, and read nothing of it: where the files come to lie is known at synth. */
  public publish(scope: Construct, id: string, props: PublicationProps): CustomResource {
    const { manifest, bucket, prefix, declaration, enginePrefix, retainedVersions } = props;
    this.allow(manifest.bucketName, bucket);
    const properties: PublicationProperties = {
      SourceBucket: manifest.bucketName,
      ManifestKey: manifest.objectKey,
      Bucket: bucket.bucketName,
      Prefix: prefix,
      Declaration: declaration,
      EnginePrefix: enginePrefix,
      Retain: `${retainedVersions}`,
    };
    const publication = new CustomResource(scope, id, {
      resourceType: 'Custom::TritonModelPublication',
      serviceToken: this.handler.functionArn,
      serviceTimeout: Duration.minutes(15),
      properties: { ...properties },
    });
    // With its permissions, which are removed after it.
    publication.node.addDependency(this.policy.ready);
    return publication;
  }

  /** Lets publications into a bucket read its engines. In the stack's own bucket they are below the stack's prefix. */
  public allowEngines(bucket: IBucket): void {
    if (this.owns(bucket) || this.withEngines.has(bucket)) return;
    this.withEngines.add(bucket);
    const read = new PolicyStatement({
      actions: ['s3:GetObject'],
      resources: [bucket.arnForObjects(`${this.enginePrefixIn(bucket)}*`)],
    });
    this.policy.addStatements(read);
    acknowledgeWildcards(this, [read], WILDCARDS.publisher);
  }

  private createBucket(id: string, removalPolicy: RemovalPolicy): Bucket {
    return new Bucket(this, id, {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy,
      lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1) }],
    });
  }

  /** The whole of the stack's prefix, so that the policy does not change with each model. */
  private allow(sourceBucket: string, bucket: IBucket): void {
    if (this.allowed.has(bucket)) return;
    this.allowed.add(bucket);
    const statements = keepObjects(Stack.of(this), sourceBucket, bucket, this.prefixIn(bucket));
    this.policy.addStatements(...statements);
    acknowledgeWildcards(this, statements, WILDCARDS.publisher);
    bucket.encryptionKey?.grant(this.policy.grantee, 'kms:Decrypt', 'kms:GenerateDataKey');
  }
}

function rootOf(stack: Stack): Stack {
  return stack.nestedStackParent ? rootOf(stack.nestedStackParent) : stack;
}
