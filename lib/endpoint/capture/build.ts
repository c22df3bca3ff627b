import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { createPayloadBucket, keyPermissions } from '../buckets/payload-bucket';
import { DataCaptureOptions } from '../options/capture-options';

/** Configuration of data capture, and the permissions that the endpoint's role requires for it. */
export interface Capture {
  readonly config: CfnEndpointConfig.DataCaptureConfigProperty;
  readonly statements: PolicyStatement[];
}

/** Configures data capture. Creates the bucket, unless the user provides one. */
export function buildCapture(scope: Construct, options: DataCaptureOptions): Capture {
  const { encryptionKey, prefix = 'data-capture', input = true, output = true } = options;
  const bucket = options.bucket ?? createBucket(scope, options);
  return {
    config: {
      enableCapture: true,
      initialSamplingPercentage: options.samplingPercentage,
      destinationS3Uri: bucket.s3UrlForObject(prefix),
      kmsKeyId: encryptionKey?.keyArn,
      captureOptions: [...(input ? [{ captureMode: 'Input' }] : []), ...(output ? [{ captureMode: 'Output' }] : [])],
      captureContentTypeHeader: { jsonContentTypes: ['application/json'] },
    },
    statements: [
      new PolicyStatement({ actions: ['s3:PutObject'], resources: [bucket.arnForObjects(`${prefix}/*`)] }),
      ...keyPermissions(encryptionKey ?? bucket.encryptionKey),
    ],
  };
}

function createBucket(scope: Construct, { encryptionKey, expiration }: DataCaptureOptions): Bucket {
  return createPayloadBucket(scope, 'DataCapture', {
    encryptionKey,
    lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1), expiration }],
  });
}
