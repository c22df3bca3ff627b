import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { CloudFormationCustomResourceEvent, Context } from 'aws-lambda';
import { Progress } from './watch';

/** What an invocation leaves for the next: a function lives 15 minutes, and a deployment may take longer. */
export interface Continuation {
  readonly event: CloudFormationCustomResourceEvent;
  readonly progress: Progress;
}

/** Invokes this function again, without waiting for it. */
export async function invokeAgain(continuation: Continuation, { invokedFunctionArn }: Context): Promise<void> {
  await new LambdaClient().send(
    new InvokeCommand({
      FunctionName: invokedFunctionArn,
      InvocationType: 'Event',
      Payload: JSON.stringify(continuation),
    }),
  );
}
