import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { Finding, error, warning } from '../../findings/finding';
import { secondsOf, checkDurationRange } from '../../findings/ranges';
import { AlarmWait, defaultWait } from './alarm-wait';
import { CapacitySize } from './capacity-size';
import { checkBakeTime } from './check';
import { checkInstanceShare } from './check-share';
import { maxStepCount, UpdatedEndpoint, UpdatePolicy } from './update-policy';
import { RollingUpdateOptions } from './options';

/** The largest batch that SageMaker accepts, so that an update has the fewest steps. */
export const DEFAULT_BATCH_SIZE = CapacitySize.percent(50);

/** A policy that replaces the old fleet (the current instances) with the new fleet in batches. */
export class RollingUpdate implements UpdatePolicy {
  /** Old and new instances both serve requests until the last batch. */
  public readonly sharesTraffic = true;

  private readonly batchSize: CapacitySize;

  constructor(private readonly options: RollingUpdateOptions) {
    this.batchSize = options.maximumBatchSize ?? DEFAULT_BATCH_SIZE;
  }

  public check(endpoint: UpdatedEndpoint, wait: AlarmWait): Finding[] {
    const { rollbackBatchSize, waitInterval } = this.options;
    const field = 'updateStrategy.waitInterval';
    const ranges = endpoint.variants.map(({ range }) => range);
    const batch = { field: 'updateStrategy.maximumBatchSize', minimum: 5, maximum: 50 };
    const rollbackBatch = { field: 'updateStrategy.rollbackBatchSize', minimum: 1, maximum: 100 };
    return [
      ...checkVariants(endpoint),
      ...checkInstanceShare(this.batchSize, batch, ranges),
      ...(rollbackBatchSize ? checkInstanceShare(rollbackBatchSize, rollbackBatch, ranges) : []),
      ...checkDurationRange(waitInterval, { ruleId: 'sm.deploy-wait', field, minimum: 0, maximum: 3600 }),
      ...checkBakeTime('waitInterval', waitInterval, wait.libraryAlarmSeconds),
    ];
  }

  public startCount(endpoint: UpdatedEndpoint): number | undefined {
    return maxStepCount(endpoint, (instanceCount) => this.batchSize._stepCount(instanceCount));
  }

  public lastWaitSeconds(wait: AlarmWait): number | undefined {
    return secondsOf(this.options.waitInterval ?? defaultWait(wait));
  }

  public totalWaitSeconds(endpoint: UpdatedEndpoint, wait: AlarmWait): number | undefined {
    const waitSeconds = this.lastWaitSeconds(wait);
    const batchCount = this.startCount(endpoint);
    return waitSeconds === undefined || batchCount === undefined ? undefined : waitSeconds * batchCount;
  }

  public render(wait: AlarmWait, timeout?: number): CfnEndpoint.DeploymentConfigProperty {
    const { rollbackBatchSize, waitInterval = defaultWait(wait) } = this.options;
    return {
      rollingUpdatePolicy: {
        maximumBatchSize: this.batchSize._render('INSTANCE_COUNT'),
        rollbackMaximumBatchSize: rollbackBatchSize?._render('INSTANCE_COUNT'),
        waitIntervalInSeconds: waitInterval.toSeconds(),
        maximumExecutionTimeoutInSeconds: timeout,
      },
    };
  }
}

function checkVariants({ variants, shadowVariants }: UpdatedEndpoint): Finding[] {
  if (variants.length > 1) {
    const message = `got rolling with ${variants.length} variants; allowed: one variant, or UpdateStrategy.allAtOnce, canary or linear`;
    return [error('sm.deploy-rolling', 'updateStrategy', message)];
  }
  if (shadowVariants.length === 0) return [];
  const message = `got rolling with a shadow variant; SageMaker documents rolling deployments only for endpoints with one variant; UpdateStrategy.allAtOnce works with a shadow variant`;
  return [warning('sm.deploy-rolling-shadow', 'updateStrategy', message)];
}
