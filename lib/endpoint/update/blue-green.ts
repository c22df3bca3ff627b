import { Duration } from 'aws-cdk-lib';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { Finding } from '../../findings/finding';
import { secondsOf, checkDurationRange } from '../../findings/ranges';
import { AlarmWait, defaultWait } from './alarm-wait';
import { CapacitySize } from './capacity-size';
import { checkBakeTime, checkWaitInterval } from './check';
import { checkInstanceShare, ShareLimits } from './check-share';
import { maxStepCount, UpdatedEndpoint, UpdatePolicy } from './update-policy';

/** The steps in which traffic shifts to the new fleet (the instances that the update starts). */
interface Steps {
  readonly type: 'CANARY' | 'LINEAR';
  readonly field: string;
  readonly share: CapacitySize;
  readonly minimumPercent: number;
  readonly waitInterval?: Duration;
}

/** A policy that starts a second fleet of the same size and shifts traffic to it. */
export class BlueGreenUpdate implements UpdatePolicy {
  constructor(
    private readonly bakeTime?: Duration,
    private readonly steps?: Steps,
  ) {}

  public get sharesTraffic(): boolean {
    return this.steps !== undefined;
  }

  public check(endpoint: UpdatedEndpoint, wait: AlarmWait): Finding[] {
    const limits = { ruleId: 'sm.deploy-wait', minimum: 0, maximum: 3600 };
    return [
      ...checkDurationRange(this.bakeTime, { ...limits, field: 'updateStrategy.bakeTime' }),
      ...checkDurationRange(this.steps?.waitInterval, { ...limits, field: 'updateStrategy.waitInterval' }),
      ...(this.steps
        ? checkInstanceShare(
            this.steps.share,
            limitsOf(this.steps),
            endpoint.variants.map(({ range }) => range),
          )
        : []),
      ...checkBakeTime('bakeTime', this.bakeTime, wait.libraryAlarmSeconds),
      ...checkWaitInterval(this.steps?.waitInterval, wait.libraryAlarmSeconds),
    ];
  }

  public startCount(): number {
    return 1;
  }

  public lastWaitSeconds(wait: AlarmWait): number | undefined {
    return secondsOf(this.bakeTime ?? defaultWait(wait));
  }

  public totalWaitSeconds(endpoint: UpdatedEndpoint, alarmWait: AlarmWait): number | undefined {
    const defaultTime = defaultWait(alarmWait);
    const bakeSeconds = secondsOf(this.bakeTime ?? defaultTime);
    const waitSeconds = secondsOf(this.steps?.waitInterval ?? defaultTime);
    const maxShifts = maxStepCount(endpoint, (instanceCount) => this.shiftCount(instanceCount));
    if (bakeSeconds === undefined || waitSeconds === undefined || maxShifts === undefined) return undefined;
    return bakeSeconds + waitSeconds * (maxShifts - 1);
  }

  public render(wait: AlarmWait, timeout?: number): CfnEndpoint.DeploymentConfigProperty {
    const defaultTime = defaultWait(wait);
    return {
      blueGreenUpdatePolicy: {
        trafficRoutingConfiguration: this.routing(defaultTime),
        terminationWaitInSeconds: (this.bakeTime ?? defaultTime).toSeconds(),
        maximumExecutionTimeoutInSeconds: timeout,
      },
    };
  }

  private routing(defaultTime: Duration): CfnEndpoint.TrafficRoutingConfigProperty {
    if (!this.steps) return { type: 'ALL_AT_ONCE', waitIntervalInSeconds: 0 };
    const { type, share, waitInterval = defaultTime } = this.steps;
    return {
      type,
      waitIntervalInSeconds: waitInterval.toSeconds(),
      [type === 'CANARY' ? 'canarySize' : 'linearStepSize']: share._render('INSTANCE_COUNT'),
    };
  }

  /** Number of traffic shifts. A canary has two shifts, regardless of its size. */
  private shiftCount(instanceCount: number): number | undefined {
    if (!this.steps) return 1;
    return this.steps.type === 'CANARY' ? 2 : this.steps.share._stepCount(instanceCount);
  }
}

function limitsOf({ field, minimumPercent: minimum }: Steps): ShareLimits {
  return { field: `updateStrategy.${field}`, minimum, maximum: 50 };
}
