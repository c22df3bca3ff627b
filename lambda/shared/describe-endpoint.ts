import { DescribeEndpointCommand, DescribeEndpointOutput, SageMakerClient } from '@aws-sdk/client-sagemaker';

/** Describes an endpoint; returns undefined if the endpoint does not exist. */
export async function describeEndpoint(
  client: SageMakerClient,
  EndpointName: string,
): Promise<DescribeEndpointOutput | undefined> {
  return client.send(new DescribeEndpointCommand({ EndpointName })).catch((error: Error) => {
    if (/could not find endpoint/i.test(error.message)) return undefined;
    throw error;
  });
}
