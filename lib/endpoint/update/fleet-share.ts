import { Token } from 'aws-cdk-lib';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { Finding, error, warning } from '../../findings/finding';
import { InstanceRange } from '../../scaling/scaled-variant';
import { stepsOf } from '../preflight/instances-needed';

/** In percent of an instance. AWS's notebooks count 33 % of 3 instances as one; whether less than a half is one, too, nobody says. */
const HALF_AN_INSTANCE = 50;

/**
 * A share of the instances of a variant that are replaced or receive traffic in one step of an update.
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
   * A number of instances.
   *
   * @param value at least 1. The number must be within the range of the strategy for each number of instances to which the variant can
   * scale
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
   * How many steps of this size replace a fleet.
   *
   * @internal
   */
  public _steps(instanceCount: number): number | undefined {
    if (Token.isUnresolved(this.value)) return undefined;
    const count = Token.isUnresolved(instanceCount) ? NaN : instanceCount;
    const steps = stepsOf({ Type: this.type, Value: this.value }, count);
    return Number.isNaN(steps) ? undefined : steps;
  }

  /**
   * What is wrong with the share of variants with these numbers of instances.
   *
   * @internal
   */
  public _check(field: string, minimum: number, maximum: number, ranges: InstanceRange[]): Finding[] {
    if (Token.isUnresolved(this.value)) return [];
    const percent = minimum > 1 ? `${minimum} to ${maximum} %` : `at most ${maximum} %`;
    const allowed = `allowed: a whole number, ${percent} of a variant's instances`;
    const refuse = (message: string): Finding[] => [error('sm.deploy-share', field, message)];
    if (!Number.isInteger(this.value) || this.value < 1) return refuse(`got ${this}; ${allowed}`);
    if (this.type === 'CAPACITY_PERCENT') {
      return this.value < minimum || this.value > maximum
        ? refuse(`got ${this}; ${allowed}`)
        : this.belowOneInstance(field, ranges);
    }
    const fits = (count: number): boolean =>
      Token.isUnresolved(count) || (this.value * 100 <= count * maximum && this.value * 100 >= count * minimum);
    // The share of a number of instances is largest of the smallest fleet and smallest of the largest.
    const broken = ranges.find((range) => !fits(range.minimum) || !fits(range.maximum));
    if (broken === undefined) return [];
    const count = fits(broken.minimum) ? broken.maximum : broken.minimum;
    return refuse(`got ${this} of ${count}; ${allowed}${atEachCount(broken)}`);
  }

  /** @internal */
  public _render(): CfnEndpoint.CapacitySizeProperty {
    return { type: this.type, value: this.value };
  }

  private belowOneInstance(field: string, ranges: InstanceRange[]): Finding[] {
    const counts = ranges.map(({ minimum }) => minimum);
    const count = counts.find((each) => !Token.isUnresolved(each) && each * this.value < HALF_AN_INSTANCE);
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

/** Why a share that fits the first deployment may not fit the next one. */
function atEachCount({ minimum, maximum }: InstanceRange): string {
  if (minimum === maximum) return '';
  return `, at each number of instances that may be running when an update begins (${minimum} to ${maximum} with scaling); FleetShare.percent fits all of them`;
}
