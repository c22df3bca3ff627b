import { isDeepStrictEqual } from 'node:util';
import { selectInstance } from '../../sagemaker/inference-components/placement';
import type { Component } from '../../sagemaker/state';
import { Simulation } from '../../simulation';
import type { ReportViolation } from '../invariant';
import { DeclaredComponent, DeclaredEndpoint } from '../declared-endpoint';

/** The components of the account, by name. */
export function componentsIn({ sagemaker }: Simulation): ReadonlyMap<string, Component> {
  return sagemaker['state'].components;
}

/** The names of the models of a component's copies that are in service. */
export function servedModels({ copies }: Component): string[] {
  return [...new Set(copies.filter(({ isInService }) => isInService).map((copy) => copy.specification.model.name))];
}

export function copiesInService({ copies }: Component): number {
  return copies.filter(({ isInService }) => isInService).length;
}

/** Checks that the endpoint and its components match the template. */
export function checkFleetMatchesTemplate(aws: Simulation, declared: DeclaredEndpoint, report: ReportViolation): void {
  const reportViolation = (message: string): void => report('the endpoint matches the template', message);
  const { endpointName, endpointConfigName, components } = declared;
  const endpoint = aws.sagemaker['state'].endpoints.get(endpointName);
  if (!endpoint) return reportViolation('the endpoint does not exist');
  if (!['InService', 'Updating'].includes(endpoint.status) || endpoint.green)
    reportViolation(`the endpoint is ${endpoint.status} (${endpoint.failureReason ?? ''})`);
  const { config, variants } = endpoint.fleet;
  if (config.name !== endpointConfigName)
    reportViolation(`the endpoint serves ${config.name}, and the stack declares ${endpointConfigName}`);
  const [{ instances }] = variants;
  const { MinInstanceCount = 0, MaxInstanceCount = 0 } = declared.variants[0].ManagedInstanceScaling ?? {};
  const isOutside = instances.length < MinInstanceCount || instances.length > MaxInstanceCount;
  if (isOutside && aws.account.isSwitchedOn('sagemaker.retained-counts-respect-the-limits'))
    reportViolation(
      `the endpoint has ${instances.length} instances, declared ${MinInstanceCount} to ${MaxInstanceCount}`,
    );
  for (const component of components) checkComponent(aws, component, reportViolation);
  const names = components.map(({ name }) => name);
  for (const name of componentsIn(aws).keys())
    if (!names.includes(name)) reportViolation(`the component ${name} exists, and is not declared`);
}

function checkComponent(
  aws: Simulation,
  { name, specification, target, copyCount }: DeclaredComponent,
  reportViolation: (message: string) => void,
): void {
  const component = componentsIn(aws).get(name);
  if (!component) return reportViolation(`the component ${name} does not exist`);
  if (!['InService', 'Updating'].includes(component.status) || component.operation === 'UPDATE_IN_PROGRESS')
    reportViolation(`${name} is ${component.status} (${component.failureReason ?? ''})`);
  const { input } = component.version.specification;
  for (const key of ['ModelName', 'ComputeResourceRequirements', 'SchedulingConfig'] as const) {
    // An update may keep a placement that the template no longer declares, which the documentation of `placement` says.
    if (key === 'SchedulingConfig' && specification[key] === undefined) continue;
    if (!isDeepStrictEqual(input[key], specification[key]))
      reportViolation(
        `${key} of ${name} is ${JSON.stringify(input[key])}, declared ${JSON.stringify(specification[key])}`,
      );
  }
  const others = servedModels(component).filter((model) => model !== specification.ModelName);
  if (others.length > 0) reportViolation(`copies of ${name} serve ${others}, declared ${specification.ModelName}`);
  const { desiredCopies } = component;
  if (!target && desiredCopies !== copyCount)
    reportViolation(`${name} has ${desiredCopies} copies, declared ${copyCount}`);
  if (target && (desiredCopies < target.MinCapacity || desiredCopies > target.MaxCapacity))
    reportViolation(`${name} has ${desiredCopies} copies, declared ${target.MinCapacity} to ${target.MaxCapacity}`);
}

/** Checks that each copy in service has a log stream. */
export function checkCopyLogs(aws: Simulation, report: ReportViolation): void {
  for (const { name, copies } of componentsIn(aws).values()) {
    for (const { id, isInService, log } of copies) {
      if (isInService && !(log && aws.logs.groups.get(log.group)?.streams.has(log.stream)))
        report('each serving instance has a log', `${id} of ${name} has no log stream`);
    }
  }
}

/** Whether the fleet has room for one more copy of a component, on an instance or on a new instance. */
export function hasRoomForCopy({ sagemaker }: Simulation, component: Component): boolean {
  const state = sagemaker['state'];
  const [variant] = state.endpoints.get(component.endpointName)?.fleet.variants ?? [];
  if (!variant) return false;
  const { MaxInstanceCount = 1 } = variant.config.ManagedInstanceScaling ?? {};
  return (
    variant.desiredCount < MaxInstanceCount ||
    selectInstance(state, component, component.version, variant.instances) !== undefined
  );
}
