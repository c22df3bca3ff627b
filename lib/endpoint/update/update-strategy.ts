import { Duration } from 'aws-cdk-lib';
import { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { Finding, error } from '../../findings/finding';
import { secondsOf, durationWithin } from '../../findings/ranges';
import { BlueGreen } from './blue-green';
import { checkRollbackAlarms } from './check';
import { Rolling } from './rolling';
import { UpdatePolicy, UpdatedEndpoint } from './update-policy';
import { AllAtOnceUpdateProps, CanaryUpdateProps, LinearUpdateProps, RollingUpdateProps, UpdateProps } from './options';

/**
 * How a deployment replaces the instances of an endpoint, and when it goes back.
 *
 * Limits are those of SageMaker's API (botocore 1.44.5) and of its developer guide, "deployment guardrails" (2026-11).
 */
export class UpdateStrategy {
  /**
   * Blue/green: a second fleet of the same size starts, takes all traffic in one step, and the old one stays for the bake time. Needs
   * twice the instances while it lasts.
   */
  public static allAtOnce(props: AllAtOnceUpdateProps = {}): UpdateStrategy {
    return new UpdateStrategy(props, new BlueGreen(props.bakeTime));
  }

  /** Blue/green: a part of the new fleet takes traffic first, the rest after the wait. Needs twice the instances while it lasts. */
  public static canary(props: CanaryUpdateProps): UpdateStrategy {
    const { bakeTime, waitInterval, size: share } = props;
    const steps = { type: 'CANARY' as const, field: 'size', share, minimumPercent: 1, waitInterval };
    return new UpdateStrategy(props, new BlueGreen(bakeTime, steps));
  }

  /** Blue/green: the new fleet takes over in equal steps. Needs twice the instances while it lasts. */
  public static linear(props: LinearUpdateProps): UpdateStrategy {
    const { bakeTime, waitInterval, stepSize: share } = props;
    const steps = { type: 'LINEAR' as const, field: 'stepSize', share, minimumPercent: 10, waitInterval };
    return new UpdateStrategy(props, new BlueGreen(bakeTime, steps));
  }

  /**
   * Replaces the instances batch by batch: needs only one batch more than the fleet, and serves with both models while it lasts. Not
   * for endpoints with several variants.
   */
  public static rolling(props: RollingUpdateProps): UpdateStrategy {
    return new UpdateStrategy(props, new Rolling(props));
  }

  private constructor(
    private readonly common: UpdateProps,
    private readonly policy: UpdatePolicy,
  ) {}

  /**
   * The alarms that an update rolls back on; none when that is turned off.
   *
   * @internal
   */
  public _rollbackAlarms(own: IAlarm[]): IAlarm[] {
    return this.common.autoRollback === false ? [] : [...own, ...(this.common.rollbackAlarms ?? [])];
  }

  /**
   * What SageMaker would refuse.
   *
   * @internal
   */
  public _check(endpoint: UpdatedEndpoint): Finding[] {
    return [
      ...checkRollbackAlarms(this.common, endpoint.rollback.count),
      ...this.policy.check(endpoint, this.windowOf(endpoint)),
      ...this.checkTimeout(endpoint),
    ];
  }

  /**
   * The configuration.
   *
   * @param rollbackAlarmNames of the alarms that `_rollbackAlarms` answered
   * @param minimumBake how long they look back
   * @internal
   */
  public _deploymentConfig(rollbackAlarmNames: string[], minimumBake: Duration): CfnEndpoint.DeploymentConfigProperty {
    const alarms = rollbackAlarmNames.map((alarmName) => ({ alarmName }));
    return {
      ...(alarms.length > 0 && { autoRollbackConfiguration: { alarms } }),
      ...this.policy.render(
        alarms.length > 0 ? minimumBake : Duration.seconds(0),
        this.common.maximumExecutionTimeout?.toSeconds(),
      ),
    };
  }

  /** Without alarms nothing looks back. */
  private windowOf({ rollback }: UpdatedEndpoint): Duration {
    const { autoRollback, rollbackAlarms: added = [] } = this.common;
    return autoRollback === false || rollback.count + added.length === 0 ? Duration.seconds(0) : rollback.window;
  }

  private checkTimeout(endpoint: UpdatedEndpoint): Finding[] {
    const field = 'updateStrategy.maximumExecutionTimeout';
    const { maximumExecutionTimeout } = this.common;
    const limits = durationWithin(maximumExecutionTimeout, {
      ruleId: 'sm.deploy-wait',
      field,
      minimum: 600,
      maximum: 28800,
    });
    const timeout = secondsOf(maximumExecutionTimeout);
    const waits = this.policy.waits(endpoint, this.windowOf(endpoint));
    if (limits.length > 0 || timeout === undefined || waits === undefined || timeout > waits) return limits;
    const message = `got ${timeout} seconds; allowed: more than the ${waits} seconds of all waits together, with the time of download and start`;
    return [error('sm.deploy-timeout', field, message)];
  }
}
