import { rejectRequest } from '../../call';
import { writeLastLinesLater } from '../container-log';
import type { Component, Copy, Endpoint, Fleet, Instance, SageMakerState, Variant } from '../state';

export function copiesInService({ copies }: Component): Copy[] {
  return copies.filter(({ isInService }) => isInService);
}

export function componentOf({ components, arn }: SageMakerState, name: string): Component {
  return (
    components.get(name) ?? rejectRequest(`Could not find inference component "${arn('inference-component', name)}".`)
  );
}

/** The sets of dimensions with which the metrics of requests are published: for the component, and for its variant. */
export function dimensionsOf({ name, endpointName, variantName }: Component): Record<string, string>[] {
  return [{ InferenceComponentName: name }, { EndpointName: endpointName, VariantName: variantName }];
}

/** Ends copies, and frees their resources. */
export function removeCopies(state: SageMakerState, { copies }: Component, removed: readonly Copy[]): void {
  for (const copy of removed) {
    const index = copies.indexOf(copy);
    if (index < 0) continue;
    copies.splice(index, 1);
    copy.isInService = false;
    if (copy.log) writeLastLinesLater(state, copy.log);
  }
}

/** Ends all copies on an instance. */
export function removeCopiesOn(state: SageMakerState, instance: Instance): void {
  for (const component of state.components.values())
    removeCopies(
      state,
      component,
      component.copies.filter((copy) => copy.instance === instance),
    );
}

/** The components that an endpoint hosts. A deleted endpoint with the same name has none. */
export function componentsOf({ components }: SageMakerState, endpoint: Endpoint): Component[] {
  return [...components.values()].filter(
    ({ endpointName, created }) => endpointName === endpoint.name && created >= endpoint.created,
  );
}

/** The variant of a fleet that hosts a component. */
export function hostOf({ variants }: Fleet, { variantName }: Pick<Component, 'variantName'>): Variant {
  const host = variants.find(({ name }) => name === variantName);
  return host ?? rejectRequest(`Could not find variant "${variantName}".`);
}
