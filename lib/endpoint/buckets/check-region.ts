import { Stack, Token } from 'aws-cdk-lib';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { error, Finding } from '../../findings/finding';
import { TritonModel } from '../../model';
import { Endpoint } from '../resolved/endpoint';

/** Checks that model data is in the endpoint's Region (API reference, ContainerDefinition). */
export function checkDataRegion(stack: Stack, models: TritonModel[]): Finding[] {
  return models.flatMap(({ files }) =>
    files?._location ? checkBucketRegion(stack, files._location.bucket, 'files') : [],
  );
}

/** Checks that a bucket is in the endpoint's Region. Regions that are known only at deployment are not checked. */
export function checkBucketRegion({ region }: Stack, bucket: IBucket, field: string): Finding[] {
  const { region: bucketRegion } = bucket.env;
  if (bucketRegion === region || Token.isUnresolved(bucketRegion) || Token.isUnresolved(region)) return [];
  return [
    error(
      'sm.data-region',
      field,
      `got a bucket in ${bucketRegion}; allowed: a bucket in ${region}, the endpoint's Region`,
    ),
  ];
}

/**
 * Checks that keys are in the Region in which they are used. KMS keys, including multi-Region keys, can be used only in their own Region
 * (KMS developer guide, "AWS KMS keys", read 2026-11-23). Regions that are known only at deployment are not checked.
 */
export function checkKeyRegions({ region }: Stack, endpoint: Endpoint): Finding[] {
  const { encryptionKey, monitoring, dataCapture, asynchronous } = endpoint;
  const endpointUse = { region, description: "the endpoint's Region" };
  const useInBucket = (bucket?: IBucket): KeyUse =>
    bucket ? { region: bucket.env.region, description: "the bucket's Region" } : endpointUse;
  return [
    ...checkKeyRegion(encryptionKey, endpointUse, 'encryptionKey'),
    ...checkKeyRegion(monitoring.logEncryptionKey, endpointUse, 'monitoring.logEncryptionKey'),
    ...checkKeyRegion(dataCapture?.encryptionKey, useInBucket(dataCapture?.bucket), 'dataCapture.encryptionKey'),
    ...checkKeyRegion(
      asynchronous?.outputEncryptionKey,
      useInBucket(asynchronous?.outputBucket),
      'outputEncryptionKey',
    ),
  ];
}

/** The Region in which a key is used, and a description of the Region for the message. */
interface KeyUse {
  readonly region: string;
  readonly description: string;
}

function checkKeyRegion(key: IKey | undefined, { region, description }: KeyUse, field: string): Finding[] {
  const keyRegion = key?.env.region;
  if (keyRegion === undefined || keyRegion === region) return [];
  if (Token.isUnresolved(keyRegion) || Token.isUnresolved(region)) return [];
  return [error('sm.key-region', field, `got a key in ${keyRegion}; allowed: a key in ${region}, ${description}`)];
}
