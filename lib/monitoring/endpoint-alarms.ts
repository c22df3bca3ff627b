import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { LatencyObjective } from '../platform';
import { EndpointMetrics } from './endpoint-metrics';

/** Minutes that an alarm looks back. */
const WINDOW_MINUTES = 5;
/** Minutes of the window that must breach: one slow minute is no alarm. */
const BREACHING_MINUTES = 3;
/** Percent of requests answered with 5XX. */
const ERROR_RATE_PERCENT = 1;

/** Properties of `EndpointAlarms`. */
export interface EndpointAlarmsProps {
  /** The metrics of the watched variant. */
  readonly metrics: EndpointMetrics;
  /** The latency objective that the latency alarm watches. */
  readonly latencyObjective: LatencyObjective;
}

/**
 * The alarms of one variant: latency at the objective's percentile, and the rate of 5XX answers.
 *
 * Both name the endpoint by its string, so that the endpoint may depend on them and roll back on them. Minutes without
 * traffic count as good, since a deployment must not be rolled back for want of requests.
 */
export class EndpointAlarms extends Construct {
  /** The longest time that an alarm needs to fire. */
  public static readonly WINDOW = Duration.minutes(WINDOW_MINUTES);

  /** ModelLatency above the objective. */
  public readonly latency: Alarm;
  /** More than 1 % of the requests answered with 5XX. */
  public readonly errors: Alarm;

  constructor(scope: Construct, id: string, props: EndpointAlarmsProps) {
    super(scope, id);
    const { metrics, latencyObjective } = props;
    const window = {
      evaluationPeriods: WINDOW_MINUTES,
      datapointsToAlarm: BREACHING_MINUTES,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    };
    this.latency = new Alarm(this, 'Latency', {
      ...window,
      metric: metrics.modelLatency({ statistic: latencyObjective.statistic }),
      threshold: latencyObjective.limit.toMilliseconds() * 1000,
      alarmDescription: `ModelLatency ${latencyObjective.statistic} is above the objective of ${latencyObjective.limit.toMilliseconds()} ms.`,
    });
    this.errors = new Alarm(this, 'Errors', {
      ...window,
      metric: new MathExpression({
        expression: '100 * errors / invocations',
        usingMetrics: { errors: metrics.invocation5xxErrors(), invocations: metrics.invocations() },
        period: Duration.minutes(1),
        label: '5XX rate (%)',
      }),
      threshold: ERROR_RATE_PERCENT,
      alarmDescription: `More than ${ERROR_RATE_PERCENT} % of the requests are answered with 5XX.`,
    });
  }

  /** The alarms on which a deployment rolls back. */
  public get rollbackAlarms(): Alarm[] {
    return [this.latency, this.errors];
  }
}
