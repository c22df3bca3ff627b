import { SageMakerClient } from '@aws-sdk/client-sagemaker';
import { permissionRetryOptions } from '../shared/await-permissions';
import { describeEndpoint } from '../shared/describe-endpoint';

/** The current state of an endpoint. */
export interface EndpointState {
  readonly status: string;
  readonly configName?: string;
  /** The endpoint configuration of an update in progress, and the stage (`VariantStatus`) of each variant. */
  readonly pending?: { readonly configName?: string; readonly stages: string[] };
}

/**
 * Describes the current state of an endpoint; returns undefined if the endpoint does not exist. This file is imported dynamically, so that
 * the SageMaker client is in a separate chunk of the bundle.
 */
export async function describeState(endpointName: string): Promise<EndpointState | undefined> {
  const endpoint = await describeEndpoint(new SageMakerClient(permissionRetryOptions()), endpointName);
  if (!endpoint) return undefined;
  const { EndpointStatus: status = '', EndpointConfigName: configName, PendingDeploymentSummary: pending } = endpoint;
  if (!pending) return { status, configName };
  const variants = pending.ProductionVariants ?? [];
  const stages = variants.map(({ VariantStatus }) => VariantStatus?.[0]?.Status ?? '');
  return { status, configName, pending: { configName: pending.EndpointConfigName, stages } };
}
