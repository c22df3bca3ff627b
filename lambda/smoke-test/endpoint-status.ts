import { DescribeEndpointCommand, SageMakerClient } from '@aws-sdk/client-sagemaker';

/** What an endpoint serves at the moment. */
export interface EndpointStatus {
  readonly status?: string;
  readonly configName?: string;
}

/** Asks SageMaker. A file of its own with a static import, so that it is bundled small and loaded only when used. */
export async function describeEndpoint(endpointName: string): Promise<EndpointStatus> {
  const { EndpointStatus, EndpointConfigName } = await new SageMakerClient().send(
    new DescribeEndpointCommand({ EndpointName: endpointName }),
  );
  return { status: EndpointStatus, configName: EndpointConfigName };
}
