import { AwsError } from '../call';
import type { World } from '../world';
import { etagOf } from './object-etag';

type Input = Record<string, unknown>;

/** An object that DeleteObjects names. */
interface Named {
  readonly Key: string;
  readonly ETag?: string;
}

/** Rejects a write or a read whose condition the object at the key does not meet. */
export function requireCondition({ IfMatch, IfNoneMatch }: Input, found: Buffer | undefined): void {
  if (IfNoneMatch !== undefined && IfNoneMatch !== '*')
    throw new AwsError('NotImplemented', 'A header you provided implies functionality that is not implemented', 501);
  if (IfNoneMatch !== undefined && found) throw preconditionFailed();
  if (IfMatch === undefined) return;
  if (!found) throw new AwsError('NoSuchKey', 'The specified key does not exist.', 404);
  if (IfMatch !== etagOf(found)) throw preconditionFailed();
}

/** Deletes the named objects whose conditions are met. An object without a condition need not be there. */
export function deleteObjects(world: Pick<World, 'assumes'>, objects: Map<string, Buffer>, input: Input): object {
  const { Objects } = input.Delete as { Objects: Named[] };
  const Errors: object[] = [];
  for (const { Key, ETag } of Objects) {
    const found = objects.get(Key);
    if (ETag !== undefined && !found && world.assumes('s3.deleting-many-reports-those-that-are-gone'))
      Errors.push({ Key, Code: 'NoSuchKey', Message: 'The specified key does not exist.' });
    if (ETag === undefined || (found && etagOf(found) === ETag)) objects.delete(Key);
    else if (found) Errors.push({ Key, Code: 'PreconditionFailed', Message: preconditionFailed().message });
  }
  return { Errors };
}

function preconditionFailed(): AwsError {
  return new AwsError('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', 412);
}
