import { Duration } from 'aws-cdk-lib';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { Finding } from '../../findings/finding';
import { secondsOf, durationWithin } from '../../findings/ranges';
import { FleetShare } from './fleet-share';
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

  public check(endpoint: UpdatedEndpoint, window: Duration): Finding[] {
    const wait = { ruleId: 'sm.deploy-wait', minimum: 0, maximum: 3600 };
    return [
      ...durationWithin(this.bakeTime, { ...wait, field: 'updateStrategy.bakeTime' }),
      ...durationWithin(this.steps?.waitInterval, { ...wait, field: 'updateStrategy.waitInterval' }),
      ...(this.steps?.share._check(
        `updateStrategy.${this.steps.field}`,
        this.steps.minimumPercent,
        50,
        instanceRangesOf(endpoint),
      ) ?? []),
      ...checkBakeTime('bakeTime', this.bakeTime, window),
      ...checkWaitInterval(this.steps?.waitInterval, window),
    ];
  }

  public waits(endpoint: UpdatedEndpoint, window: Duration): number | undefined {
    const bake = secondsOf(this.bakeTime ?? window);
    const wait = secondsOf(this.steps?.waitInterval ?? window);
    const steps = mostSteps(endpoint, (instanceCount) => this.stepsOf(instanceCount));
    if (bake === undefined || wait === undefined || steps === undefined) return undefined;
    return bake + wait * (steps - 1);
  }

  public render(window: Duration, timeout?: number): CfnEndpoint.DeploymentConfigProperty {
    return {
      blueGreenUpdatePolicy: {
        trafficRoutingConfiguration: this.routing(window),
        terminationWaitInSeconds: (this.bakeTime ?? window).toSeconds(),
        maximumExecutionTimeoutInSeconds: timeout,
      },
    };
  }

  private routing(window: Duration): CfnEndpoint.TrafficRoutingConfigProperty {
    if (!this.steps) return { type: 'ALL_AT_ONCE', waitIntervalInSeconds: 0 };
    const { type, share, waitInterval = window } = this.steps;
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
