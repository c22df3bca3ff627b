import { Stack, Token } from 'aws-cdk-lib';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { TritonModel } from '../model';
import { Finding, error } from '../findings/finding';

/** Model data that SageMaker would not find: it has to lie in the endpoint's region (API reference, ContainerDefinition). */
export function dataRegionFindings(stack: Stack, models: TritonModel[]): Finding[] {
  return models.flatMap(({ files }) =>
    files?._location ? bucketRegionFindings(stack, files._location.bucket, 'files') : [],
  );
}

/** A bucket in another region. What is only known at deploy time is not checked. */
export function bucketRegionFindings({ region }: Stack, bucket: IBucket, field: string): Finding[] {
  const its = bucket.env.region;
  if (its === region || Token.isUnresolved(its) || Token.isUnresolved(region)) return [];
  return [error('sm.data-region', field, `got a bucket in ${its}; allowed: one in ${region}, the endpoint's region`)];
}
