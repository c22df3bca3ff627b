import { createHash } from 'node:crypto';
import { AwsError } from '../call';
import type { Account } from '../account';

type Input = Record<string, unknown>;

/** An item in the input of DeleteObjects. */
interface ObjectToDelete {
  readonly Key: string;
  readonly ETag?: string;
}

/** Throws if the existing object, or its absence, does not meet the condition (If-Match or If-None-Match) of a request. */
export function requireCondition({ IfMatch, IfNoneMatch }: Input, object: Buffer | undefined): void {
  if (IfNoneMatch !== undefined && IfNoneMatch !== '*')
    throw new AwsError('NotImplemented', 'A header you provided implies functionality that is not implemented', 501);
  if (IfNoneMatch !== undefined && object) throw preconditionFailed();
  if (IfMatch === undefined) return;
  if (!object) throw new AwsError('NoSuchKey', 'The specified key does not exist.', 404);
  if (IfMatch !== etagOf(object)) throw preconditionFailed();
}

/**
 * Simulates DeleteObjects. Deletes an object if the request contains no ETag for the object, or the same ETag as the object. Without an
 * ETag in the request, the object does not need to exist.
 */
export function deleteObjects(
  account: Pick<Account, 'isSwitchedOn'>,
  objects: Map<string, Buffer>,
  input: Input,
): object {
  const { Objects } = input.Delete as { Objects: ObjectToDelete[] };
  const Errors: object[] = [];
  for (const { Key, ETag } of Objects) {
    const object = objects.get(Key);
    if (ETag !== undefined && !object && account.isSwitchedOn('s3.delete-objects-reports-missing-objects'))
      Errors.push({ Key, Code: 'NoSuchKey', Message: 'The specified key does not exist.' });
    if (ETag === undefined || (object && etagOf(object) === ETag)) objects.delete(Key);
    else if (object) Errors.push({ Key, Code: 'PreconditionFailed', Message: preconditionFailed().message });
  }
  return { Errors };
}

/** The ETag of an object or a part: the MD5 digest, as without KMS encryption (S3 user guide, "Checking object integrity"). */
export function etagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}

function preconditionFailed(): AwsError {
  return new AwsError('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', 412);
}
