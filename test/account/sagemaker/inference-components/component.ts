import { rejectRequest } from '../../call';
import { type ContainerLog, writeLastLinesLater } from '../container-log';
import type { ComponentDeploymentConfig, ComponentSpecification, ComponentStatus } from '../inputs';
import type { Endpoint, Fleet, Instance, Model, SageMakerState, Variant } from '../state';

/** What a copy runs on one instance type, or on each type if `input` has none. */
export interface Specification {
  readonly input: ComponentSpecification;
  readonly model: Model;
  /** The role with which the copy reads its model, pulls its image and writes its log. */
  readonly role: string;
}

/** What the copies of a component run. An update of the specification creates a new version. */
export interface ComponentVersion {
  /** One specification, or several for different instance types. */
  readonly specifications: readonly Specification[];
}

/** A container of an inference component, and the instance on which it is placed. */
export interface Copy {
  readonly id: string;
  readonly version: ComponentVersion;
  readonly specification: Specification;
  readonly instance: Instance;
  /** Set when the container has started. */
  log?: ContainerLog;
  isInService: boolean;
}

/** The operation in progress, which is a part of SageMaker's messages. */
export type Operation = 'CREATE_IN_PROGRESS' | 'UPDATE_IN_PROGRESS' | 'UPDATE_RC_IN_PROGRESS' | 'DELETE_IN_PROGRESS';

export interface Component {
  readonly name: string;
  readonly arn: string;
  readonly endpointName: string;
  readonly variantName: string;
  readonly created: number;
  modified: number;
  status: ComponentStatus;
  operation?: Operation;
  failureReason?: string;
  version: ComponentVersion;
  desiredCopies: number;
  /** All copies with a place on an instance, including copies that are starting. */
  readonly copies: Copy[];
  lastDeploymentConfig?: ComponentDeploymentConfig;
  /** Whether the component has received requests. */
  hasServed: boolean;
  /** Number of requests that wait in the servers of the component. */
  waiting: number;
}

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
