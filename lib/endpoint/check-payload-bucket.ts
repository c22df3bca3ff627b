import { Duration, Token } from 'aws-cdk-lib';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { error, Finding } from '../findings/finding';
import { durationWithin } from '../findings/ranges';

type Rule = Pick<Finding, 'ruleId' | 'field'>;

/** The whole URI may have 512 characters, of which a bucket's name takes up to 63 and `s3:///` 6, and what follows the prefix the rest. */
export function checkPrefix(prefix: string | undefined, { ruleId, field }: Rule, following = 0): Finding[] {
  if (prefix === undefined || Token.isUnresolved(prefix)) return [];
  const longest = 443 - following;
  if (/^[^/*?]([^*?]*[^/*?])?$/.test(prefix) && prefix.length <= longest) return [];
  const message = `got '${prefix}'; allowed: 1 to ${longest} characters, none of them * or ?, without a / at the ends`;
  return [error(ruleId, field, message)];
}

/**
 * Only a bucket that the endpoint creates gets lifecycle rules.
 *
 * @param bucket the user's, if there is one
 * @param bucketProperty the property that it was given as
 */
export function checkExpiration(
  expiration: Duration | undefined,
  rule: Rule,
  bucket: IBucket | undefined,
  bucketProperty = 'bucket',
): Finding[] {
  if (!expiration || !bucket) return durationWithin(expiration, { ...rule, minimum: 1 }, 'days');
  const message = `got a value together with ${bucketProperty}; allowed: lifecycle rules on that bucket`;
  return [error(rule.ruleId, rule.field, message)];
}
