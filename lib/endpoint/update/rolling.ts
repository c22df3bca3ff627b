import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { Finding, error, warning } from '../../findings/finding';
import { secondsOf, checkDurationRange } from '../../findings/ranges';
import { AlarmWait, defaultWait } from './alarm-wait';
import { checkBakeTime } from './check';
import { instanceRangesOf, maxStepCount, UpdatedEndpoint, UpdatePolicy } from './update-policy';
import { RollingUpdateOptions } from './options';

/** A policy that replaces the old fleet (the current instances) with the new fleet in batches. */
export class RollingUpdate implements UpdatePolicy {
  /** Old and new instances both serve requests until the last batch. */
  public readonly sharesTraffic = true;

  constructor(private readonly options: RollingUpdateOptions) {}

  public check(endpoint: UpdatedEndpoint, wait: AlarmWait): Finding[] {
    const { maximumBatchSize, rollbackBatchSize, waitInterval } = this.options;
    const field = 'updateStrategy.waitInterval';
    const ranges = instanceRangesOf(endpoint);
    return [
      ...checkVariants(endpoint),
      ...maximumBatchSize._check('updateStrategy.maximumBatchSize', 5, 50, ranges),
      ...(rollbackBatchSize?._check('updateStrategy.rollbackBatchSize', 1, 100, ranges) ?? []),
      ...checkDurationRange(waitInterval, { ruleId: 'sm.deploy-wait', field, minimum: 0, maximum: 3600 }),
      ...checkBakeTime('waitInterval', waitInterval, wait.libraryAlarmSeconds),
    ];
  }

  public totalWaitSeconds(endpoint: UpdatedEndpoint, alarmWait: AlarmWait): number | undefined {
    const waitSeconds = secondsOf(this.options.waitInterval ?? defaultWait(alarmWait));
    const batchCount = maxStepCount(endpoint, (instanceCount) =>
      this.options.maximumBatchSize._stepCount(instanceCount),
    );
    return waitSeconds === undefined || batchCount === undefined ? undefined : waitSeconds * batchCount;
  }

  public render(wait: AlarmWait, timeout?: number): CfnEndpoint.DeploymentConfigProperty {
    const { maximumBatchSize, rollbackBatchSize, waitInterval = defaultWait(wait) } = this.options;
    return {
      rollingUpdatePolicy: {
        maximumBatchSize: maximumBatchSize._render(),
        rollbackMaximumBatchSize: rollbackBatchSize?._render(),
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
