import type { ComponentSpecification } from '../../sagemaker/inputs';
import { Stack } from '../../cloudformation/stack';
import { Properties, StackResource, Template } from '../../cloudformation/template';
import { DeclaredTarget } from '../declared-endpoint';

/** An inference component as a stack declares it. */
export interface DeclaredComponent {
  readonly name: string;
  readonly specification: ComponentSpecification;
  readonly copyCount: number;
  /** Undefined without scaling. */
  readonly target?: DeclaredTarget;
}

/** The endpoint that a stack declares. */
export interface DeclaredFleet {
  readonly endpointName: string;
  readonly endpointConfigName: string;
  readonly minInstanceCount: number;
  readonly maxInstanceCount: number;
  readonly components: readonly DeclaredComponent[];
  readonly targets: readonly DeclaredTarget[];
  readonly policies: readonly { readonly id: string; readonly name: string }[];
}

/** Returns the endpoint that a stack declares, or undefined if it declares none. */
export function declaredFleetOf(stack: Stack): DeclaredFleet | undefined {
  const resourcesOf = (type: string): StackResource[] =>
    [...stack.resources.values()].filter((resource) => resource.type === type);
  const [endpoint] = resourcesOf('AWS::SageMaker::Endpoint');
  const config = resourcesOf('AWS::SageMaker::EndpointConfig').find(
    ({ physicalId }) => physicalId === endpoint?.properties.EndpointConfigName,
  );
  if (!endpoint || !config) return undefined;
  const [{ ManagedInstanceScaling: scaling }] = config.properties.ProductionVariants as {
    ManagedInstanceScaling: { MinInstanceCount: number; MaxInstanceCount: number };
  }[];
  const targets = resourcesOf('AWS::ApplicationAutoScaling::ScalableTarget').map(({ properties }) => ({
    id: String(properties.ResourceId),
    MinCapacity: Number(properties.MinCapacity),
    MaxCapacity: Number(properties.MaxCapacity),
  }));
  return {
    endpointName: endpoint.physicalId,
    endpointConfigName: config.physicalId,
    minInstanceCount: Number(scaling.MinInstanceCount),
    maxInstanceCount: Number(scaling.MaxInstanceCount),
    components: resourcesOf('AWS::SageMaker::InferenceComponent').map(({ physicalId: name, properties }) => ({
      name,
      specification: properties.Specification as ComponentSpecification,
      copyCount: Number((properties.RuntimeConfig as Properties).CopyCount),
      target: targets.find(({ id }) => id === `inference-component/${name}`),
    })),
    targets,
    policies: resourcesOf('AWS::ApplicationAutoScaling::ScalingPolicy').map(({ properties }) => ({
      id: String(properties.ScalingTargetId).split('|')[0],
      name: String(properties.PolicyName),
    })),
  };
}

/**
 * The components that two templates have in common, without any difference: neither the component nor a resource to which it refers, such as
 * its model, nor its scaling differs. The number of copies is not compared if the custom resource before the component returns it.
 */
export function unchangedComponents(before: Template, after: Template): string[] {
  const [old, current] = [before, after].map(descriptions);
  return [...current.keys()].filter((name) => old.get(name) === current.get(name));
}

/** JSON of each component with the resources to which it refers, by name. */
function descriptions({ Resources }: Template): Map<string, string> {
  const propertiesOf = (id: string): Properties => {
    const { RuntimeConfig, ...properties } = Resources[id].Properties ?? {};
    const isCurrentCount = typeof (RuntimeConfig as Properties | undefined)?.CopyCount === 'object';
    return isCurrentCount ? properties : { ...properties, RuntimeConfig };
  };
  const components = Object.entries(Resources).filter(([, { Type }]) => Type === 'AWS::SageMaker::InferenceComponent');
  return new Map(
    components.map(([id, { Properties: { InferenceComponentName } = {} }]) => {
      const name = String(InferenceComponentName);
      const ids = [id, ...scalingOf(Resources, name)];
      for (const each of ids) {
        for (const other of referencesIn(propertiesOf(each)))
          if (other in Resources && !ids.includes(other)) ids.push(other);
      }
      return [name, JSON.stringify(ids.sort().map((each) => [each, propertiesOf(each)]))];
    }),
  );
}

/** The logical IDs of the scalable target and the policies of a component. */
export function scalingOf(Resources: Template['Resources'], name: string): string[] {
  const ids = Object.keys(Resources);
  return ids.filter((id) => Resources[id].Properties?.ResourceId === `inference-component/${name}`);
}

/** The logical IDs in `Ref` and `Fn::GetAtt`. */
function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'Ref') return [String(inner)];
    return key === 'Fn::GetAtt' ? [String((inner as string[])[0])] : referencesIn(inner);
  });
}
