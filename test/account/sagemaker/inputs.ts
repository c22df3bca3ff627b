import type * as api from '@aws-sdk/client-sagemaker';
import type { Validated } from '../api-model/validated';

/** Validated inputs: the members that the API model or a check of SageMaker requires are not optional. */
export type CreateModelInput = Validated<api.CreateModelInput> & { readonly ExecutionRoleArn: string };
export type ContainerDefinition = Validated<api.ContainerDefinition>;
export type ProductionVariant = Omit<
  Validated<api.ProductionVariant>,
  'ModelName' | 'InstanceType' | 'InstancePools'
> & {
  /** Absent if the variant hosts inference components. */
  readonly ModelName?: string;
  readonly InstanceType: string;
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
export type EndpointStatus = api.EndpointStatus;
export type ComponentStatus = api.InferenceComponentStatus;
export type ComputeResourceRequirements = Validated<api.InferenceComponentComputeResourceRequirements> & {
  readonly AcceleratorPartitionType?: string;
};
export type ComponentSpecification = Omit<
  Validated<api.InferenceComponentSpecification>,
  'InstanceType' | 'ModelName' | 'Container' | 'StartupParameters' | 'BaseInferenceComponentName' | 'SchedulingConfig'
> & {
  readonly InstanceType?: string;
  readonly ModelName?: string;
  readonly StartupParameters?: { readonly ContainerStartupHealthCheckTimeoutInSeconds?: number };
  readonly SchedulingConfig?: { readonly PlacementStrategy: string };
  readonly ComputeResourceRequirements: ComputeResourceRequirements;
};
export type ComponentDeploymentConfig = Validated<api.InferenceComponentDeploymentConfig>;
/** The members of requests that define an inference component. */
export interface ComponentInput {
  readonly InferenceComponentName: string;
  readonly Specification?: ComponentSpecification;
  readonly RuntimeConfig?: { readonly CopyCount: number };
}
export type CreateComponentInput = ComponentInput & {
  readonly EndpointName: string;
  readonly VariantName?: string;
};
export type UpdateComponentInput = ComponentInput & { readonly DeploymentConfig?: ComponentDeploymentConfig };

/** The containers of a model: one primary container, or the containers of an inference pipeline. */
export function containersOf({ PrimaryContainer, Containers = [] }: CreateModelInput): ContainerDefinition[] {
  return PrimaryContainer ? [PrimaryContainer] : Containers;
}
