import { Token } from 'aws-cdk-lib';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { Finding, error, warning } from '../../findings/finding';
import { InstanceRange } from '../../scaling/scaled-variant';
import { stepsOf } from '../../contracts/instances-needed';

/**
 * 50 % of one instance. AWS's example notebooks round 33 % of 3 instances to one instance. How SageMaker rounds a share of less than half an
 * instance is not documented.
 */
const HALF_INSTANCE_PERCENT = 50;

/**
 * A share of the fleet (the instances of a variant) that is replaced or receives traffic in one step of an update.
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/APIReference/API_CapacitySize.html
 * @example
 * UpdateStrategy.rolling({ maximumBatchSize: FleetShare.percent(20) });
 */
export class FleetShare {
  /**
   * A percentage of the instances that the variant has at the time of the update.
   *
   * @param value whole percentage. The valid range depends on the strategy
   */
  public static percent(value: number): FleetShare {
    return new FleetShare('CAPACITY_PERCENT', value);
  }

  /**
   * A number of instances, for variants that do not scale.
   *
   * @param value at least 1. The share must be within the percentage range of the strategy
   */
  public static instances(value: number): FleetShare {
    return new FleetShare('INSTANCE_COUNT', value);
  }

  private constructor(
    private readonly type: string,
    private readonly value: number,
  ) {}

  /** Returns the share as text, such as `10 %` or `1 instance`. */
  public toString(): string {
    if (this.type === 'CAPACITY_PERCENT') return `${this.value} %`;
    return this.value === 1 ? '1 instance' : `${this.value} instances`;
  }

  /**
   * Number of steps of this size that replace all instances.
   *
   * @internal
   */
  public _stepCount(instanceCount: number): number | undefined {
    if (Token.isUnresolved(this.value)) return undefined;
    const count = Token.isUnresolved(instanceCount) ? NaN : instanceCount;
    const steps = stepsOf({ Type: this.type, Value: this.value }, count);
    return Number.isNaN(steps) ? undefined : steps;
  }

  /**
   * Checks the share for variants whose numbers of instances are in the given ranges.
   *
   * @internal
   */
  public _check(field: string, minimum: number, maximum: number, ranges: InstanceRange[]): Finding[] {
    if (Token.isUnresolved(this.value)) return [];
    const percent = minimum > 1 ? `${minimum} to ${maximum} %` : `at most ${maximum} %`;
    const allowed = `allowed: a whole number, ${percent} of a variant's instances`;
    const reject = (message: string): Finding[] => [error('sm.deploy-share', field, message)];
    if (!Number.isInteger(this.value) || this.value < 1) return reject(`got ${this}; ${allowed}`);
    if (this.type === 'CAPACITY_PERCENT') {
      return this.value < minimum || this.value > maximum
        ? reject(`got ${this}; ${allowed}`)
        : this.warnBelowHalfInstance(field, ranges);
    }
    const known = ranges.filter(({ minimum: least, maximum: most }) => ![least, most].some(Token.isUnresolved));
    const scaled = known.find(({ minimum: least, maximum: most }) => least !== most);
    if (scaled) {
      const counts = `${scaled.minimum} to ${scaled.maximum} instances`;
      return reject(
        `got ${this} with scaling (${counts}); allowed: FleetShare.percent, since an update begins with any number of instances, which a previous deployment may have allowed`,
      );
    }
    const outOfRange = known
      .map(({ maximum: count }) => count)
      .find((count) => this.value * 100 > count * maximum || this.value * 100 < count * minimum);
    return outOfRange === undefined ? [] : reject(`got ${this} of ${outOfRange}; ${allowed}`);
  }

  /** @internal */
  public _render(): CfnEndpoint.CapacitySizeProperty {
    return { type: this.type, value: this.value };
  }

  private warnBelowHalfInstance(field: string, ranges: InstanceRange[]): Finding[] {
    const counts = ranges.map(({ minimum }) => minimum);
    const count = counts.find(
      (minimumCount) => !Token.isUnresolved(minimumCount) && minimumCount * this.value < HALF_INSTANCE_PERCENT,
    );
    if (count === undefined) return [];
    return [
      warning(
        'sm.deploy-share-rounding',
        field,
        `got ${this} of ${count === 1 ? '1 instance' : `${count} instances`}, which is less than half an instance; SageMaker does not document how it rounds such a share; each step then moves at least one instance`,
      ),
    ];
  }
}
