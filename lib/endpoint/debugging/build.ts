import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { Endpoint, Variant } from '../endpoint';
import { createPayloadBucket, USE_KEY_TO_WRITE, useKey } from '../payload-bucket';
import { CoreDumpOptions } from './options';

/** What an endpoint needs so that its containers can be debugged. */
export interface Debugging {
  readonly statements: PolicyStatement[];
  /** Completes a variant at its place in the configuration. */
  configure(config: CfnEndpointConfig, place: string, variant: Variant): void;
}

/** Makes the bucket for core dumps, unless one is given. */
export function buildDebugging(scope: Construct, endpoint: Endpoint): Debugging {
  const { coreDumps, variants, shadowVariants } = endpoint;
  const dumps = coreDumps && buildCoreDumps(scope, coreDumps);
  const reachable = [...variants, ...shadowVariants].some(({ ssmAccess }) => ssmAccess);
  return {
    statements: [...(dumps?.statements ?? []), ...(reachable ? [openSessions()] : [])],
    configure: (config, place, { variantName }) => {
      // Not a property of the L1 of the oldest aws-cdk-lib.
      if (dumps) config.addPropertyOverride(`${place}.CoreDumpConfig`, dumps.configOf(variantName));
    },
  };
}

/** The policy in the SageMaker developer guide, "Access containers through SSM" (read 2026-11-22). The actions support no resource. */
function openSessions(): PolicyStatement {
  return new PolicyStatement({
    actions: ['CreateControlChannel', 'CreateDataChannel', 'OpenControlChannel', 'OpenDataChannel'].map(
      (action) => `ssmmessages:${action}`,
    ),
    resources: ['*'],
  });
}

/**
 * AWS documents the key, of which SageMaker needs kms:Encrypt, and not what the role needs to write: it is what S3 requires for objects of
 * any size (SageMaker API reference, ProductionVariantCoreDumpConfig; read 2026-11-22).
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
      ...useKey(key, ['kms:Encrypt', ...USE_KEY_TO_WRITE]),
    ],
  };
}

function createBucket(scope: Construct, { encryptionKey, expiration }: CoreDumpOptions): Bucket {
  return createPayloadBucket(scope, 'CoreDumps', {
    encryptionKey,
    lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1), expiration }],
  });
}
