import { Construct } from 'constructs';
import { Finding } from '../../findings/finding';
import { alarmWait } from './alarm-wait';
import { BlueGreen } from './blue-green';
import { checkRollbackAlarms, checkTimeout } from './check';
import { UpdateStrategyBindOptions, UpdateStrategyConfig } from './config';
import { Rolling } from './rolling';
import { UpdatePolicy, UpdatedEndpoint } from './update-policy';
import { AllAtOnceUpdateProps, CanaryUpdateProps, LinearUpdateProps, RollingUpdateProps, UpdateProps } from './options';

/**
 * The strategy by which a deployment replaces the instances of an endpoint, and the conditions under which it rolls back. For your own
 * strategy, extend this class.
 *
 * The limits are those of SageMaker's API (botocore 1.44.5) and of the SageMaker developer guide, "deployment guardrails" (read 2026-11).
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/dg/deployment-guardrails.html
 * @example
 * new TritonRealtimeEndpoint(stack, 'Endpoint', {
 *   model,
 *   updateStrategy: UpdateStrategy.canary({ size: FleetShare.percent(10), waitInterval: Duration.minutes(10) }),
 * });
 */
export abstract class UpdateStrategy {
  /**
   * Blue/green update in one step. A second fleet of the same size starts and receives all traffic at the same time. The old fleet is
   * retained for the bake time. Requires twice the number of instances during the update.
   */
  public static allAtOnce(props: AllAtOnceUpdateProps = {}): UpdateStrategy {
    return new PolicyStrategy(props, new BlueGreen(props.bakeTime));
  }

  /**
   * Blue/green update with a canary. A share of the new fleet receives traffic first, and the rest of the new fleet after the wait
   * interval. Requires twice the number of instances during the update.
   */
  public static canary(props: CanaryUpdateProps): UpdateStrategy {
    const { bakeTime, waitInterval, size: share } = props;
    const steps = { type: 'CANARY' as const, field: 'size', share, minimumPercent: 1, waitInterval };
    return new PolicyStrategy(props, new BlueGreen(bakeTime, steps));
  }

  /** Blue/green update in equal steps. Requires twice the number of instances during the update. */
  public static linear(props: LinearUpdateProps): UpdateStrategy {
    const { bakeTime, waitInterval, stepSize: share } = props;
    const steps = { type: 'LINEAR' as const, field: 'stepSize', share, minimumPercent: 10, waitInterval };
    return new PolicyStrategy(props, new BlueGreen(bakeTime, steps));
  }

  /**
   * Rolling update, which replaces the instances in batches. Requires only one additional batch of instances. During the update, the
   * endpoint serves both the old and the new model. Not supported for endpoints with several variants.
   */
  public static rolling(props: RollingUpdateProps): UpdateStrategy {
    return new PolicyStrategy(props, new Rolling(props));
  }

  /**
   * Returns the deployment configuration of an endpoint. Called once for each endpoint, before the endpoint is created. The library checks
   * the configuration that the method returns.
   *
   * @param scope the endpoint. Constructs that the method creates in this scope require unique IDs
   * @param options properties of the endpoint on which the strategy can depend
   */
  public abstract bind(scope: Construct, options: UpdateStrategyBindOptions): UpdateStrategyConfig;

  /**
   * What SageMaker would refuse, as far as it is known before anything is made.
   *
   * @internal
   */
  public _check(_endpoint: UpdatedEndpoint): Finding[] {
    return [];
  }

  /**
   * Whether old and new fleet both get requests for a while. What a strategy of a user's own does is not known here.
   *
   * @internal
   */
  public get _sharesTraffic(): boolean {
    return true;
  }
}

class PolicyStrategy extends UpdateStrategy {
  constructor(
    private readonly common: UpdateProps,
    private readonly policy: UpdatePolicy,
  ) {
    super();
  }

  public bind(_scope: Construct, { alarmCount, alarmWindow }: UpdateStrategyBindOptions): UpdateStrategyConfig {
    const { autoRollback = true, rollbackAlarms = [], maximumExecutionTimeout } = this.common;
    const wait = alarmWait({ count: alarmCount, window: alarmWindow }, this.common);
    const deploymentConfig = this.policy.render(wait, maximumExecutionTimeout?.toSeconds());
    return { autoRollback, rollbackAlarms, deploymentConfig };
  }

  public get _sharesTraffic(): boolean {
    return this.policy.sharesTraffic;
  }

  public _check(endpoint: UpdatedEndpoint): Finding[] {
    const wait = alarmWait(endpoint.rollback, this.common);
    return [
      ...checkRollbackAlarms(this.common, endpoint.rollback.count),
      ...this.policy.check(endpoint, wait),
      ...checkTimeout(this.common.maximumExecutionTimeout, this.policy.waits(endpoint, wait)),
    ];
  }
}
