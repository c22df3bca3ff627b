import { checkCountRange } from '../../findings/ranges';
import { Finding } from '../../findings/finding';

/** Options of a `CopyPlacement`. */
export interface CopyPlacementOptions {
  /**
   * Maximum difference between the numbers of copies in two Availability Zones, 0 to 100. If SageMaker cannot comply with the available
   * capacity, it places the copy nevertheless. Applies if the endpoint has instances in two or more zones.
   *
   * @default 0
   */
  readonly maxZoneImbalance?: number;
}

/**
 * How SageMaker places the copies of an inference component on the instances. Copies are first balanced over the Availability Zones. The
 * strategy applies to the instances in each zone.
 *
 * Source: API reference of SageMaker, InferenceComponentSchedulingConfig (read 2026-11-28).
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/APIReference/API_InferenceComponentSchedulingConfig.html
 * @example
 * CopyPlacement.spread({ maxZoneImbalance: 1 });
 */
export class CopyPlacement {
  /** Distributes the copies evenly over the instances, so the loss of an instance stops few copies. */
  public static spread(options: CopyPlacementOptions = {}): CopyPlacement {
    return new CopyPlacement('SPREAD', options);
  }

  /** Packs the copies onto few instances, so the endpoint needs fewer instances. */
  public static binpack(options: CopyPlacementOptions = {}): CopyPlacement {
    return new CopyPlacement('BINPACK', options);
  }

  private constructor(
    private readonly strategy: string,
    private readonly options: CopyPlacementOptions,
  ) {}

  /** @internal */
  public _check(field: string): Finding[] {
    return checkCountRange(this.options.maxZoneImbalance, {
      ruleId: 'ic.placement',
      field: `${field}.maxZoneImbalance`,
      minimum: 0,
      maximum: 100,
    });
  }

  /** The properties with the names of CloudFormation, since the L1 construct of the oldest supported aws-cdk-lib lacks them. @internal */
  public _render(): object {
    return {
      PlacementStrategy: this.strategy,
      AvailabilityZoneBalance: { EnforcementMode: 'PERMISSIVE', MaxImbalance: this.options.maxZoneImbalance ?? 0 },
    };
  }
}
