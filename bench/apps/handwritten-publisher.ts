import * as fs from 'fs';
import * as path from 'path';
import { CustomResource, Duration, RemovalPolicy, Stack, Stage } from 'aws-cdk-lib';
import { CfnPolicy, Policy, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { Construct } from 'constructs';
import { StackFunction } from './handwritten-functions';

const ARCHIVE = 'model.tar.gz';

/** A published archive. */
export interface PublishedArchive {
  readonly url: string;
  readonly publication: CustomResource;
}

/** Copies archives to a bucket of the stack, with a prefix for each version of an endpoint. */
export class Publisher extends StackFunction {
  private readonly bucket: Bucket;

  constructor(stack: Stack, id: string, assetBucket: string) {
    super(stack, id, 'publish-model', {
      description: 'Puts the files of models under prefixes that SageMaker reads',
      memorySize: 1024,
    });
    this.allowAssets(assetBucket, '*');
    this.bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.DESTROY,
      lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1) }],
    });
    const prefix = `${stack.stackName}/`;
    const principals = [this.role];
    this.bucket.addToResourcePolicy(
      new PolicyStatement({
        principals,
        actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload'],
        resources: [this.bucket.arnForObjects(`${prefix}*`)],
      }),
    );
    this.bucket.addToResourcePolicy(this.listStatement(prefix, principals));
  }

  /** Permissions for SageMaker to read all versions of an endpoint's archive. */
  public readStatements(endpointName: string): PolicyStatement[] {
    const prefix = this.prefixOf(endpointName);
    return [
      new PolicyStatement({ actions: ['s3:GetObject'], resources: [this.bucket.arnForObjects(`${prefix}*`)] }),
      this.listStatement(prefix),
    ];
  }

  /** @param reader policy that allows SageMaker to read the archive. The function waits until the policy is effective */
  public publish(scope: Construct, endpointName: string, archive: Asset, reader: Policy): PublishedArchive {
    const manifest = this.manifestOf(scope, endpointName, archive);
    const prefix = `${this.prefixOf(endpointName)}${archive.assetHash}/`;
    const publication = new CustomResource(scope, 'Publication', {
      resourceType: 'Custom::TritonModelPublication',
      serviceToken: this.handler.functionArn,
      serviceTimeout: Duration.minutes(15),
      properties: {
        SourceBucket: manifest.s3BucketName,
        ManifestKey: manifest.s3ObjectKey,
        Bucket: this.bucket.bucketName,
        Prefix: prefix,
        Reader: (reader.node.defaultChild as CfnPolicy).logicalId,
      },
    });
    publication.node.addDependency(this.bucket.policy ?? this.bucket, reader);
    return { url: this.bucket.s3UrlForObject(`${prefix}${ARCHIVE}`), publication };
  }

  /** Creates the manifest for the function. It is a separate asset, because it contains the key of the archive. */
  private manifestOf(scope: Construct, endpointName: string, archive: Asset): Asset {
    const file = path.join(Stage.of(this)?.assetOutdir ?? '.', `${endpointName}.publication.json`);
    fs.writeFileSync(file, JSON.stringify({ copies: [{ path: ARCHIVE, key: archive.s3ObjectKey }], texts: [] }));
    return new Asset(scope, 'Manifest', { path: file });
  }

  private prefixOf(endpointName: string): string {
    return `${Stack.of(this).stackName}/${endpointName}/`;
  }

  private listStatement(prefix: string, principals?: Role[]): PolicyStatement {
    return new PolicyStatement({
      principals,
      actions: ['s3:ListBucket'],
      resources: [this.bucket.bucketArn],
      conditions: { StringLike: { 's3:prefix': `${prefix}*` } },
    });
  }
}
