import { isDeepStrictEqual } from 'node:util';
import { fullDiff, ResourceImpact } from '@aws-cdk/cloudformation-diff';
import { Properties } from './template';

/** What a change of properties does to a resource, by AWS's own specification of its type. */
export function impactOf(type: string, before: Properties, after: Properties): 'none' | 'update' | 'replace' {
  if (isDeepStrictEqual(before, after)) return 'none';
  if (type.startsWith('Custom::')) {
    if (before.ServiceToken !== after.ServiceToken) throw new Error('Modifying service token is not allowed.');
    return 'update';
  }
  // Their updates are not supported, and fail.
  if (type.startsWith('AWS::CloudFormation::WaitCondition')) return 'update';
  const templateOf = (Properties: Properties): object => ({ Resources: { Changed: { Type: type, Properties } } });
  const difference = fullDiff(templateOf(before), templateOf(after)).resources.get('Changed');
  switch (difference.changeImpact) {
    case ResourceImpact.NO_CHANGE:
      return 'none';
    case ResourceImpact.WILL_UPDATE:
      return 'update';
    case ResourceImpact.WILL_REPLACE:
      return 'replace';
    default:
      throw new Error(`${type}: ${difference.changeImpact}, and the account does not know when`);
  }
}
