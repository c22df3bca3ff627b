import { componentChanges } from './component-changes';
import { componentConsequences } from './component-consequences';
import { Consequence, DeployedEndpoint } from './consequence';
import { EndpointConsequences } from './endpoint-change';
import { FleetChange } from './fleet';
import { fleetConsequence, variantConsequences } from './fleet-consequences';
import { costConsequences } from './fleet-cost';
import { instanceConsequences } from './instances';
import { modelDataConsequences } from './model-data';
import { packageConsequences } from './python-packages';
import { requestConsequences, responseConsequences } from './requests';
import { ResourceChange } from './resource-changes';
import { removalConsequences } from './rollback';
import { scalingConsequences } from './scaling';
import { serverMetricsConsequences } from './server-metrics';

/** Describes the update of an endpoint with inference components, or of its components, which does not update the endpoint. */
export function changedComponentEndpoint(
  before: DeployedEndpoint,
  after: DeployedEndpoint,
  changes: Map<string, ResourceChange>,
  changeOfFleet: FleetChange,
): EndpointConsequences {
  const { endpoint, deployment } = after;
  const { newFleet, reasons } = changeOfFleet;
  const changeOfComponents = componentChanges(before, after, changes);
  const { unchanged } = changeOfComponents;
  const isEndpointUpdated = newFleet !== 'no';
  const isAnyChanged = isEndpointUpdated || unchanged.length < endpoint.variants.length;
  const isAnyUpdated = changeOfComponents.updated.some(({ replacesCopies }) => replacesCopies);
  return {
    change: { endpoint: endpoint.name, change: changes.has(endpoint.id) ? 'updated' : 'unchanged', newFleet, reasons },
    consequences: [
      isEndpointUpdated ? endpointUpdate(changeOfFleet) : fleetConsequence(changeOfFleet, endpoint, changes),
      ...(isEndpointUpdated ? variantConsequences(before.endpoint, endpoint) : []),
      ...componentConsequences(changeOfComponents, endpoint, deployment.template, isEndpointUpdated),
      ...requestConsequences(before, after),
      ...responseConsequences(before, after),
      ...scalingConsequences(before.endpoint, endpoint, deployment.template),
      ...(isAnyChanged ? instanceConsequences(before.endpoint, endpoint, newFleet, 'The fleet') : []),
      ...costConsequences(before.endpoint, endpoint),
      ...modelDataConsequences(before, after),
      ...packageConsequences(before, after),
      ...serverMetricsConsequences(before, after),
      ...(isAnyUpdated ? removalConsequences(before, after) : []),
    ],
  };
}

/** Describes an update of the endpoint itself, such as a different instance type. */
function endpointUpdate({ newFleet, reasons }: FleetChange): Consequence {
  const sentence = `The endpoint is updated: ${reasons.join('; ')}. According to the SageMaker developer guide, an update of an endpoint with inference components is a blue/green or rolling deployment. Which of them applies, and what happens to the running copies, is not documented: try the update on a second endpoint first.`;
  return { about: 'fleet', sentence, facts: { newFleet, reasons } };
}
