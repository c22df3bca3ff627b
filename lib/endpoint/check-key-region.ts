import { Stack, Token } from 'aws-cdk-lib';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { error, Finding } from '../findings/finding';
import { Endpoint } from './endpoint';

/**
 * Keys of another Region: KMS keys, multi-Region keys included, are only used in their own (KMS developer guide, "AWS KMS keys", read
 * 2026-11-23). What is only known at deploy time is not checked.
 */
export function checkKeyRegions({ region }: Stack, endpoint: Endpoint): Finding[] {
  const { encryptionKey, monitoring, dataCapture, coreDumps, asynchronous } = endpoint;
  const ofEndpoint = { region, owner: "the endpoint's Region" };
  const ofBucket = (bucket?: IBucket): Home =>
    bucket ? { region: bucket.env.region, owner: "the bucket's Region" } : ofEndpoint;
  return [
    ...checkKeyRegion(encryptionKey, ofEndpoint, 'encryptionKey'),
    ...checkKeyRegion(monitoring.logEncryptionKey, ofEndpoint, 'monitoring.logEncryptionKey'),
    ...checkKeyRegion(dataCapture?.encryptionKey, ofBucket(dataCapture?.bucket), 'dataCapture.encryptionKey'),
    ...checkKeyRegion(coreDumps?.encryptionKey, ofBucket(coreDumps?.bucket), 'coreDumps.encryptionKey'),
    ...checkKeyRegion(asynchronous?.outputEncryptionKey, ofBucket(asynchronous?.outputBucket), 'outputEncryptionKey'),
  ];
}

/** Where a key is used. */
interface Home {
  readonly region: string;
  readonly owner: string;
}

function checkKeyRegion(key: IKey | undefined, { region, owner }: Home, field: string): Finding[] {
  const keyRegion = key?.env.region;
  if (keyRegion === undefined || keyRegion === region) return [];
  if (Token.isUnresolved(keyRegion) || Token.isUnresolved(region)) return [];
  return [error('sm.key-region', field, `got a key in ${keyRegion}; allowed: a key in ${region}, ${owner}`)];
}
