import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { Context } from 'aws-lambda';
import { awaitPermissions } from './await-permissions';

/** What is left of the function's time for a last call. */
export const RESERVE_MILLISECONDS = 60_000;
export const POLL_MILLISECONDS = Number(process.env.POLL_MILLISECONDS ?? 15_000);

/** How long a resource waits before it gives up; CloudFormation waits for an hour (`ServiceTimeout`). */
export const PATIENCE_MILLISECONDS = 55 * 60_000;

/** Work that goes on in another invocation, since a function lives 15 minutes. */
export class Unfinished extends Error {}

/** Whether the function has no time for another look. */
export function isTimeOver(context: Context): boolean {
  return context.getRemainingTimeInMillis() < RESERVE_MILLISECONDS + POLL_MILLISECONDS;
}

/** Invokes this function again, without waiting for it. Lambda repeats an invocation of this kind twice when it fails. */
export async function invokeLater(event: object, { invokedFunctionArn }: Context): Promise<void> {
  await new LambdaClient(awaitPermissions()).send(
    new InvokeCommand({ FunctionName: invokedFunctionArn, InvocationType: 'Event', Payload: JSON.stringify(event) }),
  );
}
