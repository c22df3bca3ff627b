import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { Endpoint, Variant } from '../endpoint';
import { createPayloadBucket, WRITER_KEY_ACTIONS, keyPermissions } from '../payload-bucket';
import { CoreDumpOptions } from './options';

/** Configuration and permissions for debugging the containers of an endpoint. */
export interface Debugging {
  readonly statements: PolicyStatement[];
  /** Adds core dumps to a variant in the endpoint configuration. */
  configure(config: CfnEndpointConfig, path: string, variant: Variant): void;
}

/** Creates the bucket for core dumps, unless the user provides one. */
export function buildDebugging(scope: Construct, endpoint: Endpoint): Debugging {
  const { coreDumps, variants, shadowVariants } = endpoint;
  const dumps = coreDumps && buildCoreDumps(scope, coreDumps);
  const allowsSessions = [...variants, ...shadowVariants].some(({ ssmAccess }) => ssmAccess);
  return {
    statements: [...(dumps?.statements ?? []), ...(allowsSessions ? [sessionPermission()] : [])],
    configure: (config, path, { variantName }) => {
      // The L1 construct of the oldest supported aws-cdk-lib lacks this property.
      if (dumps) config.addPropertyOverride(`${path}.CoreDumpConfig`, dumps.configOf(variantName));
    },
  };
}

/**
 * The permission that a session requires (SageMaker developer guide, "Access containers through SSM", read 2026-11-22). The actions do not
 * support resource-level permissions.
 */
export function sessionPermission(): PolicyStatement {
  return new PolicyStatement({
    actions: ['CreateControlChannel', 'CreateDataChannel', 'OpenControlChannel', 'OpenDataChannel'].map(
      (action) => `ssmmessages:${action}`,
    ),
    resources: ['*'],
  });
}

/**
 * AWS documents that SageMaker requires kms:Encrypt for the key, but not the permissions for writing. The permissions here are those that S3
 * requires for objects of any size (SageMaker API reference, ProductionVariantCoreDumpConfig; read 2026-11-22).
 */
function buildCoreDumps(scope: Construct, options: CoreDumpOptions) {
  const { prefix = 'core-dumps' } = options;
  const bucket = options.bucket ?? createBucket(scope, options);
  const key = options.encryptionKey ?? bucket.encryptionKey;
  return {
    configOf: (variantName: string) => ({
      DestinationS3Uri: bucket.s3UrlForObject(`${prefix}/${variantName}`),
      KmsKeyId: key?.keyArn,
    }),
    statements: [
      new PolicyStatement({
        actions: ['s3:PutObject', 's3:AbortMultipartUpload'],
        resources: [bucket.arnForObjects(`${prefix}/*`)],
      }),
      ...keyPermissions(key, ['kms:Encrypt', ...WRITER_KEY_ACTIONS]),
    ],
  };
}

function createBucket(scope: Construct, { encryptionKey, expiration }: CoreDumpOptions): Bucket {
  return createPayloadBucket(scope, 'CoreDumps', {
    encryptionKey,
    lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1), expiration }],
  });
}
