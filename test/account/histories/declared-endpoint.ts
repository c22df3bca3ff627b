import type { DataCaptureConfig } from '../sagemaker/inputs';
import { Stack } from '../cloudformation/stack';
import { Properties, StackResource } from '../cloudformation/template';

/** A variant as the template declares it. */
export interface DeclaredVariant {
  readonly VariantName: string;
  readonly ModelName: string;
  readonly InstanceType: string;
  readonly InitialInstanceCount: number;
  readonly InitialVariantWeight: number;
}

/** The data capture settings, or undefined if data capture is off. */
export type Capture = DataCaptureConfig | undefined;

export interface DeclaredTarget {
  readonly id: string;
  readonly MinCapacity: number;
  readonly MaxCapacity: number;
}

/** The endpoint that a stack declares. After a deployment or a rollback, the endpoint in the account must match this declaration. */
export interface DeclaredEndpoint {
  readonly endpointName: string;
  readonly endpointConfigName: string;
  readonly variants: readonly DeclaredVariant[];
  readonly shadows: readonly DeclaredVariant[];
  readonly capture: Capture;
  readonly targets: readonly DeclaredTarget[];
  readonly policies: readonly { readonly id: string; readonly name: string }[];
}

/** Returns the endpoint that a stack declares, or undefined if it declares none. */
export function declaredEndpointOf(stack: Stack): DeclaredEndpoint | undefined {
  const resourcesOf = (type: string): StackResource[] =>
    [...stack.resources.values()].filter((resource) => resource.type === type);
  const [endpoint] = resourcesOf('AWS::SageMaker::Endpoint');
  const config = resourcesOf('AWS::SageMaker::EndpointConfig').find(
    ({ physicalId }) => physicalId === endpoint?.properties.EndpointConfigName,
  );
  if (!endpoint || !config) return undefined;
  const resourceIdOf = ({ ResourceId }: Properties): string => String(ResourceId);
  return {
    endpointName: endpoint.physicalId,
    endpointConfigName: config.physicalId,
    variants: config.properties.ProductionVariants as DeclaredVariant[],
    capture: config.properties.DataCaptureConfig as Capture,
    shadows: (config.properties.ShadowProductionVariants ?? []) as DeclaredVariant[],
    targets: resourcesOf('AWS::ApplicationAutoScaling::ScalableTarget').map(({ properties }) => ({
      id: resourceIdOf(properties),
      MinCapacity: Number(properties.MinCapacity),
      MaxCapacity: Number(properties.MaxCapacity),
    })),
    policies: resourcesOf('AWS::ApplicationAutoScaling::ScalingPolicy').map(({ properties }) => ({
      id: String(properties.ScalingTargetId).split('|')[0],
      name: String(properties.PolicyName),
    })),
  };
}
