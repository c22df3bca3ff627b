import { Properties, Template } from '../../cloudformation/template';

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
