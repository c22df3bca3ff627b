import { CustomResource, Duration, FileAssetLocation, Names, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, PolicyStatementProps } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct, IDependable } from 'constructs';
import { assetDecryption } from '../cdk/asset-key';
import { FUNCTION_REASONS, WILDCARD_REASONS } from '../cdk/nag-reasons';
import { LibraryFunction } from '../cdk/library-function';
import { stackSingleton } from '../cdk/stack-singleton';
import { PublicationProperties } from '../contracts/publication-manifest';
import { isUnresolved } from '../findings/is-unresolved';
import { grantKey, keyBehind } from '../cdk/keys';
import { hashOf } from '../cdk/versioned-policy';

const ID = 'TritonModelPublisher';

/** Location of a manifest, which lists the files to copy. */
export type ManifestLocation = Pick<FileAssetLocation, 'bucketName' | 'objectKey'>;

/** Properties of a publication, which is a custom resource that copies the files of a manifest to a prefix. */
export interface PublicationProps {
  /** The asset with the manifest. */
  readonly manifest: ManifestLocation;
  /** Bucket to which the files are copied. */
  readonly bucket: IBucket;
  /** Prefix in the bucket. Ends with `/`. */
  readonly prefix: string;
  /** Hash of the models of the stack. Only for an open prefix, to which other principals can also add models. */
  readonly declaration?: string;
  /** Prefix of the engines to copy, in the same bucket. */
  readonly enginePrefix?: string;
}

/** Copies the models of a stack to S3 during the deployment, with one function and, by default, one bucket. */
export class ModelPublisher extends Construct {
  /** Returns the publisher of the stack. */
  public static of(scope: Construct): ModelPublisher {
    return stackSingleton(scope, ID, (stack) => new ModelPublisher(stack));
  }

  private readonly libraryFunction: LibraryFunction;
  private readonly bucketsWithEngineAccess = new Set<IBucket>();

  private constructor(stack: Stack) {
    super(stack, ID);
    this.libraryFunction = new LibraryFunction(this, {
      handler: 'publish-model',
      description: 'Puts the files of models under prefixes that SageMaker reads',
      timeout: Duration.minutes(15),
      memorySize: 1024,
      reasons: FUNCTION_REASONS.publisher,
      wildcards: WILDCARD_REASONS.publisher,
    });
  }

  /** The bucket of the stack. The bucket is deleted with the stack, after the publications have deleted the objects under their prefixes. */
  public get ownBucket(): IBucket {
    return (
      (this.node.tryFindChild('Bucket') as Bucket | undefined) ?? this.createBucket('Bucket', RemovalPolicy.DESTROY)
    );
  }

  /** The bucket of open prefixes. The bucket is retained when the stack is deleted, because it can contain models of other principals. */
  public get openBucket(): IBucket {
    const id = 'OpenBucket';
    return (this.node.tryFindChild(id) as Bucket | undefined) ?? this.createBucket(id, RemovalPolicy.RETAIN);
  }

  /** Whether the stack created the bucket, so no other stack uses it. */
  public owns(bucket: IBucket): boolean {
    return bucket.node.scope === this;
  }

  /**
   * Returns the common prefix of all publications of the stack in a bucket. The publisher has permissions for this prefix. If the stack did not
   * create the bucket, the prefix contains account and Region, because stacks with the same name in other accounts and Regions can also use
   * the bucket.
   */
  public stackPrefixIn(bucket: IBucket): string {
    const stack = Stack.of(this);
    const isNested = isUnresolved(stack.stackName);
    if (this.owns(bucket)) return `${isNested ? stack.node.addr : stack.stackName}/`;
    const name = isNested ? `${rootStackOf(stack).stackName}.${stack.node.addr}` : stack.stackName;
    return `${stack.account}/${stack.region}/${name}/`;
  }

  /**
   * Returns the common prefix of all publications of an endpoint: `<prefix of the stack><endpoint>/`. Its role may read all of them, so a changed
   * or added model changes no permissions.
   */
  public endpointPrefixIn(bucket: IBucket, endpoint: Construct): string {
    return `${this.stackPrefixIn(bucket)}${Names.uniqueResourceName(endpoint, { maxLength: 100, separator: '-' })}/`;
  }

  /** Returns the prefix of the engines in a bucket. Stacks with the same bucket share engines. No stack name begins with `_`. */
  public enginePrefixIn(bucket: IBucket): string {
    const { account, region } = Stack.of(this);
    const parent = this.owns(bucket) ? this.stackPrefixIn(bucket) : `${account}/${region}/`;
    return `${parent}_engines${this.keySuffix(bucket)}/`;
  }

