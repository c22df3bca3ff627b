import { Token } from 'aws-cdk-lib';
import { InstanceType } from '../../platform';
import { arePackable, InstanceResources, packCopies, PackedComponent, worstCaseInstances } from '../../sizing/packing';
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
   * Number of instances that is sufficient for the maximum numbers of copies and the new copies of a step of any update, however SageMaker has
   * placed the copies. Assumes that SageMaker does not move a copy to make room for a different one. Undefined if a copy does not fit on an
   * instance.
   */
  public readonly sufficient: number | undefined;

  private constructor(
    private readonly components: ComponentVariant[],
    private readonly instance: InstanceResources,
  ) {
    this.sufficient = largest(this.updates().map((packed) => worstCaseInstances(packed, instance)));
  }

  /** Least number of instances for the initial numbers of copies. Undefined for many components. */
  public get initial(): number | undefined {
    return this.least(this.copies(({ initialInstanceCount }) => initialInstanceCount));
  }

  /** Least number of instances for the maximum numbers of copies. Undefined for many components. */
  public get maximum(): number | undefined {
    return this.least(this.copies((component) => rangeOf(component).maximum));
  }

  /** Least number of instances for the maximum numbers of copies and the new copies of a step of the largest update. */
  public get updating(): number | undefined {
    return largest(this.updates().map((packed) => this.least(packed)));
  }

  private least(packed: PackedComponent[]): number | undefined {
    return arePackable(packed) ? packCopies(packed, this.instance)?.instanceCount : undefined;
  }

  private copies(countOf: (component: ComponentVariant) => number): PackedComponent[] {
    return this.components.map((component) => ({
      name: component.variantName,
      resources: packedResources(component.component.reservation),
      copies: countOf(component),
    }));
  }

  /** The copies during an update of each component, while all components have their maximum numbers of copies. */
  private updates(): PackedComponent[][] {
    return this.components.map((updated) =>
      this.copies((component) => {
        const { maximum } = rangeOf(component);
        if (component !== updated) return maximum;
        return maximum + component.component.rollingUpdate.maximumBatchSize._copiesOf(maximum);
      }),
    );
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

function largest(counts: (number | undefined)[]): number | undefined {
  return counts.includes(undefined) ? undefined : Math.max(0, ...(counts as number[]));
}
