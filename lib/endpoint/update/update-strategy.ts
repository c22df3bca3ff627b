import { Stack } from 'aws-cdk-lib';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { Finding } from '../../findings/finding';
import { RollbackFacts } from '../../monitoring/endpoint-alarms';
import { alarmWait } from './alarm-wait';
import { BlueGreenUpdate } from './blue-green';
import { checkRollbackAlarms, checkSlowAlarms, checkTimeout } from './check';
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
 * The strategy by which a deployment replaces the instances of an endpoint, and the conditions under which it rolls back.
 *
 * The limits are those of SageMaker's API (botocore 1.44.5) and of the SageMaker developer guide, "deployment guardrails" (read 2026-11).
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/dg/deployment-guardrails.html
 * @example
 * new TritonRealtimeEndpoint(stack, 'Endpoint', {
 *   model,
 *   updateStrategy: UpdateStrategy.canary({ size: CapacitySize.percent(10), waitInterval: Duration.minutes(10) }),
 * });
 */
export class UpdateStrategy {
  /**
   * Blue/green update in one step. A second fleet (set of instances) of the same size starts and receives all traffic at the same time. The
   * old fleet is retained for the bake time. Requires twice the number of instances during the update.
   */
  public static allAtOnce(options: AllAtOnceUpdateOptions = {}): UpdateStrategy {
    return new UpdateStrategy(options, new BlueGreenUpdate(options.bakeTime));
  }

  /**
   * Blue/green update with a canary. A share of the new fleet receives traffic first, and the rest of the new fleet after the wait
   * interval. Requires twice the number of instances during the update.
   */
  public static canary(options: CanaryUpdateOptions): UpdateStrategy {
    const { bakeTime, waitInterval, size: share } = options;
    const steps = { type: 'CANARY' as const, field: 'size', share, minimumPercent: 1, waitInterval };
    return new UpdateStrategy(options, new BlueGreenUpdate(bakeTime, steps));
  }

  /** Blue/green update that shifts traffic in equal steps. Requires twice the number of instances during the update. */
  public static linear(options: LinearUpdateOptions): UpdateStrategy {
    const { bakeTime, waitInterval, stepSize: share } = options;
    const steps = { type: 'LINEAR' as const, field: 'stepSize', share, minimumPercent: 10, waitInterval };
    return new UpdateStrategy(options, new BlueGreenUpdate(bakeTime, steps));
  }

  /**
   * Rolling update, which replaces the instances in batches. Requires only one additional batch of instances. During the update, the
   * endpoint serves both the old and the new model. Not supported for endpoints with several variants.
   */
  public static rolling(options: RollingUpdateOptions = {}): UpdateStrategy {
    return new UpdateStrategy(options, new RollingUpdate(options));
  }

  private constructor(
    private readonly options: UpdateOptions,
    private readonly policy: UpdatePolicy,
  ) {}

  /** The deployment configuration of an endpoint, without its alarms. @internal */
  public _render(rollback: RollbackFacts): CfnEndpoint.DeploymentConfigProperty {
    return this.policy.render(alarmWait(rollback, this.options), this.options.maximumExecutionTimeout?.toSeconds());
  }

  /** The alarms on which an update rolls back. @internal */
  public get _rollback(): UpdateOptions {
    return this.options;
  }

  /** Checks the strategy before any construct is created. @internal */
  public _check(stack: Stack, endpoint: UpdatedEndpoint): Finding[] {
    const wait = alarmWait(endpoint.rollback, this.options);
    const { autoRollback, rollbackAlarms = [] } = this.options;
    return [
      ...checkRollbackAlarms(stack, this.options, endpoint.rollback.count),
      ...this.policy.check(endpoint, wait),
      ...checkTimeout(this.options.maximumExecutionTimeout, this.policy.totalWaitSeconds(endpoint, wait)),
      ...checkSlowAlarms(autoRollback === false ? [] : rollbackAlarms, this.policy.lastWaitSeconds(wait)),
    ];
  }

  /**
   * Maximum seconds of an update. Undefined if not known, or if the update has a time limit, after which SageMaker ends the update.
   *
   * @param startSeconds the longest time until the instances of a variant are in service
   * @internal
   */
  public _longestUpdate(endpoint: UpdatedEndpoint, startSeconds: number | undefined): number | undefined {
    const waitSeconds = this.policy.totalWaitSeconds(endpoint, alarmWait(endpoint.rollback, this.options));
    const startCount = this.policy.startCount(endpoint);
    if (this.options.maximumExecutionTimeout || waitSeconds === undefined) return undefined;
    if (startSeconds === undefined || startCount === undefined) return undefined;
    return waitSeconds + startCount * startSeconds;
  }

  /** Whether the old and the new instances serve requests at the same time during an update. @internal */
  public get _sharesTraffic(): boolean {
    return this.policy.sharesTraffic;
  }
}
