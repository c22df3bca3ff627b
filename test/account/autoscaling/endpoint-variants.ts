import type { Account } from '../account';
import { serviceLinkedRole, Target } from './state';

/** A variant as Application Auto Scaling sees it in DescribeEndpoint. */
export interface EndpointVariant {
  readonly status: string;
  readonly count: number;
  readonly configName: string;
}

/** The current state of a variant, or undefined if the endpoint or the variant does not exist. */
export async function describeVariant(
  account: Account,
  endpointName: string,
  variantName: string,
): Promise<EndpointVariant | undefined> {
  try {
    const {
      EndpointStatus,
      EndpointConfigName,
      ProductionVariants = [],
    } = await account.call({
      principal: serviceLinkedRole(account),
      service: 'sagemaker',
      operation: 'DescribeEndpoint',
      input: { EndpointName: endpointName },
    });
    const variant = (ProductionVariants as { VariantName: string; DesiredInstanceCount: number }[]).find(
      ({ VariantName }) => VariantName === variantName,
    );
    return (
      variant && {
        status: EndpointStatus as string,
        count: variant.DesiredInstanceCount,
        configName: EndpointConfigName as string,
      }
    );
  } catch {
    return undefined;
  }
}

/** Requests a different instance count of a variant from SageMaker. */
export async function setCount(account: Account, { endpointName, variantName }: Target, count: number): Promise<void> {
  await account.call({
    principal: serviceLinkedRole(account),
    service: 'sagemaker',
    operation: 'UpdateEndpointWeightsAndCapacities',
    input: {
      EndpointName: endpointName,
      DesiredWeightsAndCapacities: [{ VariantName: variantName, DesiredInstanceCount: count }],
    },
  });
}
