import { setTimeout as sleep } from 'node:timers/promises';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { Context } from 'aws-lambda';
import { Registration } from '../../lib/scaling/registration-properties';
import { restoreVariants } from './autoscaling';
import { servedConfig } from './served-config';

/** What is registered as soon as the endpoint serves a configuration. */
export interface Restoration {
  readonly endpointName: string;
  readonly endpointConfigName: string;
  readonly variants: Registration[];
}

const POLL_MILLISECONDS = Number(process.env.POLL_MILLISECONDS ?? 15_000);
const RESERVE_MILLISECONDS = 60_000;

/**
 * Invokes this function again, without waiting for it: the endpoint goes back only after CloudFormation has its answer, and then it may
 * run nothing of ours. Lambda repeats a failed invocation of this kind twice, so that the endpoint has three times the function's time.
 */
export async function restoreLater(restoration: Restoration, { invokedFunctionArn }: Context): Promise<void> {
  await new LambdaClient().send(
    new InvokeCommand({
      FunctionName: invokedFunctionArn,
      InvocationType: 'Event',
      Payload: JSON.stringify(restoration),
    }),
  );
}

export async function restore(
  { endpointName, endpointConfigName, variants }: Restoration,
  context: Context,
): Promise<void> {
  while ((await servedConfig(endpointName)) !== endpointConfigName) {
    if (context.getRemainingTimeInMillis() < RESERVE_MILLISECONDS + POLL_MILLISECONDS) {
      throw new Error(`${endpointName} does not serve ${endpointConfigName} yet`);
    }
    await sleep(POLL_MILLISECONDS);
  }
  await restoreVariants(endpointName, variants);
  console.log(`${endpointName} serves ${endpointConfigName} again, registered as before`);
}
