import { Construct } from 'constructs';
import { Finding } from '../../findings/finding';
import { alarmWait } from './alarm-wait';
import { BlueGreenUpdate } from './blue-green';
import { checkRollbackAlarms, checkTimeout } from './check';
import { UpdateStrategyBindOptions, UpdateStrategyConfig } from './config';
import { RollingUpdate } from './rolling';
import { UpdatePolicy, UpdatedEndpoint } from './update-policy';
import {
  AllAtOnceUpdateOptions,
  CanaryUpdateOptions,
  LinearUpdateOptions,
  RollingUpdateOptions,
  UpdateOptions,
} from './options';

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
   * Blue/green update in one step. A second fleet (set of instances) of the same size starts and receives all traffic at the same time. The
   * old fleet is retained for the bake time. Requires twice the number of instances during the update.
   */
  public static allAtOnce(options: AllAtOnceUpdateOptions = {}): UpdateStrategy {
    return new PolicyStrategy(options, new BlueGreenUpdate(options.bakeTime));
  }

  /**
   * Blue/green update with a canary. A share of the new fleet receives traffic first, and the rest of the new fleet after the wait
   * interval. Requires twice the number of instances during the update.
   */
  public static canary(options: CanaryUpdateOptions): UpdateStrategy {
    const { bakeTime, waitInterval, size: share } = options;
    const steps = { type: 'CANARY' as const, field: 'size', share, minimumPercent: 1, waitInterval };
    return new PolicyStrategy(options, new BlueGreenUpdate(bakeTime, steps));
  }

  /** Blue/green update that shifts traffic in equal steps. Requires twice the number of instances during the update. */
  public static linear(options: LinearUpdateOptions): UpdateStrategy {
    const { bakeTime, waitInterval, stepSize: share } = options;
    const steps = { type: 'LINEAR' as const, field: 'stepSize', share, minimumPercent: 10, waitInterval };
    return new PolicyStrategy(options, new BlueGreenUpdate(bakeTime, steps));
  }

  /**
   * Rolling update, which replaces the instances in batches. Requires only one additional batch of instances. During the update, the
   * endpoint serves both the old and the new model. Not supported for endpoints with several variants.
   */
  public static rolling(options: RollingUpdateOptions): UpdateStrategy {
    return new PolicyStrategy(options, new RollingUpdate(options));
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
   * Checks the strategy before any construct is created.
   *
   * @internal
   */
  public _check(_endpoint: UpdatedEndpoint): Finding[] {
    return [];
  }

  /**
   * Whether the old and the new instances serve requests at the same time during an update. This is assumed for a user's own strategy.
   *
   * @internal
   */
  public get _sharesTraffic(): boolean {
    return true;
  }
}

/** A strategy that one of the library's update policies implements. */
class PolicyStrategy extends UpdateStrategy {
  constructor(
    private readonly commonOptions: UpdateOptions,
    private readonly policy: UpdatePolicy,
  ) {
    super();
  }

  public bind(_scope: Construct, { alarmCount, alarmWindow }: UpdateStrategyBindOptions): UpdateStrategyConfig {
    const { autoRollback = true, rollbackAlarms = [], maximumExecutionTimeout } = this.commonOptions;
    const wait = alarmWait({ count: alarmCount, timeToFire: alarmWindow }, this.commonOptions);
    const deploymentConfig = this.policy.render(wait, maximumExecutionTimeout?.toSeconds());
    return { autoRollback, rollbackAlarms, deploymentConfig };
  }

  public get _sharesTraffic(): boolean {
    return this.policy.sharesTraffic;
  }

  public _check(endpoint: UpdatedEndpoint): Finding[] {
    const wait = alarmWait(endpoint.rollback, this.commonOptions);
    return [
      ...checkRollbackAlarms(this.commonOptions, endpoint.rollback.count),
      ...this.policy.check(endpoint, wait),
      ...checkTimeout(this.commonOptions.maximumExecutionTimeout, this.policy.totalWaitSeconds(endpoint, wait)),
    ];
  }
}
