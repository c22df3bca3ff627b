import { Stack } from 'aws-cdk-lib';
import { Finding, warning, prefixFields } from '../../findings/finding';
import { checkExpiration, checkPrefix } from '../check-payload-bucket';
import { Endpoint } from '../endpoint';
import { EndpointPurpose } from '../endpoint-purpose';
import { checkBucketRegion } from '../check-region';
import { CoreDumpOptions } from './options';

/** Characters after the prefix of core dumps: a slash, and the name of a variant with up to 63 characters. */
const MAX_SUFFIX_LENGTH = 64;

type DebuggedEndpoint = Pick<Endpoint, 'variants' | 'shadowVariants' | 'coreDumps' | 'networkIsolation' | 'purpose'>;

/** Checks the access to the containers, and their core dumps. */
export function checkDebugging(stack: Stack, endpoint: DebuggedEndpoint): Finding[] {
  const { variants, shadowVariants, coreDumps } = endpoint;
  const variantsWithAccess = [...variants, ...shadowVariants].filter(({ ssmAccess }) => ssmAccess);
  return [
    ...variantsWithAccess.flatMap(({ path }) => prefixFields(path, checkAccess(endpoint))),
    ...(coreDumps ? prefixFields('coreDumps', checkCoreDumps(stack, coreDumps)) : []),
  ];
}

/** SageMaker developer guide, "Access containers through SSM" (read 2026-11-22). */
function checkAccess({ networkIsolation, purpose }: DebuggedEndpoint): Finding[] {
  const accessWarning = (message: string): Finding => warning('sm.ssm-access', 'ssmAccess', message);
  return [
    ...(networkIsolation
      ? [
          accessWarning(
            'got true with networkIsolation; Systems Manager cannot start a session in a container without a network',
          ),
        ]
      : []),
    ...(purpose === EndpointPurpose.PRODUCTION
      ? [
          accessWarning(
            'got true on an endpoint for production; AWS recommends it for development and tests only: it may slow down the endpoint, ' +
              'and SageMaker installs security patches and replaces faulty instances up to a day later. Set this option only while you debug',
          ),
        ]
      : []),
  ];
}

/** Checks the options of core dumps (API model of SageMaker in botocore 1.44.5). */
function checkCoreDumps(stack: Stack, { bucket, prefix, expiration }: CoreDumpOptions): Finding[] {
  return [
    ...checkPrefix(prefix, { ruleId: 'sm.core-dumps', field: 'prefix' }, MAX_SUFFIX_LENGTH),
    ...(bucket ? checkBucketRegion(stack, bucket, 'bucket') : []),
    ...checkExpiration(expiration, { ruleId: 'sm.core-dumps', field: 'expiration' }, bucket),
  ];
}
