import { Token } from 'aws-cdk-lib';
import { InstanceType } from '../../platform';
import { InstanceResources, packCopies, PackedComponent, worstCaseInstances } from '../../sizing/packing';
import { VariantWithoutAlarms } from '../endpoint';
import { packedResources } from './component';

/** A variant that is an inference component. */
export type ComponentVariant = VariantWithoutAlarms & Required<Pick<VariantWithoutAlarms, 'component'>>;

/** What the copies of all components together require of a fleet. */
export interface RequiredInstances {
  /** Least number of instances for the minimum numbers of copies. */
  readonly minimum: number;
  /** Least number of instances for the initial numbers of copies. */
  readonly initial: number;
  /** Least number of instances for the maximum numbers of copies. */
  readonly maximum: number;
  /** Least number of instances for the maximum numbers of copies and the new copies of a step of the largest update. */
  readonly updating: number;
  /**
   * Number of instances that is sufficient for the copies of `updating`, however SageMaker has placed the copies. SageMaker does not move a
   * copy to make room for a different one.
   */
  readonly sufficient: number;
}

/**
 * Computes the instances that the copies of the components require. Undefined if a number or a property of the instance type is not known at
 * synthesis, or if a copy does not fit on an instance, which a check reports.
 */
export function requiredInstances(
  components: ComponentVariant[],
  instanceType: InstanceType,
): RequiredInstances | undefined {
  const instance = resourcesOf(instanceType);
  if (!instance || components.some(hasUnknownCopies)) return undefined;
  const copiesOf = (count: (component: ComponentVariant) => number): PackedComponent[] =>
    components.map((component) => ({
      name: component.variantName,
      resources: packedResources(component.component.reservation),
      copies: count(component),
    }));
  const least = (packed: PackedComponent[]): number | undefined => packCopies(packed, instance)?.instanceCount;
  const updates = components.map((updated) =>
    copiesOf((component) => {
      const { maximum } = rangeOf(component);
      if (component !== updated) return maximum;
      return maximum + component.component.rollingUpdate.maximumBatchSize._copiesOf(maximum);
    }),
  );
  const counts = {
    minimum: least(copiesOf((component) => rangeOf(component).minimum)),
    initial: least(copiesOf(({ initialInstanceCount }) => initialInstanceCount)),
    maximum: least(copiesOf((component) => rangeOf(component).maximum)),
    updating: largest(updates.map(least)),
    sufficient: largest(updates.map((packed) => worstCaseInstances(packed, instance))),
  };
  return Object.values(counts).includes(undefined) ? undefined : (counts as RequiredInstances);
}

/** What an instance offers to copies. Undefined if it is not known. SageMaker does not document how much of it SageMaker itself requires. */
export function resourcesOf({ gpuCount, vcpus, memory }: InstanceType): InstanceResources | undefined {
  if (gpuCount === undefined || vcpus === undefined || memory === undefined) return undefined;
  return { gpus: gpuCount, cpuCores: vcpus, memoryMib: memory.toMebibytes() };
}

/** The numbers of copies between which a component scales. */
export function rangeOf({ scaling, initialInstanceCount }: ComponentVariant): { minimum: number; maximum: number } {
  return scaling._range(initialInstanceCount);
}

function hasUnknownCopies(component: ComponentVariant): boolean {
  const { reservation } = component.component;
  const { minimum, maximum } = rangeOf(component);
  return [minimum, maximum, component.initialInstanceCount, ...Object.values(reservation)].some(
    (value) => value !== undefined && (Token.isUnresolved(value) || !(value >= 0 && value < Infinity)),
  );
}

function largest(counts: (number | undefined)[]): number | undefined {
  return counts.includes(undefined) ? undefined : Math.max(0, ...(counts as number[]));
}
