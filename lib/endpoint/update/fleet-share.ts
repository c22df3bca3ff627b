import { Token } from 'aws-cdk-lib';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { Finding, error, warning } from '../../findings/finding';

/** A part of a variant's instances: how many take part in one step of an update. */
export class FleetShare {
  /**
   * A part of the instances that the variant has when it is updated.
   *
   * @param value whole percent; what is allowed depends on the strategy
   */
  public static percent(value: number): FleetShare {
    return new FleetShare('CAPACITY_PERCENT', value);
  }

  /**
   * A number of instances.
   *
   * @param value at least 1, and no more than the strategy allows of the variant's instances
   */
  public static instances(value: number): FleetShare {
    return new FleetShare('INSTANCE_COUNT', value);
  }

  private constructor(
    private readonly type: string,
    private readonly value: number,
  ) {}

  /** The share in words, such as `10 %` or `1 instance`. */
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
    if (this.type === 'CAPACITY_PERCENT') return Math.ceil(100 / this.value);
    return Token.isUnresolved(instanceCount) ? undefined : Math.ceil(instanceCount / this.value);
  }

  /**
   * What is wrong with the share of fleets of this size.
   *
   * @internal
   */
  public _check(field: string, minimum: number, maximum: number, instanceCounts: number[]): Finding[] {
    if (Token.isUnresolved(this.value)) return [];
    const range = minimum > 1 ? `${minimum} to ${maximum} %` : `at most ${maximum} %`;
    const allowed = `allowed: a whole number, ${range} of a variant's instances`;
    if (!Number.isInteger(this.value) || this.value < 1)
      return [error('sm.deploy-share', field, `got ${this}; ${allowed}`)];
    if (this.type === 'CAPACITY_PERCENT') {
      return this.value < minimum || this.value > maximum
        ? [error('sm.deploy-share', field, `got ${this}; ${allowed}`)]
        : this.belowOneInstance(field, instanceCounts);
    }
    const count = instanceCounts
      .filter((each) => !Token.isUnresolved(each))
      .find((each) => this.value * 100 > each * maximum || this.value * 100 < each * minimum);
    return count === undefined ? [] : [error('sm.deploy-share', field, `got ${this} of ${count}; ${allowed}`)];
  }

  /** @internal */
  public _render(): CfnEndpoint.CapacitySizeProperty {
    return { type: this.type, value: this.value };
  }

  private belowOneInstance(field: string, instanceCounts: number[]): Finding[] {
    const count = instanceCounts.find((each) => !Token.isUnresolved(each) && each * this.value < 100);
    if (count === undefined) return [];
    return [
      warning(
        'sm.deploy-share-rounding',
        field,
        `got ${this} of ${count === 1 ? '1 instance' : `${count} instances`}, which is less than one; how SageMaker rounds is not documented, a step then takes at least one instance`,
      ),
    ];
  }
}
