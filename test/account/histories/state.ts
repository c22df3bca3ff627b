import type { DataCaptureConfig } from '../sagemaker/inputs';
import { Stack } from '../cloudformation/stack';
import { Properties, StackResource } from '../cloudformation/template';

/** A variant as a template declares it. */
export interface DeclaredVariant {
  readonly VariantName: string;
  readonly ModelName: string;
  readonly InstanceType: string;
  readonly InitialInstanceCount: number;
  readonly InitialVariantWeight: number;
}

/** Undefined when nothing is captured. */
export type Capture = DataCaptureConfig | undefined;

export interface DeclaredTarget {
  readonly id: string;
  readonly MinCapacity: number;
  readonly MaxCapacity: number;
}

/** What a stack says that is there: what has to be served after it has become green, or has gone back. */
export interface Declared {
  readonly endpointName: string;
  readonly endpointConfigName: string;
  readonly variants: readonly DeclaredVariant[];
  readonly shadows: readonly DeclaredVariant[];
  readonly capture: Capture;
  readonly targets: readonly DeclaredTarget[];
  readonly policies: readonly { readonly id: string; readonly name: string }[];
}

/** Undefined when the stack has no endpoint. */
export function declaredBy(stack: Stack): Declared | undefined {
  const of = (type: string): StackResource[] =>
    [...stack.resources.values()].filter((resource) => resource.type === type);
  const [endpoint] = of('AWS::SageMaker::Endpoint');
  const config = of('AWS::SageMaker::EndpointConfig').find(
    ({ physicalId }) => physicalId === endpoint?.properties.EndpointConfigName,
  );
  if (!endpoint || !config) return undefined;
  const targetOf = ({ ResourceId }: Properties): string => String(ResourceId);
  return {
    endpointName: endpoint.physicalId,
    endpointConfigName: config.physicalId,
    variants: config.properties.ProductionVariants as DeclaredVariant[],
    capture: config.properties.DataCaptureConfig as Capture,
    shadows: (config.properties.ShadowProductionVariants ?? []) as DeclaredVariant[],
    targets: of('AWS::ApplicationAutoScaling::ScalableTarget').map(({ properties }) => ({
      id: targetOf(properties),
      MinCapacity: Number(properties.MinCapacity),
      MaxCapacity: Number(properties.MaxCapacity),
    })),
    policies: of('AWS::ApplicationAutoScaling::ScalingPolicy').map(({ properties }) => ({
      id: String(properties.ScalingTargetId).split('|')[0],
      name: String(properties.PolicyName),
    })),
  };
}
