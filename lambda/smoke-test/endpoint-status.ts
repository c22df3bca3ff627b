import { DescribeEndpointCommand, SageMakerClient } from '@aws-sdk/client-sagemaker';

/** What an endpoint serves at the moment. */
export interface EndpointState {
  readonly status: string;
  readonly configName?: string;
  /** The configuration that it is updated to, and how far each of its variants is. */
  readonly pending?: { readonly configName?: string; readonly stages: string[] };
}

/**
 * Asks SageMaker; undefined when there is no such endpoint. A file of its own with a static import, so that it is bundled small and
 * loaded only when used.
 */
export async function describeEndpoint(endpointName: string): Promise<EndpointState | undefined> {
  const command = new DescribeEndpointCommand({ EndpointName: endpointName });
  const endpoint = await new SageMakerClient().send(command).catch((error: Error) => {
    if (/could not find endpoint/i.test(error.message)) return undefined;
    throw error;
  });
  if (!endpoint) return undefined;
  const { EndpointStatus: status = '', EndpointConfigName: configName, PendingDeploymentSummary: pending } = endpoint;
  if (!pending) return { status, configName };
  const variants = pending.ProductionVariants ?? [];
  const stages = variants.map(({ VariantStatus }) => VariantStatus?.[0]?.Status ?? '');
  return { status, configName, pending: { configName: pending.EndpointConfigName, stages } };
}
