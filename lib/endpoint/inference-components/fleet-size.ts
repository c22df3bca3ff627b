import { Token } from 'aws-cdk-lib';
import { InstanceType } from '../../platform';
import {
  arePackable,
  InstanceResources,
  leastInstances,
  packCopies,
  PackedComponent,
  worstCaseInstances,
} from '../../sizing/packing';
import { VariantWithoutAlarms } from '../endpoint';
import { packedResources } from './component';

/** A variant that is an inference component. */
export type ComponentVariant = VariantWithoutAlarms & Required<Pick<VariantWithoutAlarms, 'component'>>;

/** The instances that the copies of all components together require. */
export class RequiredInstances {
  /**
   * Undefined if a number or a property of the instance type is not known at synthesis, or if a copy does not fit on an instance, which a
   * different check reports.
   */
  public static of(components: ComponentVariant[], instanceType: InstanceType): RequiredInstances | undefined {
    const instance = resourcesOf(instanceType);
    if (!instance || components.some(hasUnknownCopies)) return undefined;
    const required = new RequiredInstances(components, instance);
    return required.sufficient === undefined ? undefined : required;
  }

  /**
   * Number of instances that is sufficient for the maximum numbers of copies and the new copies of a step of an update of all components, however
   * SageMaker has placed the copies. Assumes that SageMaker does not move a copy to make room for a different one. Undefined if a copy does not fit on an
   * instance.
   */
  public readonly sufficient: number | undefined;

  private constructor(
    private readonly components: ComponentVariant[],
    private readonly instance: InstanceResources,
  ) {
    this.sufficient = worstCaseInstances(this.updatingCopies, instance);
  }

  /** Least number of instances for the initial numbers of copies, or a lower bound for many copies. Undefined if a copy does not fit. */
  public get initial(): number | undefined {
    return this.least(this.copies(({ initialInstanceCount }) => initialInstanceCount));
  }

  /** Least number of instances for the maximum numbers of copies, or a lower bound for many copies. Undefined if a copy does not fit. */
  public get maximum(): number | undefined {
    return this.least(this.copies((component) => rangeOf(component).maximum));
  }

  /** Like `maximum`, with the new copies of a step of an update of all components. CloudFormation updates them at the same time. */
  public get updating(): number | undefined {
    return this.least(this.updatingCopies);
  }

  private least(packed: PackedComponent[]): number | undefined {
    return arePackable(packed)
      ? packCopies(packed, this.instance)?.instanceCount
      : leastInstances(packed, this.instance);
  }

  private copies(countOf: (component: ComponentVariant) => number): PackedComponent[] {
    return this.components.map((component) => ({
      name: component.variantName,
      resources: packedResources(component.component.reservation),
      copies: countOf(component),
    }));
  }

  /** The copies during an update of all components, while all components have their maximum numbers of copies. */
  private get updatingCopies(): PackedComponent[] {
    return this.copies((component) => {
      const { maximum } = rangeOf(component);
      return maximum + component.component.rollingUpdate.maximumBatchSize._copiesOf(maximum);
    });
  }
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
