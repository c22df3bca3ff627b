import { stepsOf } from '../../contracts/instances-needed';
import { isUnresolved } from '../../findings/is-unresolved';

/**
 * A share of the instances of a variant, or of the copies of an inference component, that an update replaces in one step, or that receives
 * traffic first.
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/APIReference/API_CapacitySize.html
 * @example
 * UpdateStrategy.rolling({ maximumBatchSize: CapacitySize.percent(20) });
 */
export class CapacitySize {
  /**
   * A percentage of the instances or copies that exist at the time of the update.
   *
   * @param value whole percentage. The valid range depends on the property
   */
  public static percent(value: number): CapacitySize {
    return new CapacitySize(value, true);
  }

  /**
   * A number of instances or copies. For instances, the variant must not scale.
   *
   * @param value at least 1. The share must be within the percentage range of the property
   */
  public static count(value: number): CapacitySize {
    return new CapacitySize(value, false);
  }

  private constructor(
    /** @internal */
    public readonly _value: number,
    /** @internal */
    public readonly _isPercent: boolean,
  ) {}

  /** Returns the share as text, such as `10 %` or `1`. */
  public toString(): string {
    return this._isPercent ? `${this._value} %` : `${this._value}`;
  }

  /** Number of steps of this size that replace all instances or copies. Undefined if it is known only at deployment. @internal */
  public _stepCount(total: number): number | undefined {
    if (isUnresolved(this._value)) return undefined;
    const share = { Type: this._isPercent ? 'CAPACITY_PERCENT' : 'INSTANCE_COUNT', Value: this._value };
    const steps = stepsOf(share, isUnresolved(total) ? NaN : total);
    return Number.isNaN(steps) ? undefined : steps;
  }

  /** The property of CloudFormation. @internal */
  public _render(countType: 'INSTANCE_COUNT' | 'COPY_COUNT'): { readonly type: string; readonly value: number } {
    return { type: this._isPercent ? 'CAPACITY_PERCENT' : countType, value: this._value };
  }
}
