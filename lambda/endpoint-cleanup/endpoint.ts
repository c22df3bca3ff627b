import { DescribeEndpointCommand, SageMakerClient } from '@aws-sdk/client-sagemaker';
import { awaitPermissions } from '../shared/await-permissions';

/** The configuration that an endpoint serves; undefined when the endpoint is gone. */
export async function servedConfiguration(EndpointName: string): Promise<string | undefined> {
  const client = new SageMakerClient(awaitPermissions());
  const endpoint = await client.send(new DescribeEndpointCommand({ EndpointName })).catch((error: Error) => {
    if (error.message.startsWith('Could not find endpoint')) return undefined;
    throw error;
  });
  return endpoint?.EndpointConfigName;
}
