import type { ComponentSpecification, DataCaptureConfig } from '../sagemaker/inputs';
import { Stack } from '../cloudformation/stack';
import { Properties, StackResource } from '../cloudformation/template';

/** A variant as the template declares it. */
export interface DeclaredVariant {
  readonly VariantName: string;
  readonly ModelName: string;
  readonly InstanceType: string;
  readonly InitialInstanceCount: number;
  readonly InitialVariantWeight: number;
  /** The limits of the instance count of a variant that hosts inference components. */
  readonly ManagedInstanceScaling?: { readonly MinInstanceCount: number; readonly MaxInstanceCount: number };
}

/** An inference component as the template declares it. */
export interface DeclaredComponent {
  readonly name: string;
  readonly specification: ComponentSpecification;
  readonly copyCount: number;
  /** Undefined without scaling. */
  readonly target?: DeclaredTarget;
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
  readonly components: readonly DeclaredComponent[];
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
  const targets = resourcesOf('AWS::ApplicationAutoScaling::ScalableTarget').map(({ properties }) => ({
    id: String(properties.ResourceId),
    MinCapacity: Number(properties.MinCapacity),
    MaxCapacity: Number(properties.MaxCapacity),
  }));
  return {
    endpointName: endpoint.physicalId,
    endpointConfigName: config.physicalId,
    variants: config.properties.ProductionVariants as DeclaredVariant[],
    capture: config.properties.DataCaptureConfig as Capture,
    shadows: (config.properties.ShadowProductionVariants ?? []) as DeclaredVariant[],
    targets,
    policies: resourcesOf('AWS::ApplicationAutoScaling::ScalingPolicy').map(({ properties }) => ({
      id: String(properties.ScalingTargetId).split('|')[0],
      name: String(properties.PolicyName),
    })),
    components: resourcesOf('AWS::SageMaker::InferenceComponent').map(({ physicalId: name, properties }) => ({
      name,
      specification: properties.Specification as ComponentSpecification,
      copyCount: Number((properties.RuntimeConfig as Properties).CopyCount),
      target: targets.find(({ id }) => id === `inference-component/${name}`),
    })),
  };
}
