import type * as api from '@aws-sdk/client-sagemaker';
import type { Validated } from '../api-model/validated';

/** Validated inputs: the members that the API model or a check of SageMaker requires are not optional. */
export type CreateModelInput = Validated<api.CreateModelInput> & { readonly ExecutionRoleArn: string };
export type ContainerDefinition = Validated<api.ContainerDefinition>;
export type ProductionVariant = Omit<Validated<api.ProductionVariant>, 'InstanceType' | 'InstancePools'> & {
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
  Validated<api.CreateEndpointConfigInput>,
  'ProductionVariants' | 'ShadowProductionVariants'
> & {
  readonly ProductionVariants: ProductionVariant[];
  readonly ShadowProductionVariants?: ProductionVariant[];
};
export type CreateEndpointInput = Validated<api.CreateEndpointInput>;
export type UpdateEndpointInput = Validated<api.UpdateEndpointInput>;
export type DeploymentConfig = Validated<api.DeploymentConfig>;
export type DataCaptureConfig = Validated<api.DataCaptureConfig>;
export type CapacitySize = Validated<api.CapacitySize>;
export type DesiredWeightAndCapacity = Validated<api.DesiredWeightAndCapacity>;
export type Tag = Validated<api.Tag>;
export type EndpointStatus = api.EndpointStatus;

/** The containers of a model: one primary container, or the containers of an inference pipeline. */
export function containersOf({ PrimaryContainer, Containers = [] }: CreateModelInput): ContainerDefinition[] {
  return PrimaryContainer ? [PrimaryContainer] : Containers;
}
