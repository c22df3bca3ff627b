import { Token } from 'aws-cdk-lib';
import { InstanceType } from '../../platform';
import { Copies, CopyResources, firstFitInstances, leastInstances } from '../../platform/first-fit';
import { VariantWithoutAlarms } from '../resolved/endpoint';
import { packedResources } from '../resolved/component';

/** A variant that is an inference component. */
export type ComponentVariant = VariantWithoutAlarms & Required<Pick<VariantWithoutAlarms, 'component'>>;

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
export function requiredInstances(
  components: ComponentVariant[],
  instanceType: InstanceType,
): RequiredInstances | undefined {
  const instance = resourcesOf(instanceType);
  if (!instance || components.some(hasUnknownCopies)) return undefined;
  const maximumOf = (component: ComponentVariant): number => rangeOf(component).maximum;
  const first = copiesOf(components, ({ initialInstanceCount }) => initialInstanceCount);
  const most = copiesOf(components, maximumOf);
  const updated = copiesOf(components, (component) => {
    const maximum = maximumOf(component);
    return maximum + component.component.rollingUpdate.maximumBatchSize._copiesOf(maximum);
  });
  const [initialBound, initial] = [leastInstances(first, instance), firstFitInstances(first, instance)];
  const [maximum, updating] = [firstFitInstances(most, instance), firstFitInstances(updated, instance)];
  if (initialBound === undefined || initial === undefined || maximum === undefined || updating === undefined)
    return undefined;
  return { initialBound, initial, maximum, updating };
}

function copiesOf(components: ComponentVariant[], countOf: (component: ComponentVariant) => number): Copies[] {
  return components.map((component) => ({
    resources: packedResources(component.component.reservation),
    copies: countOf(component),
  }));
}

/** What an instance offers to copies. Undefined if it is not known. SageMaker does not document how much of it SageMaker itself requires. */
function resourcesOf({ gpuCount, vcpus, memory }: InstanceType): CopyResources | undefined {
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
