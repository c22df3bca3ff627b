import { rejectRequest } from '../../call';
import type { CreateComponentInput, UpdateComponentInput } from '../inputs';
import { endpointOf } from '../requests';
import { Endpoint, SageMakerState, SECOND, type Component, type Operation } from '../state';
import { hostsComponents } from '../variants';
import { endOperation, scaleComponent } from './change-copies';
import { componentOf, hostOf, removeCopies } from './component';
import { startCopies } from './copies';
import { rollOut, rollOutPlanOf } from './roll-out';
import { createVersion, mergedInput } from './specifications';

/** Duration of the deletion of a component with copies, and without. */
const DELETION = 150 * SECOND;
const DELETION_WITHOUT_COPIES = 5 * SECOND;

export function createComponent(state: SageMakerState, input: CreateComponentInput): object {
  const { account, components } = state;
  const { InferenceComponentName: name, EndpointName, VariantName, RuntimeConfig } = input;
  const arn = state.arn('inference-component', name);
  if (components.has(name)) rejectRequest(`Cannot create already existing inference component "${arn}".`);
  const endpoint = endpointOf(state, EndpointName);
  if (!hostsComponents(endpoint.fleet))
    rejectRequest(
      'Inference Components are not supported in this Endpoint. Please make sure this endpoint can deploy inference components.',
    );
  if (['Failed', 'Deleting'].includes(endpoint.status))
    rejectRequest(
      `Cannot create an inference component on the endpoint "${endpoint.arn}", which is ${endpoint.status}.`,
    );
  const copies = RuntimeConfig?.CopyCount ?? 0;
  if (copies === 0) rejectRequest('Inference components copy count an integer larger than 0');
  const host = hostOf(endpoint.fleet, { variantName: VariantName ?? endpoint.fleet.variants[0].name });
  const component: Component = {
    name,
    arn,
    endpointName: endpoint.name,
    variantName: host.name,
    created: account.now(),
    modified: account.now(),
    status: 'Creating',
    operation: 'CREATE_IN_PROGRESS',
    version: createVersion(state, endpoint, host, input),
    desiredCopies: copies,
    copies: [],
    hasServed: false,
    waiting: 0,
  };
  components.set(name, component);
  account.after(0, async () => {
    try {
      await startCopies(state, endpoint, component, component.version, copies);
      endOperation(state, component);
    } catch (error) {
      endOperation(state, component, (error as Error).message);
    }
  });
  return { InferenceComponentArn: arn };
}

export function updateComponent(state: SageMakerState, input: UpdateComponentInput): object {
  const { account } = state;
  const component = componentOf(state, input.InferenceComponentName);
  rejectWhileInProgress(component, 'update');
  const endpoint = hostingEndpointOf(state, component);
  if (!input.Specification && !input.RuntimeConfig)
    rejectRequest('An update requires a Specification or a RuntimeConfig.');
  const copies = input.RuntimeConfig?.CopyCount ?? component.desiredCopies;
  if (!input.Specification) return scale(state, component, copies);
  const host = hostOf(endpoint.fleet, component);
  const version = createVersion(state, endpoint, host, mergedInput(state, component.version, input));
  const plan = rollOutPlanOf(state, input.DeploymentConfig, copies);
  startOperation(state, component, 'UPDATE_IN_PROGRESS');
  if (input.DeploymentConfig) component.lastDeploymentConfig = input.DeploymentConfig;
  account.after(0, () => rollOut(state, endpoint, component, version, copies, plan));
  return { InferenceComponentArn: component.arn };
}

export function updateRuntimeConfig(state: SageMakerState, name: string, copies: number): object {
  const component = componentOf(state, name);
  rejectWhileInProgress(component, 'update');
  return scale(state, component, copies);
}

function scale(state: SageMakerState, component: Component, copies: number): object {
  const endpoint = hostingEndpointOf(state, component);
  startOperation(state, component, 'UPDATE_RC_IN_PROGRESS');
  state.account.after(0, () => scaleComponent(state, endpoint, component, copies));
  return { InferenceComponentArn: component.arn };
}

export function deleteComponent(state: SageMakerState, name: string): object {
  const { account, components } = state;
  const component = componentOf(state, name);
  rejectWhileInProgress(component, 'delete');
  const duration = component.copies.length > 0 ? DELETION : DELETION_WITHOUT_COPIES;
  startOperation(state, component, 'DELETE_IN_PROGRESS');
  for (const copy of component.copies) copy.isInService = false;
  account.after(duration, () => {
    removeCopies(state, component, [...component.copies]);
    components.delete(name);
  });
  return {};
}

/** The endpoint of a component. A component remains if its endpoint was deleted, and can then only be deleted. */
function hostingEndpointOf(state: SageMakerState, { endpointName, created }: Component): Endpoint {
  const endpoint = endpointOf(state, endpointName);
  return created >= endpoint.created ? endpoint : rejectRequest(`Could not find endpoint "${endpoint.arn}".`);
}

function startOperation({ account }: SageMakerState, component: Component, operation: Operation): void {
  component.operation = operation;
  component.status = operation === 'DELETE_IN_PROGRESS' ? 'Deleting' : 'Updating';
  component.modified = account.now();
}

function rejectWhileInProgress({ operation, arn }: Component, verb: string): void {
  if (operation) rejectRequest(`Cannot ${verb} inference component "${arn}" while it is in state ${operation}.`);
}
