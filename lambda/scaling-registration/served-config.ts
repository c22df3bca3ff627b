import { DescribeEndpointCommand, SageMakerClient } from '@aws-sdk/client-sagemaker';

/** The configuration that an endpoint serves; undefined while it changes, and when there is no such endpoint. */
export async function servedConfig(endpointName: string): Promise<string | undefined> {
  try {
    const { EndpointConfigName, EndpointStatus } = await new SageMakerClient().send(
      new DescribeEndpointCommand({ EndpointName: endpointName }),
    );
    return EndpointStatus === 'InService' ? EndpointConfigName : undefined;
  } catch (error) {
    if ((error as Error).message.startsWith('Could not find endpoint')) return undefined;
    throw error;
  }
}
