/** The models of an endpoint with inference components, and the requirements of components on changes of their endpoint. */
import { rejectRequest } from '../../call';
import type { Endpoint, Fleet, Model, SageMakerState } from '../state';
import { componentsOf } from './component';

/** Throws if an endpoint has components. A component without copies that is being deleted does not count. */
export function rejectHosting(state: SageMakerState, endpoint: Endpoint): void {
  const components = componentsOf(state, endpoint).filter(
    ({ status, copies }) => status !== 'Deleting' || copies.length > 0,
  );
  if (components.length > 0)
    rejectRequest(
      'Cannot delete endpoint with inference component associated. Please delete inference component and try it again.',
    );
}

/** Throws if the new fleet of an endpoint cannot host the components of the endpoint. */
export function rejectUnhosted(state: SageMakerState, endpoint: Endpoint, green: Fleet): void {
  for (const { variantName } of componentsOf(state, endpoint)) {
    const host = green.variants.find(({ name, model }) => name === variantName && model === undefined);
    if (!host)
      return rejectRequest(
        `The variant "${variantName}" hosts inference components and cannot be removed or have a model.`,
      );
    const [current] = endpoint.fleet.variants.filter(({ name }) => name === variantName);
    const isTypeChanged = host.config.InstanceType !== current.config.InstanceType;
    if (isTypeChanged && !state.account.isSwitchedOn('sagemaker.components-move-to-other-instance-types'))
      rejectRequest(
        `The instance type of the variant "${variantName}" cannot change while it hosts inference components.`,
      );
  }
}

/** A model that new instances or copies of an endpoint read, with the name of its variant or component and with its role. */
export interface ServedModel {
  readonly name: string;
  readonly model: Model;
  readonly role: string;
}

export function modelsServedBy(state: SageMakerState, endpoint: Endpoint): ServedModel[] {
  return [
    ...endpoint.fleet.variants.flatMap(({ name, model, role }) => (model ? [{ name, model, role }] : [])),
    ...componentsOf(state, endpoint).map(
      ({
        name,
        version: {
          specification: { model, role },
        },
      }) => ({ name, model, role }),
    ),
  ];
}
