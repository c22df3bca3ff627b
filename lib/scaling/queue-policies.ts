import { CfnScalingPolicy, IScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Alarm, AlarmProps, ComparisonOperator, IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { error, Finding } from '../findings/finding';
import { checkCooldowns, DEFAULT_SCALE_IN_COOLDOWN, DEFAULT_SCALE_OUT_COOLDOWN } from './cooldowns';
import { NamedVariant, Policy } from './policy';
import { ScaledVariant, ScalingTargets } from './scaled-variant';
import { MetricScalingOptions } from './scaling-options';

/** A measure of the queues of a server, and the highest acceptable value. */
export interface QueueTarget {
  readonly kind: string;
  /** Method of `Scaling` that creates the strategy. */
  readonly strategy: string;
  /** Name of the property that contains the target. */
  readonly property: string;
  /** Undefined if the value is known only at deployment. */
  readonly target: number | undefined;
  readonly unit: string;
  /** Whether the measure is at least the queue delay of the dynamic batchers, also on an idle server. */
  readonly includesDelay: boolean;
  metric(variant: NamedVariant): IMetric;
}

/** A direction in which a variant scales: the alarm, and the change of the capacity. */
interface Direction {
  readonly name: 'out' | 'in';
  readonly alarm: Pick<AlarmProps, 'threshold' | 'comparisonOperator' | 'evaluationPeriods' | 'datapointsToAlarm'>;
  readonly steps: CfnScalingPolicy.StepAdjustmentProperty[];
  readonly cooldownSeconds: number;
  readonly description: string;
}

/**
 * Step policies on the queues of the servers.
 *
 * Target tracking does not work here, because it assumes that the metric is proportional to the load per instance. A queue is empty at a
 * utilization of 30 % and at 60 %, and grows without a limit above 100 %. In the simulated account, target tracking on a queue changed the
 * capacity from 2 to 20 instances and back every 25 minutes under a constant load.
 *
 * The steps are chosen by simulation:
 *
 * - Out: 20, 50 and 100 %. If the load grows tenfold, steps of 10, 30 and 60 % have queues for 78 instead of 47 minutes. Steps of 50, 100 and
 *   200 % have queues for 31 minutes, but use 16 % more instances when the load grows slowly.
 * - In: one step of 10 % below a tenth of the target. The queue time does not show how many instances are idle, so each step waits for the
 *   effect of the previous one. Below a quarter of the target, two instances would become one and immediately two again, if the target is 5
 *   execution times or more. Below a tenth, this begins between 10 and 20 execution times.
 */
export class QueuePolicies implements Policy {
  public readonly kind: string;
  public readonly targets: ScalingTargets = {};
  public readonly scales = 'instances';

  constructor(
    private readonly queue: QueueTarget,
    private readonly options: MetricScalingOptions,
  ) {
    this.kind = queue.kind;
  }

  public check(variant: ScaledVariant): Finding[] {
    return [
      ...this.checkTarget(),
      ...this.checkDelay(variant),
      ...checkCooldowns(this.options),
      ...this.checkVariant(variant),
    ];
  }

  public bind(scope: Construct, id: string, target: IScalableTarget, variant: NamedVariant): CfnScalingPolicy[] {
    return this.directions(this.idleValueOf(variant)).map(({ name, alarm, steps, cooldownSeconds, description }) => {
      const policy = new CfnScalingPolicy(scope, `${id}-${name}`, {
        policyName: `${id}-${name}`,
        policyType: 'StepScaling',
        scalingTargetId: target.scalableTargetId,
        stepScalingPolicyConfiguration: {
          adjustmentType: 'PercentChangeInCapacity',
          minAdjustmentMagnitude: 1,
          metricAggregationType: 'Average',
          cooldown: cooldownSeconds,
          stepAdjustments: steps,
        },
      });
      new Alarm(scope, `${id}-${name}-Alarm`, {
        ...alarm,
        alarmDescription: `${description} Scaling of ${variant.variantName} of ${variant.endpointName}.`,
        metric: this.queue.metric(variant),
        // Without data, nothing is known about the queues: the exporter or the log agent does not run.
        treatMissingData: TreatMissingData.NOT_BREACHING,
      }).addAlarmAction({ bind: () => ({ alarmActionArn: policy.ref }) });
      return policy;
    });
  }

  /** The value of the metric on an idle server. */
  private idleValueOf({ queueDelay = 0 }: ScaledVariant): number {
    return this.queue.includesDelay ? queueDelay : 0;
  }

  private directions(idleValue: number): Direction[] {
    const { target = 0, unit } = this.queue;
    const { scaleOutCooldown = DEFAULT_SCALE_OUT_COOLDOWN, scaleInCooldown = DEFAULT_SCALE_IN_COOLDOWN } = this.options;
    const low = idleValue + (target - idleValue) / 10;
    return [
      {
        name: 'out',
        description: `Requests wait in the queues of Triton: more than ${target} ${unit}.`,
        // Two minutes, because a single burst of requests is over before a new instance starts.
        alarm: {
          threshold: target,
          comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
          evaluationPeriods: 3,
          datapointsToAlarm: 2,
        },
        steps: [
          { metricIntervalLowerBound: 0, metricIntervalUpperBound: target, scalingAdjustment: 20 },
          { metricIntervalLowerBound: target, metricIntervalUpperBound: 3 * target, scalingAdjustment: 50 },
          { metricIntervalLowerBound: 3 * target, scalingAdjustment: 100 },
        ],
        cooldownSeconds: scaleOutCooldown.toSeconds(),
      },
      {
        name: 'in',
        description: `The queues of Triton are almost empty: less than ${low} ${unit}.`,
        // 15 minutes within 18: the datapoints of the last three minutes can arrive later than the alarm is evaluated.
        alarm: {
          threshold: low,
          comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
          evaluationPeriods: 18,
          datapointsToAlarm: 15,
        },
        steps: [{ metricIntervalUpperBound: 0, scalingAdjustment: -10 }],
        cooldownSeconds: scaleInCooldown.toSeconds(),
      },
    ];
  }

  private checkTarget(): Finding[] {
    const { target, property, unit } = this.queue;
    const reject = (message: string): Finding[] => [error('sm.scaling', `scaling.${property}`, message)];
    if (target === undefined) {
      return reject(
        'got a value that is only known at deploy time; allowed: a value that is known at synth, since the steps are multiples of it',
      );
    }
    return target > 0 && Number.isFinite(target) ? [] : reject(`got ${target} ${unit}; allowed: above 0 ${unit}`);
  }

  private checkDelay(variant: ScaledVariant): Finding[] {
    const { target = Infinity, property } = this.queue;
    const delay = this.idleValueOf(variant);
    if (delay < target || !(target > 0)) return [];
    const message = `got ${target} ms; allowed: above ${delay} ms, the queue delay of the dynamic batchers, for which requests wait also on an idle server: set a higher target, or a lower maxQueueDelayMicroseconds`;
    return [error('sm.scaling', `scaling.${property}`, message)];
  }

  private checkVariant({ asynchronous, serverMetrics }: ScaledVariant): Finding[] {
    const { strategy } = this.queue;
    if (asynchronous) {
      const message = `got ${strategy}; allowed: Scaling.backlogPerInstance, since the requests of an asynchronous endpoint wait in its own queue and not in the queues of Triton`;
      return [error('async.scaling', 'scaling', message)];
    }
    if (serverMetrics) return [];
    const message = `got ${strategy} without the metrics of the server; set monitoring.serverMetrics to true, since only the metrics exporter publishes the metrics of this strategy`;
    return [error('sm.scaling-server-metrics', 'scaling', message)];
  }
}
