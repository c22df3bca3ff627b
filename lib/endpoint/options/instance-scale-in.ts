import { Duration } from 'aws-cdk-lib';
import { Finding } from '../../findings/finding';
import { checkCountRange, checkDurationRange } from '../../findings/ranges';

/** Options of `InstanceScaleIn.consolidation`. */
export interface ConsolidationOptions {
  /**
   * Maximum number of instances that SageMaker removes at a time, 1 to 100.
   *
   * @default 1
   */
  readonly maximumStepSize?: number;

  /**
   * Time after the last operation on the endpoint before SageMaker moves copies: 5 minutes to 24 hours, in whole minutes.
   *
   * @default Duration.minutes(20)
   */
  readonly cooldown?: Duration;
}

/**
 * How SageMaker removes instances of an endpoint with inference components.
 *
 * Source: API reference of SageMaker, ProductionVariantManagedInstanceScalingScaleInPolicy (read 2026-11-28).
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/APIReference/API_ProductionVariantManagedInstanceScalingScaleInPolicy.html
 * @example
 * InstanceScaleIn.consolidation({ cooldown: Duration.minutes(30) });
 */
export class InstanceScaleIn {
  /** Removes instances that have no copies. */
  public static idleRelease(): InstanceScaleIn {
    return new InstanceScaleIn();
  }

  /** Also moves copies to fewer instances, so that more instances have no copies. A copy that moves starts again on a different instance. */
  public static consolidation(options: ConsolidationOptions = {}): InstanceScaleIn {
    return new InstanceScaleIn(options);
  }

  private constructor(private readonly consolidation?: ConsolidationOptions) {}

  /** @internal */
  public _check(): Finding[] {
    const { maximumStepSize, cooldown } = this.consolidation ?? {};
    const ruleId = 'ic.scale-in';
    return [
      ...checkCountRange(maximumStepSize, { ruleId, field: 'scaleIn.maximumStepSize', minimum: 1, maximum: 100 }),
      ...checkDurationRange(cooldown, { ruleId, field: 'scaleIn.cooldown', minimum: 5, maximum: 1440 }, 'minutes'),
    ];
  }

  /** The properties with the names of CloudFormation, since the L1 construct of the oldest supported aws-cdk-lib lacks them. @internal */
  public _render(): object {
    if (!this.consolidation) return { Strategy: 'IDLE_RELEASE' };
    const { maximumStepSize, cooldown } = this.consolidation;
    return { Strategy: 'CONSOLIDATION', MaximumStepSize: maximumStepSize, CooldownInMinutes: cooldown?.toMinutes() };
  }
}
