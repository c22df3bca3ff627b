import type * as api from '@aws-sdk/client-sagemaker';
import type { Given } from '../api-model/given';

/** What the API model and the checks of SageMaker require is there. */
export type CreateModelInput = Given<api.CreateModelInput> & { readonly ExecutionRoleArn: string };
export type ContainerDefinition = Given<api.ContainerDefinition>;
export type ProductionVariant = Omit<Given<api.ProductionVariant>, 'InstanceType' | 'InstancePools'> & {
  readonly InstancePools?: {
    readonly InstanceType: string;
    readonly Priority: number;
    readonly ModelNameOverride?: string;
  }[];
  readonly ModelName: string;
  /** Absent if the variant has instance pools. */
  readonly InstanceType?: string;
  readonly InitialInstanceCount: number;
};
export type CreateEndpointConfigInput = Omit<
  Given<api.CreateEndpointConfigInput>,
  'ProductionVariants' | 'ShadowProductionVariants'
> & {
  readonly ProductionVariants: ProductionVariant[];
  readonly ShadowProductionVariants?: ProductionVariant[];
};
export type CreateEndpointInput = Given<api.CreateEndpointInput>;
export type UpdateEndpointInput = Given<api.UpdateEndpointInput>;
export type DeploymentConfig = Given<api.DeploymentConfig>;
export type DataCaptureConfig = Given<api.DataCaptureConfig>;
export type CapacitySize = Given<api.CapacitySize>;
export type DesiredWeightAndCapacity = Given<api.DesiredWeightAndCapacity>;
export type Tag = Given<api.Tag>;
export type EndpointStatus = api.EndpointStatus;

/** The containers of a model: one, or those of an inference pipeline. */
export function containersOf({ PrimaryContainer, Containers = [] }: CreateModelInput): ContainerDefinition[] {
  return PrimaryContainer ? [PrimaryContainer] : Containers;
}
