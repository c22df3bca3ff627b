import { describeAwsError } from '../aws-error';

/** Replaces the message of an SDK error with a readable message. */
export async function withReadableErrors<T>(response: Promise<T>): Promise<T> {
  return response.catch((error: unknown) => {
    throw new Error(describeAwsError(error), { cause: error });
  });
}
