import { Alarm, CreateAlarmOptions, IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';

/**
 * A metric of an endpoint. It is a `Metric` if the endpoint has one production variant, and a `MathExpression` if it has several.
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/dg/monitoring-cloudwatch.html
 */
export interface IEndpointMetric extends IMetric {
  /**
   * Creates an alarm on the metric.
   *
   * @param scope scope of the alarm
   * @param id construct ID of the alarm
   * @param props properties of the alarm, such as threshold and evaluation periods
   */
  createAlarm(scope: Construct, id: string, props: CreateAlarmOptions): Alarm;
}
