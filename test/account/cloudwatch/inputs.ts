import type * as api from '@aws-sdk/client-cloudwatch';
import type { Given } from '../api-model/given';

/** What the API model and the checks of CloudWatch require is there. */
export type MetricAlarmInput = Given<api.PutMetricAlarmInput> & {
  readonly EvaluationPeriods: number;
  readonly ComparisonOperator: string;
  readonly Threshold: number;
};
export type CompositeAlarmInput = Given<api.PutCompositeAlarmInput>;
export type DescribeAlarmsInput = Given<api.DescribeAlarmsInput>;
export type PutMetricDataInput = Given<api.PutMetricDataInput>;
export type GetMetricDataInput = Given<api.GetMetricDataInput>;
export type MetricDataQuery = Given<api.MetricDataQuery>;
