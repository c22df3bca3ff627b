import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeEndpointConfigCommand, SageMakerClient } from '@aws-sdk/client-sagemaker';
import { awaitPermissions } from '../shared/await-permissions';
import { log } from '../shared/log';

const ATTEMPTS = 15;
const PAUSE_MILLISECONDS = Number(process.env.PAUSE_MILLISECONDS ?? 2000);

const client = new SageMakerClient(awaitPermissions());

/**
 * Waits until SageMaker finds an endpoint configuration. CreateEndpoint may not find one that was just created, and the API reference
 * recommends this request before it (CreateEndpoint, read in November 2026). After half a minute, or when the request fails in another way,
 * CloudFormation goes on: what SageMaker says of the endpoint is more useful.
 */
export async function awaitConfig(EndpointConfigName: string): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      await client.send(new DescribeEndpointConfigCommand({ EndpointConfigName }));
      return;
    } catch (error) {
      const { message } = error as Error;
      log(`${EndpointConfigName}: ${message}`);
      if (!message.startsWith('Could not find endpoint configuration')) return;
      await sleep(PAUSE_MILLISECONDS);
    }
  }
}
