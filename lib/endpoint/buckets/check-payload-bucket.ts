import { Duration } from 'aws-cdk-lib';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { error, Finding } from '../../findings/finding';
import { checkDurationRange } from '../../findings/ranges';
import { isUnresolved } from '../../findings/is-unresolved';

type Rule = Pick<Finding, 'ruleId' | 'field'>;

/**
 * Checks a prefix in a bucket for requests and responses. The prefix may have 443 characters: the URI may have 512 characters, minus up
 * to 63 for the name of the bucket, and minus 6 for `s3://` and the next `/`. The prefix is also part of permissions, in which `*` and `?` are
 * wildcards, and `${` begins a variable (IAM user guide, policy elements: variables and tags).
 */
export function checkPrefix(prefix: string | undefined, { ruleId, field }: Rule): Finding[] {
  if (prefix === undefined || isUnresolved(prefix)) return [];
  const isValid = /^[^/*?]([^*?]*[^/*?])?$/.test(prefix) && !prefix.includes('${') && prefix.length <= 443;
  if (isValid) return [];
  const message = `got '${prefix}'; allowed: 1 to 443 characters, without *, ? or \${, without a / at the ends`;
  return [error(ruleId, field, message)];
}

/**
 * Checks the expiration of objects, which applies only to a bucket that the endpoint creates.
 *
 * @param bucket bucket that the user provides, if any
 * @param bucketProperty property that sets the bucket
 */
export function checkExpiration(
  expiration: Duration | undefined,
  rule: Rule,
  bucket: IBucket | undefined,
  bucketProperty = 'bucket',
): Finding[] {
  if (!expiration || !bucket) return checkDurationRange(expiration, { ...rule, minimum: 1 }, 'days');
  const message = `got a value together with ${bucketProperty}; allowed: lifecycle rules on that bucket`;
  return [error(rule.ruleId, rule.field, message)];
}
