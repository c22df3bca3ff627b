import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { Context } from 'aws-lambda';
import { permissionRetryOptions } from './await-permissions';

/** Invokes this function again, and does not wait for it. Lambda repeats a failed asynchronous invocation twice. */
export async function invokeLater(event: object, { invokedFunctionArn }: Context): Promise<void> {
  await new LambdaClient(permissionRetryOptions()).send(
    new InvokeCommand({ FunctionName: invokedFunctionArn, InvocationType: 'Event', Payload: JSON.stringify(event) }),
  );
}
