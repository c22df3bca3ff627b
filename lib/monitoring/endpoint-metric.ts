import { Alarm, CreateAlarmOptions, IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';

/**
 * A metric of an endpoint: a `Metric` where the endpoint has one production variant, a `MathExpression` over several.
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/dg/monitoring-cloudwatch.html
 */
export interface IEndpointMetric extends IMetric {
  /**
   * Makes an alarm on the metric.
   *
   * @param scope where the alarm is made
   * @param id id of the alarm in the scope
   * @param props threshold, evaluation periods and the like
   */
  createAlarm(scope: Construct, id: string, props: CreateAlarmOptions): Alarm;
}
