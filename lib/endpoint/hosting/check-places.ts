import { Stack } from 'aws-cdk-lib';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { checkAccount, checkRegion, PlacedResource, ResourceUse } from '../../cdk/check-place';
import { checkAlias } from '../../cdk/keys';
import { Finding } from '../../findings/finding';
import { Endpoint } from '../resolved/endpoint';

/**
 * Checks that the resources of an endpoint are in its Region, and those that SageMaker takes only from its own account in its account.
 *
 * Sources: model data, API reference, ContainerDefinition. Keys: KMS keys, including multi-Region keys, can be used only in their own Region
 * (KMS developer guide, "AWS KMS keys", read 2026-11-23).
 */
export function checkPlaces(stack: Stack, endpoint: Endpoint): Finding[] {
  const { role, vpc, modelBucket, asynchronous, monitoring } = endpoint;
  const dashboard = { resource: monitoring.dashboard?.dashboard, field: 'monitoring.dashboard', noun: 'a dashboard' };
  const regional: PlacedResource[] = [
    dashboard,
    { resource: vpc, field: 'vpc', noun: 'a VPC' },
    { resource: modelBucket, field: 'modelBucket', noun: 'a bucket' },
    { resource: asynchronous?.inputBucket, field: 'inputBucket', noun: 'a bucket' },
    { resource: asynchronous?.outputBucket, field: 'outputBucket', noun: 'a bucket' },
    { resource: asynchronous?.successTopic, field: 'successTopic', noun: 'a topic' },
    { resource: asynchronous?.errorTopic, field: 'errorTopic', noun: 'a topic' },
  ];
  return [
    ...regional.flatMap((each) => checkRegion(stack, each)),
    ...checkKeys(stack, endpoint),
    ...checkAccount(stack, dashboard),
    ...checkAccount(stack, { resource: role, field: 'role', noun: 'a role' }),
  ];
}

function checkKeys(stack: Stack, { encryptionKey, monitoring, dataCapture, asynchronous }: Endpoint): Finding[] {
  const useIn = (bucket?: IBucket): ResourceUse | undefined =>
    bucket && { region: bucket.env.region, description: "the bucket's Region" };
  const check = (key: IKey | undefined, field: string, use?: ResourceUse): Finding[] => [
    ...checkAlias(key, field),
    ...checkRegion(stack, { resource: key, field, noun: 'a key' }, use),
  ];
  return [
    ...check(encryptionKey, 'encryptionKey'),
    ...check(monitoring.logEncryptionKey, 'monitoring.logEncryptionKey'),
    ...check(dataCapture?.encryptionKey, 'dataCapture.encryptionKey', useIn(dataCapture?.bucket)),
    ...check(asynchronous?.outputEncryptionKey, 'outputEncryptionKey', useIn(asynchronous?.outputBucket)),
  ];
}
