import { componentLogGroupOf, endpointLogGroupOf } from '../../lib/contracts/log-groups';
import { TestSpec } from '../../lib/contracts/smoke-test-properties';

/** The tested endpoint or inference component, as messages name it, and the log group of its containers. */
export interface TestedResource {
  readonly kind: 'endpoint' | 'inference component';
  readonly name: string;
  readonly logGroup: string;
}

export function testedResource(endpointName: string, { inferenceComponent }: TestSpec): TestedResource {
  return inferenceComponent === undefined
    ? { kind: 'endpoint', name: endpointName, logGroup: endpointLogGroupOf(endpointName) }
    : { kind: 'inference component', name: inferenceComponent, logGroup: componentLogGroupOf(inferenceComponent) };
}
