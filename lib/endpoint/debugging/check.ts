import { Stack } from 'aws-cdk-lib';
import { Finding, warning, within } from '../../findings/finding';
import { checkExpiration, checkPrefix } from '../check-payload-bucket';
import { Endpoint } from '../endpoint';
import { EndpointPurpose } from '../endpoint-purpose';
import { checkBucketRegion } from '../models/check-data-region';
import { CoreDumpOptions } from './options';

/** A prefix of core dumps is followed by the name of a variant, of up to 63 characters, and a slash. */
const LONGEST_VARIANT = 64;

type Debugged = Pick<Endpoint, 'variants' | 'shadowVariants' | 'coreDumps' | 'networkIsolation' | 'purpose'>;

/** What is wrong with the access to the containers, and with their core dumps. */
export function checkDebugging(stack: Stack, endpoint: Debugged): Finding[] {
  const { variants, shadowVariants, coreDumps } = endpoint;
  const reachable = [...variants, ...shadowVariants].filter(({ ssmAccess }) => ssmAccess);
  return [
    ...reachable.flatMap(({ path }) => within(path, checkAccess(endpoint))),
    ...(coreDumps ? within('coreDumps', checkCoreDumps(stack, coreDumps)) : []),
  ];
}

/** SageMaker developer guide, "Access containers through SSM" (read 2026-11-22). */
function checkAccess({ networkIsolation, purpose }: Debugged): Finding[] {
  const found = (message: string): Finding => warning('sm.ssm-access', 'ssmAccess', message);
  return [
    ...(networkIsolation
      ? [
          found(
            'got true with networkIsolation; Systems Manager cannot start a session in a container without a network',
          ),
        ]
      : []),
    ...(purpose === EndpointPurpose.PRODUCTION
      ? [
          found(
            'got true on an endpoint for production; AWS recommends it for development and tests only: it may slow down the endpoint, ' +
              'and SageMaker installs security patches and replaces faulty instances up to a day later. Set this option only while you debug',
          ),
        ]
      : []),
  ];
}

/** What SageMaker or S3 would reject of core dumps (API model of SageMaker in botocore 1.44.5). */
function checkCoreDumps(stack: Stack, { bucket, prefix, expiration }: CoreDumpOptions): Finding[] {
  return [
    ...checkPrefix(prefix, { ruleId: 'sm.core-dumps', field: 'prefix' }, LONGEST_VARIANT),
    ...(bucket ? checkBucketRegion(stack, bucket, 'bucket') : []),
    ...checkExpiration(expiration, { ruleId: 'sm.core-dumps', field: 'expiration' }, bucket),
  ];
}
