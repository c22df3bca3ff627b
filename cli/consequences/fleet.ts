import { isDeepStrictEqual } from 'util';
import { TemplateEndpoint, TemplateVariant } from '../assembly/endpoints';
import { Properties } from '../assembly/template';
import { Consequence, DeployedEndpoint, EndpointChange, variantSuffix } from './consequence';
import { propertyDifferences } from './differences';
import { modelsReasons } from './model-reasons';
import { ResourceChange } from './resource-changes';
import { strategyOf } from './update-strategy';

/** Whether an update starts a new fleet, and the changed properties, as phrases. */
export type FleetChange = Pick<EndpointChange, 'newFleet' | 'reasons'>;

/** Finds the reasons why SageMaker replaces the instances of an endpoint. */
export function fleetChange(
  { endpoint: before, deployment: oldDeployment }: DeployedEndpoint,
  { endpoint: after, deployment: newDeployment }: DeployedEndpoint,
  changes: Map<string, ResourceChange>,
): FleetChange {
  const deployments = { before: oldDeployment, after: newDeployment };
  const changedProperties = changes.get(after.id)?.properties.filter((name) => name !== 'Tags') ?? [];
  if (changedProperties.length === 0) return { newFleet: 'no', reasons: [] };
  if (!changedProperties.includes('EndpointConfigName'))
    return { newFleet: 'possible', reasons: changedProperties.flatMap((name) => endpointReasons(name, before, after)) };
  const kind = after.hasComponents
    ? 'inference components instead of models'
    : 'models instead of inference components';
  const reasons = [
    ...(before.hasComponents === after.hasComponents ? [] : [`the endpoint has ${kind}`]),
    ...propertyDifferences(before.config, after.config, ['ProductionVariants', 'ShadowProductionVariants']),
    ...variantChanges(before, after).reasons,
    ...after.hosts.flatMap((variant) => {
      const old = before.hosts.find(({ name }) => name === variant.name);
      const suffix = variantSuffix(variant, after.hosts.length > 1);
      if (!old) return [];
      return [
        ...modelsReasons(old, variant, deployments, suffix),
        ...propertyDifferences(old.properties, variant.properties, ['ModelName'], suffix),
      ];
    }),
  ];
  return {
    // AWS does not document what an update of an endpoint with inference components does to its instances.
    newFleet: before.hasComponents || after.hasComponents ? 'possible' : 'yes',
    reasons: reasons.length > 0 ? [...new Set(reasons)] : ['it refers to a resource that is replaced'],
  };
}

/** Describes the variants that are added or removed. */
function variantChanges(before: TemplateEndpoint, after: TemplateEndpoint): { reasons: string[]; names: string[] } {
  const namesOf = (list: TemplateVariant[], others: TemplateVariant[]): string[] =>
    list.map(({ name }) => name).filter((name) => !others.some((other) => other.name === name));
  const [added, removed] = [namesOf(after.hosts, before.hosts), namesOf(before.hosts, after.hosts)];
  return {
    reasons: [
      ...added.map((name) => `variant ${name} is added`),
      ...removed.map((name) => `variant ${name} is removed`),
    ],
    names: [...added, ...removed],
  };
}

function endpointReasons(name: string, before: TemplateEndpoint, after: TemplateEndpoint): string[] {
  const [oldValue = {}, newValue = {}] = [before.properties[name], after.properties[name]] as (
    Properties | undefined
  )[];
  if (name !== 'DeploymentConfig') return propertyDifferences({ [name]: oldValue }, { [name]: newValue }, []);
  const { AutoRollbackConfiguration: oldAlarms, ...oldStrategy } = oldValue;
  const { AutoRollbackConfiguration: newAlarms, ...newStrategy } = newValue;
  return [
    ...(isDeepStrictEqual(oldStrategy, newStrategy) ? [] : ['updateStrategy changes']),
    ...(isDeepStrictEqual(oldAlarms, newAlarms) ? [] : ['the rollback alarms change']),
  ];
}

/** Describes whether a new fleet starts, and the reasons. */
export function fleetConsequence(
  { newFleet, reasons }: FleetChange,
  endpoint: TemplateEndpoint,
  changes: Map<string, ResourceChange>,
): Consequence {
  const facts = { newFleet, reasons };
  const reasonText = reasons.join('; ');
  if (changes.size === 0) return { about: 'fleet', sentence: 'Nothing changes: no new fleet.', facts };
  if (newFleet === 'no') return { about: 'fleet', sentence: 'No new fleet: the running instances are kept.', facts };
  if (endpoint.hasComponents) {
    const sentence = `The endpoint is updated: ${reasonText}. According to the SageMaker developer guide, an update of an endpoint with inference components is a blue/green or rolling deployment. Which of them applies, and what happens to the running copies, is not documented: try the update on a second endpoint first.`;
    return { about: 'fleet', sentence, facts };
  }
  if (newFleet === 'possible') {
    const sentence = `Expect a new fleet: ${reasonText}. CloudFormation calls UpdateEndpoint with the endpoint configuration that is already deployed, and the SageMaker documentation describes no case in which this call starts no new fleet.`;
    return { about: 'fleet', sentence, facts };
  }
  const start =
    strategyOf(endpoint).kind === 'rolling'
      ? 'A new fleet replaces the old fleet, batch by batch'
      : 'A new fleet starts next to the old fleet';
  return { about: 'fleet', sentence: `${start}: ${reasonText}.`, facts };
}

/** Describes variants that are added, removed or renamed. */
export function variantConsequences(before: TemplateEndpoint, after: TemplateEndpoint): Consequence[] {
  const { reasons, names } = variantChanges(before, after);
  if (names.length === 0) return [];
  const sentence = `SageMaker may reject the update: ${reasons.join('; ')}, and the SageMaker developer guide requires the same variant names before and after a blue/green or rolling deployment.`;
  return [{ about: 'variants', sentence, facts: { variants: names } }];
}
