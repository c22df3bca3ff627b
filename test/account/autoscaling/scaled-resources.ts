import type { Account } from '../account';
import type { TargetId } from './inputs';
import { type ScaledResource, serviceLinkedRole } from './state';

/** A resource as Application Auto Scaling sees it in DescribeEndpoint or DescribeInferenceComponent. */
export interface Capacity {
  readonly status: string;
  /** The desired number of instances or copies. */
  readonly count: number;
  /** For a variant: the name of the endpoint configuration. */
  readonly configName?: string;
}

interface VariantSummary {
  readonly VariantName: string;
  readonly DesiredInstanceCount: number;
}

const VARIANT = /^endpoint\/([^/]+)\/variant\/([^/]+)$/;
const COMPONENT = /^inference-component\/([^/]+)$/;

/** The resource of a scalable target, or undefined if the ID and the dimension do not identify a resource of SageMaker. */
export function resourceOf({ ServiceNamespace, ResourceId, ScalableDimension }: TargetId): ScaledResource | undefined {
  if (ServiceNamespace !== 'sagemaker') return undefined;
  const [, endpointName, variantName] = VARIANT.exec(ResourceId) ?? [];
  if (endpointName && ScalableDimension === 'sagemaker:variant:DesiredInstanceCount')
    return { kind: 'variant', endpointName, variantName };
  const [, componentName] = COMPONENT.exec(ResourceId) ?? [];
  if (componentName && ScalableDimension === 'sagemaker:inference-component:DesiredCopyCount')
    return { kind: 'component', componentName };
  return undefined;
}

/** The current state of a resource, or undefined if it does not exist. */
export async function describeCapacity(account: Account, resource: ScaledResource): Promise<Capacity | undefined> {
  const describe = (operation: string, input: Record<string, unknown>): Promise<Record<string, unknown>> =>
    account.call({ principal: serviceLinkedRole(account), service: 'sagemaker', operation, input });
  try {
    if (resource.kind === 'component') {
      const { InferenceComponentStatus, RuntimeConfig } = await describe('DescribeInferenceComponent', {
        InferenceComponentName: resource.componentName,
      });
      const { DesiredCopyCount } = RuntimeConfig as { DesiredCopyCount: number };
      return { status: InferenceComponentStatus as string, count: DesiredCopyCount };
    }
    const {
      EndpointStatus,
      EndpointConfigName,
      ProductionVariants = [],
      ShadowProductionVariants = [],
    } = (await describe('DescribeEndpoint', { EndpointName: resource.endpointName })) as Record<string, unknown> &
      Record<'ProductionVariants' | 'ShadowProductionVariants', VariantSummary[] | undefined>;
    const variant = [...ProductionVariants, ...ShadowProductionVariants].find(
      ({ VariantName }) => VariantName === resource.variantName,
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

/** Requests a different number of instances or copies from SageMaker. */
export async function setCount(account: Account, resource: ScaledResource, count: number): Promise<void> {
  const request =
    resource.kind === 'component'
      ? {
          operation: 'UpdateInferenceComponentRuntimeConfig',
          input: { InferenceComponentName: resource.componentName, DesiredRuntimeConfig: { CopyCount: count } },
        }
      : {
          operation: 'UpdateEndpointWeightsAndCapacities',
          input: {
            EndpointName: resource.endpointName,
            DesiredWeightsAndCapacities: [{ VariantName: resource.variantName, DesiredInstanceCount: count }],
          },
        };
  await account.call({ principal: serviceLinkedRole(account), service: 'sagemaker', ...request });
}

/**
 * The requests that scaling sends to SageMaker, which the caller of RegisterScalableTarget must be allowed to send. They are invalid, so that
 * they change nothing.
 */
export function scalingRequests(
  resource: ScaledResource,
  configName = 'permission-check',
): [string, Record<string, unknown>][] {
  if (resource.kind === 'component') {
    const input = { InferenceComponentName: resource.componentName };
    return [
      ['DescribeInferenceComponent', input],
      ['UpdateInferenceComponentRuntimeConfig', input],
    ];
  }
  const { endpointName: EndpointName } = resource;
  return [
    ['DescribeEndpoint', { EndpointName }],
    ['DescribeEndpointConfig', { EndpointConfigName: configName }],
    [
      'UpdateEndpointWeightsAndCapacities',
      { EndpointName, DesiredWeightsAndCapacities: [{ VariantName: 'application-autoscaling-permission-check' }] },
    ],
  ];
}
