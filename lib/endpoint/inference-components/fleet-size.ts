import { InstanceType } from '../../platform';
import { Copies, CopyResources, firstFitInstances, leastInstances } from '../../platform/first-fit';
import { Component, packedResources } from '../resolved/component';
import { CapacitySize } from '../update/capacity-size';
import { isUnresolved } from '../../findings/is-unresolved';

/** The instances that the copies of all components together require. */
export interface RequiredInstances {
  /** Lower bound for the initial numbers of copies. */
  readonly initialBound: number;
  /** For the initial numbers of copies. */
  readonly initial: number;
  /** For the maximum numbers of copies. */
  readonly maximum: number;
  /** Like `maximum`, with the new copies of a step of an update of all components. CloudFormation updates them at the same time. */
  readonly updating: number;
}

/**
 * The instances that the copies of all components together require. Undefined if a number or a property of the instance type is not known at
 * synthesis, or if a copy does not fit on an instance, which a different check reports.
 */
export function requiredInstances(components: Component[], instanceType: InstanceType): RequiredInstances | undefined {
  const instance = resourcesOf(instanceType);
  if (!instance || components.some(hasUnknownCopies)) return undefined;
  const first = copiesOf(components, ({ copyCount }) => copyCount);
  const most = copiesOf(components, ({ range }) => range.maximum);
  const updated = copiesOf(
    components,
    ({ range, rollingUpdate }) => range.maximum + copiesInStep(rollingUpdate.maximumBatchSize, range.maximum),
  );
  const [initialBound, initial] = [leastInstances(first, instance), firstFitInstances(first, instance)];
  const [maximum, updating] = [firstFitInstances(most, instance), firstFitInstances(updated, instance)];
  if (initialBound === undefined || initial === undefined || maximum === undefined || updating === undefined)
    return undefined;
  return { initialBound, initial, maximum, updating };
}

function copiesOf(components: Component[], countOf: (component: Component) => number): Copies[] {
  return components.map((component) => ({
    resources: packedResources(component.reservation),
    copies: countOf(component),
  }));
}

/** What an instance offers to copies. Undefined if it is not known. SageMaker does not document how much of it SageMaker itself requires. */
function resourcesOf({ gpuCount, vcpus, memory }: InstanceType): CopyResources | undefined {
  if (gpuCount === undefined || vcpus === undefined || memory === undefined) return undefined;
  return { gpus: gpuCount, cpuCores: vcpus, memoryMib: memory.toMebibytes() };
}

/** Number of copies in one step of an update. A size that is known only at deployment counts as all copies. */
export function copiesInStep({ _value: value, _isPercent: isPercent }: CapacitySize, copies: number): number {
  if (isUnresolved(value)) return copies;
  return Math.min(copies, isPercent ? Math.max(1, Math.ceil((copies * value) / 100)) : value);
}

function hasUnknownCopies({ reservation, range, copyCount }: Component): boolean {
  return [range.minimum, range.maximum, copyCount, ...Object.values(reservation)].some(
    (value) => value !== undefined && (isUnresolved(value) || !(value >= 0 && value < Infinity)),
  );
}
