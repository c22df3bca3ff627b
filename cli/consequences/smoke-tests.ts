import { Template } from '../local/intrinsics';
import { propertiesOf } from '../template';
import { Endpoint, Properties } from './endpoint';

/** The properties of an endpoint's smoke tests. */
export function smokeTestsOf({ name, id }: Endpoint, template: Template): Properties[] {
  return Object.values(template.Resources ?? {})
    .filter(
      ({ Type, Properties: properties }) =>
        Type === 'Custom::TritonSmokeTest' && [name, id].includes(String(properties?.EndpointName)),
    )
    .map((resource) => propertiesOf(resource, template));
}
