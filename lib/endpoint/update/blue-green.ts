import { Duration } from 'aws-cdk-lib';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { Finding } from '../../findings/finding';
import { secondsOf, durationWithin } from '../../findings/ranges';
import { FleetShare } from './fleet-share';
import { AlarmWait, usualWait } from './alarm-wait';
import { checkBakeTime, checkWaitInterval } from './check';
import { instanceRangesOf, mostSteps, UpdatedEndpoint, UpdatePolicy } from './update-policy';

/** How the new fleet takes over in more than one step. */
interface Steps {
  readonly type: 'CANARY' | 'LINEAR';
  readonly field: string;
  readonly share: FleetShare;
  readonly minimumPercent: number;
  readonly waitInterval?: Duration;
}

/** A second fleet of the same size that takes over from the first. */
export class BlueGreen implements UpdatePolicy {
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
      ...durationWithin(this.bakeTime, { ...limits, field: 'updateStrategy.bakeTime' }),
      ...durationWithin(this.steps?.waitInterval, { ...limits, field: 'updateStrategy.waitInterval' }),
      ...(this.steps?.share._check(
        `updateStrategy.${this.steps.field}`,
        this.steps.minimumPercent,
        50,
        instanceRangesOf(endpoint),
      ) ?? []),
      ...checkBakeTime('bakeTime', this.bakeTime, wait.own),
      ...checkWaitInterval(this.steps?.waitInterval, wait.own),
    ];
  }

  public waits(endpoint: UpdatedEndpoint, alarmWait: AlarmWait): number | undefined {
    const usual = usualWait(alarmWait);
    const bake = secondsOf(this.bakeTime ?? usual);
    const wait = secondsOf(this.steps?.waitInterval ?? usual);
    const steps = mostSteps(endpoint, (instanceCount) => this.stepsOf(instanceCount));
    if (bake === undefined || wait === undefined || steps === undefined) return undefined;
    return bake + wait * (steps - 1);
  }

  public render(wait: AlarmWait, timeout?: number): CfnEndpoint.DeploymentConfigProperty {
    const usual = usualWait(wait);
    return {
      blueGreenUpdatePolicy: {
        trafficRoutingConfiguration: this.routing(usual),
        terminationWaitInSeconds: (this.bakeTime ?? usual).toSeconds(),
        maximumExecutionTimeoutInSeconds: timeout,
      },
    };
  }

  private routing(usual: Duration): CfnEndpoint.TrafficRoutingConfigProperty {
    if (!this.steps) return { type: 'ALL_AT_ONCE', waitIntervalInSeconds: 0 };
    const { type, share, waitInterval = usual } = this.steps;
    return {
      type,
      waitIntervalInSeconds: waitInterval.toSeconds(),
      [type === 'CANARY' ? 'canarySize' : 'linearStepSize']: share._render(),
    };
  }

  /** A canary has two, whatever its size. */
  private stepsOf(instanceCount: number): number | undefined {
    if (!this.steps) return 1;
    return this.steps.type === 'CANARY' ? 2 : this.steps.share._steps(instanceCount);
  }
}