  /**
   * A suffix of prefixes that changes with the key of a bucket. Objects keep the key with which they were written, and the role may use only
   * the current key, so a new key requires new copies.
   */
  public keySuffix({ encryptionKey }: IBucket): string {
    return encryptionKey ? `-${hashOf(Stack.of(this), [keyBehind(encryptionKey).keyArn]).slice(0, 8)}` : '';
  }

  /** Creates a publication. Other resources depend on the publication, but use none of its attributes, because the location is known at synth. */
  public publish(scope: Construct, id: string, props: PublicationProps): CustomResource {
    const { manifest, bucket, prefix, declaration, enginePrefix } = props;
    const properties: PublicationProperties = {
      SourceBucket: manifest.bucketName,
      ManifestKey: manifest.objectKey,
      Bucket: bucket.bucketName,
      Prefix: prefix,
      Declaration: declaration,
      EnginePrefix: enginePrefix,
    };
    const publication = new CustomResource(scope, id, {
      resourceType: 'Custom::TritonModelPublication',
      serviceToken: this.libraryFunction.function.functionArn,
      serviceTimeout: Duration.minutes(15),
      properties: { ...properties },
    });
    // CloudFormation deletes the permissions after the publication, which requires them to delete its files.
    publication.node.addDependency(
      this.allowCopies(this.libraryFunction, manifest.bucketName, bucket, this.stackPrefixIn(bucket)),
    );
    return publication;
  }

  /**
   * Grants publications access to the engines in a bucket. In the bucket of the stack, publications already have access to the engines.
   */
  public allowEngines(bucket: IBucket): void {
    if (this.owns(bucket) || this.bucketsWithEngineAccess.has(bucket)) return;
    this.bucketsWithEngineAccess.add(bucket);
    const read = new PolicyStatement({
      actions: ['s3:GetObject'],
      resources: [bucket.arnForObjects(`${this.enginePrefixIn(bucket)}*`)],
    });
    this.libraryFunction.allowReplaceable(read);
  }

  /**
   * Allows a function to copy assets to a prefix, and to delete the copies.
   *
   * @returns the policy on which the copies must depend
   */
  public allowCopies(copier: LibraryFunction, sourceBucket: string, bucket: IBucket, prefix: string): IDependable {
    allowAssets(copier, sourceBucket);
    // The policy of a bucket of the stack contains the permissions of the publisher.
    if (this.owns(bucket) && copier === this.libraryFunction) return (bucket as Bucket).policy ?? bucket;
    grantKey(bucket.encryptionKey, copier.grantee, 'kms:Decrypt', 'kms:GenerateDataKey');
    return copier.allowReplaceable(...copyStatements(bucket, prefix).map((props) => new PolicyStatement(props)));
  }

  /** Creates a bucket, whose policy contains the permissions of the publisher, so they exist as long as the bucket. */
  private createBucket(id: string, removalPolicy: RemovalPolicy): Bucket {
    const bucket = new Bucket(this, id, {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy,
      lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1) }],
    });
    for (const props of copyStatements(bucket, this.stackPrefixIn(bucket)))
      bucket.addToResourcePolicy(new PolicyStatement({ ...props, principals: [this.libraryFunction.role] }));
    return bucket;
  }
}

/** Allows a function to read the assets of the deployment. Their keys are hashes without a common prefix. */
function allowAssets(reader: LibraryFunction, bucketName: string): void {
  const stack = Stack.of(reader.function);
  const assets = { service: 's3', region: '', account: '', resource: bucketName, resourceName: '*' };
  reader.allow(
    new PolicyStatement({ actions: ['s3:GetObject'], resources: [stack.formatArn(assets)] }),
    assetDecryption(stack, bucketName),
  );
}

/** Permissions to read, write and delete objects below a prefix. */
function copyStatements(bucket: IBucket, prefix: string): PolicyStatementProps[] {
  return [
    {
      actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload'],
      resources: [bucket.arnForObjects(`${prefix}*`)],
    },
    {
      actions: ['s3:ListBucket'],
      resources: [bucket.bucketArn],
      conditions: { StringLike: { 's3:prefix': `${prefix}*` } },
    },
  ];
}

function rootStackOf(stack: Stack): Stack {
  return stack.nestedStackParent ? rootStackOf(stack.nestedStackParent) : stack;
}
