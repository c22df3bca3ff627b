import { CfnScalingPolicy } from 'aws-cdk-lib/aws-applicationautoscaling';
import { IMetric, MetricConfig } from 'aws-cdk-lib/aws-cloudwatch';
import { checkRequestMetric } from './request-metrics';
import { CustomScalingOptions } from './scaling-options';
import { MetricSpecification, TargetTracking } from './target-tracking';

type Query = CfnScalingPolicy.TargetTrackingMetricDataQueryProperty & { readonly id: string };

/** Statistics that can be used without a metric query, if the metric is not an expression. */
const STATISTICS = ['Average', 'Minimum', 'Maximum', 'SampleCount', 'Sum'];
const RESULT_ID = 'trackedResult';

/** Target tracking on a metric or metric math expression of the user. */
export function customMetric(options: CustomScalingOptions): TargetTracking {
  const specification = metricSpecification(options.metric);
  return new TargetTracking(
    {
      kind: 'Custom',
      property: 'targetValue',
      value: options.targetValue,
      trackedMetric: JSON.stringify(specification),
      targetValue: () => options.targetValue,
      specification: () => specification,
      check: (variant) => checkRequestMetric(options.metric, variant),
    },
    options,
  );
}

/** Renders a metric or metric math expression for Application Auto Scaling, which does not accept periods. */
function metricSpecification(metric: IMetric): MetricSpecification {
  const { metricStat } = metric.toMetricConfig();
  if (metricStat && STATISTICS.includes(metricStat.statistic)) {
    const { namespace, metricName, dimensions, statistic, unitFilter } = metricStat;
    return {
      customizedMetricSpecification: {
        namespace,
        metricName,
        dimensions: dimensions?.map(({ name, value }) => ({ name, value: String(value) })),
        statistic,
        unit: unitFilter,
      },
    };
  }
  return { customizedMetricSpecification: { metrics: queriesOf(metric, RESULT_ID) } };
}

/**
 * Returns the query of a metric or, for a metric math expression, the queries of its metrics and then the query of the expression. The last
 * query gives the value of the metric.
 */
function queriesOf(metric: IMetric, id: string): Query[] {
  const returnData = id === RESULT_ID;
  const { metricStat, mathExpression } = metric.toMetricConfig();
  if (metricStat) return [{ id, metricStat: trackedStat(metricStat), returnData }];
  const metricQueries = Object.entries(mathExpression?.usingMetrics ?? {}).flatMap(([usedId, usedMetric]) =>
    queriesOf(usedMetric, usedId),
  );
  const allQueries = [...metricQueries, { id, expression: mathExpression?.expression, returnData }];
  return [...new Map(allQueries.map((query) => [JSON.stringify(query), query])).values()];
}

function trackedStat(stat: NonNullable<MetricConfig['metricStat']>): CfnScalingPolicy.TargetTrackingMetricStatProperty {
  const { namespace, metricName, dimensions, statistic, unitFilter } = stat;
  return {
    metric: {
      namespace,
      metricName,
      dimensions: dimensions?.map(({ name, value }) => ({ name, value: String(value) })),
    },
    stat: statistic,
    unit: unitFilter,
  };
}
