import { isDeepStrictEqual } from 'node:util';
import { ResourceSchema } from './resource-schema';
import { Properties } from './template';

/** What a change of properties does to a resource, by CloudFormation's schema of its type. */
export function impactOf(type: string, before: Properties, after: Properties): 'none' | 'update' | 'replace' {
  if (isDeepStrictEqual(before, after)) return 'none';
  if (type.startsWith('Custom::')) {
    if (before.ServiceToken !== after.ServiceToken) throw new Error('Modifying service token is not allowed.');
    return 'update';
  }
  // Their updates are not supported, and fail.
  if (type.startsWith('AWS::CloudFormation::WaitCondition')) return 'update';
  const schema = ResourceSchema.of(type);
  const undecided = schema.undecided(before, after);
  if (undecided.length > 0)
    throw new Error(`${type}: ${undecided.join(', ')} may replace it, and the account does not know when`);
  return schema.impactOf(before, after);
}
