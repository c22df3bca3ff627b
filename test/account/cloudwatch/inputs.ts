import type * as api from '@aws-sdk/client-cloudwatch';
import type { Validated } from '../api-model/validated';

/** Validated inputs: the members that the API model or `validateAlarm` requires are not optional. */
export type MetricAlarmInput = Validated<api.PutMetricAlarmInput> & {
  readonly EvaluationPeriods: number;
  readonly ComparisonOperator: string;
  readonly Threshold: number;
};
export type CompositeAlarmInput = Validated<api.PutCompositeAlarmInput>;
export type DescribeAlarmsInput = Validated<api.DescribeAlarmsInput>;
export type PutMetricDataInput = Validated<api.PutMetricDataInput>;
export type MetricDataQuery = Validated<api.MetricDataQuery>;
