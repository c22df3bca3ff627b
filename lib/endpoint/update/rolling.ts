import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { Finding, error, warning } from '../../findings/finding';
import { secondsOf, durationWithin } from '../../findings/ranges';
import { AlarmWait, usualWait } from './alarm-wait';
import { checkBakeTime } from './check';
import { instanceRangesOf, mostSteps, UpdatedEndpoint, UpdatePolicy } from './update-policy';
import { RollingUpdateProps } from './options';

/** Batches of the new fleet that take the place of batches of the old one. */
export class Rolling implements UpdatePolicy {
  /** Old and new instances serve together until the last batch. */
  public readonly sharesTraffic = true;

  constructor(private readonly props: RollingUpdateProps) {}

  public check(endpoint: UpdatedEndpoint, wait: AlarmWait): Finding[] {
    const { maximumBatchSize, rollbackBatchSize, waitInterval } = this.props;
    const field = 'updateStrategy.waitInterval';
    const ranges = instanceRangesOf(endpoint);
    return [
      ...checkVariants(endpoint),
      ...maximumBatchSize._check('updateStrategy.maximumBatchSize', 5, 50, ranges),
      ...(rollbackBatchSize?._check('updateStrategy.rollbackBatchSize', 1, 100, ranges) ?? []),
      ...durationWithin(waitInterval, { ruleId: 'sm.deploy-wait', field, minimum: 0, maximum: 3600 }),
      ...checkBakeTime('waitInterval', waitInterval, wait.own),
    ];
  }

  public waits(endpoint: UpdatedEndpoint, alarmWait: AlarmWait): number | undefined {
    const wait = secondsOf(this.props.waitInterval ?? usualWait(alarmWait));
    const batches = mostSteps(endpoint, (instanceCount) => this.props.maximumBatchSize._steps(instanceCount));
    return wait === undefined || batches === undefined ? undefined : wait * batches;
  }

  public render(wait: AlarmWait, timeout?: number): CfnEndpoint.DeploymentConfigProperty {
    const { maximumBatchSize, rollbackBatchSize, waitInterval = usualWait(wait) } = this.props;
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
