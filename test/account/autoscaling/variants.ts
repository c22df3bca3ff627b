import type { World } from '../world';
import { serviceLinkedRole } from './state';
import type { Target } from './state';

export interface LiveVariant {
  readonly status: string;
  readonly count: number;
  readonly configName: string;
}

/** What SageMaker says of a variant now; undefined if the endpoint or the variant is not there. */
export async function describeVariant(
  world: World,
  endpointName: string,
  variantName: string,
): Promise<LiveVariant | undefined> {
  try {
    const {
      EndpointStatus,
      EndpointConfigName,
      ProductionVariants = [],
    } = await world.call({
      principal: serviceLinkedRole(world),
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

export async function setCount(world: World, { endpointName, variantName }: Target, count: number): Promise<void> {
  await world.call({
    principal: serviceLinkedRole(world),
    service: 'sagemaker',
    operation: 'UpdateEndpointWeightsAndCapacities',
    input: {
      EndpointName: endpointName,
      DesiredWeightsAndCapacities: [{ VariantName: variantName, DesiredInstanceCount: count }],
    },
  });
}
