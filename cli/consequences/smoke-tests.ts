import { resolve, Template } from '../local/intrinsics';
import { Endpoint, Properties } from './endpoint';

/** The properties of an endpoint's smoke tests. */
export function smokeTestsOf({ name, id }: Endpoint, template: Template): Properties[] {
  return Object.values(template.Resources ?? {})
    .filter(
      ({ Type, Properties: properties }) =>
        Type === 'Custom::TritonSmokeTest' && [name, id].includes(String(properties?.EndpointName)),
    )
    .map(({ Properties: properties }) => resolve(properties ?? {}, template) as Properties);
}
