import { Stack, Token } from 'aws-cdk-lib';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { TritonModel } from '../../model';
import { Finding, error } from '../../findings/finding';

/** Model data that SageMaker would not find: it has to lie in the endpoint's region (API reference, ContainerDefinition). */
export function checkDataRegion(stack: Stack, models: TritonModel[]): Finding[] {
  return models.flatMap(({ files }) =>
    files?._location ? checkBucketRegion(stack, files._location.bucket, 'files') : [],
  );
}

/** A bucket in another region. What is only known at deploy time is not checked. */
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
