import * as fs from 'fs';
import * as path from 'path';
import { CustomResource, Duration, RemovalPolicy, Stack, Stage } from 'aws-cdk-lib';
import { CfnPolicy, Policy, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { Construct } from 'constructs';
import { StackFunction } from './handwritten-functions';

/** The settings of the model. */
const MODEL_CONFIG = `backend: "pytorch"
max_batch_size: 16
input { name: "INPUT__0" data_type: TYPE_FP32 dims: 3 dims: 32 dims: 32 }
output { name: "OUTPUT__0" data_type: TYPE_FP32 dims: 10 }
`;

/** A published model repository. */
export interface PublishedModel {
  readonly url: string;
  readonly publication: CustomResource;
}

/** Copies model files to a bucket of the stack, with a prefix for each version of an endpoint. */
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

  /** Permissions for SageMaker to read all versions of an endpoint's model. */
  public readStatements(endpointName: string): PolicyStatement[] {
    const prefix = this.prefixOf(endpointName);
    return [
      new PolicyStatement({ actions: ['s3:GetObject'], resources: [this.bucket.arnForObjects(`${prefix}*`)] }),
      this.listStatement(prefix),
    ];
  }

  /** @param reader policy that allows SageMaker to read the model. The function waits until the policy is effective */
  public publish(scope: Construct, endpointName: string, model: Asset, reader: Policy): PublishedModel {
    const manifest = this.manifestOf(scope, endpointName, model);
    const prefix = `${this.prefixOf(endpointName)}${model.assetHash}/`;
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
    return { url: this.bucket.s3UrlForObject(prefix), publication };
  }

  /** Creates the manifest for the function. It is a separate asset, because it contains the key of the model file. */
  private manifestOf(scope: Construct, endpointName: string, model: Asset): Asset {
    const file = path.join(Stage.of(this)?.assetOutdir ?? '.', `${endpointName}.publication.json`);
    const copies = [{ path: `${endpointName}/1/model.pt`, key: model.s3ObjectKey }];
    const texts = [{ path: `${endpointName}/config.pbtxt`, content: `name: "${endpointName}"\n${MODEL_CONFIG}` }];
    fs.writeFileSync(file, JSON.stringify({ copies, texts }));
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
