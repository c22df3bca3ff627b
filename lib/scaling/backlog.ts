import { Duration } from 'aws-cdk-lib';
import { CfnScalingPolicy, IScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Alarm, ComparisonOperator, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { QUEUE_METRICS } from '../facts/cloudwatch-metrics';
import { error, Finding } from '../findings/finding';
import { DEFAULT_SCALE_OUT_COOLDOWN } from './cooldowns';
import { NamedVariant, Policy } from './policy';
import { ScaledVariant, ScalingTargets } from './scaled-variant';
import { BacklogPerInstanceOptions } from './scaling-options';
import { TargetTracking } from './target-tracking';

/** SageMaker developer guide, "Autoscale an asynchronous endpoint" (read 2026-11-22). */
const GUIDE = 'https://docs.aws.amazon.com/sagemaker/latest/dg/async-inference-autoscale.html';

function backlogWithoutCapacity(endpointName: string): Metric {
  const { namespace, name } = QUEUE_METRICS.hasBacklogWithoutCapacity;
  return new Metric({
    namespace,
    metricName: name,
    dimensionsMap: { EndpointName: endpointName },
    statistic: Stats.AVERAGE,
    period: Duration.minutes(1),
  });
}

/** Policies that scale an asynchronous endpoint on its backlog. */
export function backlogPolicies(options: BacklogPerInstanceOptions): Policy[] {
  return [backlogTracking(options), ...(options.minCapacity === 0 ? [new FirstInstancePolicy(options)] : [])];
}

function backlogTracking(options: BacklogPerInstanceOptions): TargetTracking {
  const { namespace, name: metricName } = QUEUE_METRICS.approximateBacklogSizePerInstance;
  return new TargetTracking(
    {
      kind: 'BacklogPerInstance',
      property: 'backlogPerInstance',
      value: options.backlogPerInstance,
      trackedMetric: metricName,
      check: checkAsynchronous,
      targetValue: () => options.backlogPerInstance,
      targets: { backlogPerInstance: options.backlogPerInstance },
      specification: ({ endpointName }) => ({
        customizedMetricSpecification: {
          namespace,
          metricName,
          dimensions: [{ name: 'EndpointName', value: endpointName }],
          statistic: 'Average',
        },
      }),
    },
    options,
  );
}

/** Reports endpoints that are not asynchronous: they have no queue. */
function checkAsynchronous({ asynchronous }: ScaledVariant): Finding[] {
  if (asynchronous) return [];
  const message = `got Scaling.backlogPerInstance; requires a TritonAsyncEndpoint, since no other endpoint has a queue (${GUIDE})`;
  return [error('async.scaling', 'scaling', message)];
}

/**
 * Starts the first instance when requests wait and no instance is in service. Target tracking alone would not start an instance until the
 * backlog exceeds the target, because its metric is the backlog divided by the number of instances.
 */
class FirstInstancePolicy implements Policy {
  public readonly kind = 'FromZero';
  public readonly targets: ScalingTargets = {};
  public readonly startsFromZero = true;

  constructor(private readonly options: BacklogPerInstanceOptions) {}

  public check(): Finding[] {
    return [];
  }

  public bind(scope: Construct, id: string, target: IScalableTarget, { endpointName }: NamedVariant) {
    const policy = new CfnScalingPolicy(scope, id, {
      policyName: id,
      policyType: 'StepScaling',
      scalingTargetId: target.scalableTargetId,
      stepScalingPolicyConfiguration: {
        adjustmentType: 'ChangeInCapacity',
        metricAggregationType: 'Average',
        cooldown: (this.options.scaleOutCooldown ?? DEFAULT_SCALE_OUT_COOLDOWN).toSeconds(),
        stepAdjustments: [{ metricIntervalLowerBound: 0, scalingAdjustment: 1 }],
      },
    });
    const alarm = new Alarm(scope, `${id}-Alarm`, {
      alarmDescription: `Requests are waiting, and ${endpointName} has no instance: the first instance is started.`,
      metric: backlogWithoutCapacity(endpointName),
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      threshold: 1,
      evaluationPeriods: 2,
      datapointsToAlarm: 2,
    });
    alarm.addAlarmAction({ bind: () => ({ alarmActionArn: policy.ref }) });
    return [policy];
  }
}
