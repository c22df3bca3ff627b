import { Duration } from 'aws-cdk-lib';
import { CfnScalingPolicy, IScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Alarm, ComparisonOperator, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { error, Finding } from '../findings/finding';
import { SCALE_OUT_COOLDOWN } from './cooldowns';
import { NamedVariant, Policy } from './policy';
import { ScaledVariant, ScalingGoal } from './scaled-variant';
import { BacklogPerInstanceProps } from './scaling-props';
import { TargetTracking } from './target-tracking';

/*
 * Source: SageMaker developer guide, "Autoscale an asynchronous endpoint" (read 2026-11-22). Its metrics have the dimension EndpointName
 * alone.
 */
const NAMESPACE = 'AWS/SageMaker';
const BACKLOG_PER_INSTANCE = 'ApproximateBacklogSizePerInstance';
const BACKLOG_WITHOUT_CAPACITY = 'HasBacklogWithoutCapacity';
const GUIDE = 'https://docs.aws.amazon.com/sagemaker/latest/dg/async-inference-autoscale.html';

function withoutCapacity(endpointName: string): Metric {
  return new Metric({
    namespace: NAMESPACE,
    metricName: BACKLOG_WITHOUT_CAPACITY,
    dimensionsMap: { EndpointName: endpointName },
    statistic: Stats.AVERAGE,
    period: Duration.minutes(1),
  });
}

/** The policies that keep the queue of an asynchronous endpoint short. */
export function backlogPolicies(props: BacklogPerInstanceProps): Policy[] {
  return [backlogPerInstance(props), ...(props.minCapacity === 0 ? [new FromZero(props)] : [])];
}

function backlogPerInstance(props: BacklogPerInstanceProps): TargetTracking {
  return new TargetTracking(
    {
      kind: 'BacklogPerInstance',
      property: 'backlogPerInstance',
      given: props.backlogPerInstance,
      trackedMetric: BACKLOG_PER_INSTANCE,
      check: checkQueue,
      targetValue: () => props.backlogPerInstance,
      goal: { backlogPerInstance: props.backlogPerInstance },
      specification: ({ endpointName }) => ({
        customizedMetricSpecification: {
          namespace: NAMESPACE,
          metricName: BACKLOG_PER_INSTANCE,
          dimensions: [{ name: 'EndpointName', value: endpointName }],
          statistic: 'Average',
        },
      }),
    },
    props,
  );
}

/** Only asynchronous endpoints have a queue. */
function checkQueue({ asynchronous }: ScaledVariant): Finding[] {
  if (asynchronous) return [];
  const message = `got Scaling.backlogPerInstance; requires a TritonAsyncEndpoint, since no other endpoint has a queue (${GUIDE})`;
  return [error('async.scaling', 'scaling', message)];
}

/**
 * Starts the first instance when requests wait and there is none. The tracked metric is the backlog divided by the instances: without
 * this policy nothing would start until the backlog exceeds the target.
 */
class FromZero implements Policy {
  public readonly kind = 'FromZero';
  public readonly goal: ScalingGoal = {};
  public readonly startsFromZero = true;

  constructor(private readonly props: BacklogPerInstanceProps) {}

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
        cooldown: (this.props.scaleOutCooldown ?? SCALE_OUT_COOLDOWN).toSeconds(),
        stepAdjustments: [{ metricIntervalLowerBound: 0, scalingAdjustment: 1 }],
      },
    });
    const alarm = new Alarm(scope, `${id}-Alarm`, {
      alarmDescription: `Requests are waiting, and ${endpointName} has no instance: the first instance is started.`,
      metric: withoutCapacity(endpointName),
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      threshold: 1,
      evaluationPeriods: 2,
      datapointsToAlarm: 2,
    });
    alarm.addAlarmAction({ bind: () => ({ alarmActionArn: policy.ref }) });
    return [policy];
  }
}
