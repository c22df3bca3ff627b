import { Token } from 'aws-cdk-lib';
import { CfnInferenceComponent } from 'aws-cdk-lib/aws-sagemaker';
import { error, Finding } from '../../findings/finding';

/**
 * A share of the copies of an inference component that an update replaces in one step.
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/APIReference/API_InferenceComponentCapacitySize.html
 * @example
 * CopyShare.percent(25);
 */
export class CopyShare {
  /**
   * A percentage of the copies that the component has at the time of the update.
   *
   * @param value whole percentage, 1 to 100
   */
  public static percent(value: number): CopyShare {
    return new CopyShare('CAPACITY_PERCENT', value);
  }

  /**
   * A number of copies.
   *
   * @param value whole number, at least 1
   */
  public static copies(value: number): CopyShare {
    return new CopyShare('COPY_COUNT', value);
  }

  private constructor(
    private readonly type: string,
    private readonly value: number,
  ) {}

  /** Returns the share as text, such as `25 %` or `1 copy`. */
  public toString(): string {
    if (this.type === 'CAPACITY_PERCENT') return `${this.value} %`;
    return this.value === 1 ? '1 copy' : `${this.value} copies`;
  }

  /** Number of copies in one step of an update. A share that is known only at deployment counts as all copies. @internal */
  public _copiesOf(copyCount: number): number {
    if (Token.isUnresolved(this.value)) return copyCount;
    if (this.type === 'COPY_COUNT') return Math.min(copyCount, this.value);
    return Math.min(copyCount, Math.max(1, Math.ceil((copyCount * this.value) / 100)));
  }

  /**
   * Checks the share for components that can have the given numbers of copies. How SageMaker rounds a share of less than one copy is not
   * documented, so one copy is always accepted.
   *
   * @internal
   */
  public _check(field: string, percent: { minimum: number; maximum: number }, leastCopies: number): Finding[] {
    if (Token.isUnresolved(this.value)) return [];
    const { minimum, maximum } = percent;
    const reject = (allowed: string): Finding[] => [
      error('ic.update-share', field, `got ${this}; allowed: ${allowed}`),
    ];
    const isWhole = Number.isInteger(this.value);
    if (this.type === 'CAPACITY_PERCENT') {
      const isValid = isWhole && this.value >= minimum && this.value <= maximum;
      return isValid ? [] : reject(`a whole number, ${minimum} to ${maximum} %`);
    }
    const most = Token.isUnresolved(leastCopies) ? Infinity : Math.max(1, Math.floor((leastCopies * maximum) / 100));
    if (isWhole && this.value >= 1 && this.value <= most) return [];
    const reason =
      most < Infinity
        ? `, ${maximum} % of the ${leastCopies} copies that the component can have when an update begins`
        : '';
    return reject(`a whole number, ${most === 1 ? '1' : `1 to ${most}`}${reason}`);
  }

  /** @internal */
  public _render(): CfnInferenceComponent.InferenceComponentCapacitySizeProperty {
    return { type: this.type, value: this.value };
  }
}
