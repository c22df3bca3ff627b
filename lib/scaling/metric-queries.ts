import { CfnScalingPolicy } from 'aws-cdk-lib/aws-applicationautoscaling';
import { IMetric, MetricConfig } from 'aws-cdk-lib/aws-cloudwatch';
import { MetricSpecification } from './target-tracking';

type Query = CfnScalingPolicy.TargetTrackingMetricDataQueryProperty & { readonly id: string };

/** Statistics that a single metric may have without being a query. */
const STATISTICS = ['Average', 'Minimum', 'Maximum', 'SampleCount', 'Sum'];
const RESULT_ID = 'trackedResult';

/** A metric or an expression over metrics in the form of Application Auto Scaling, which has no periods. */
export function metricSpecification(metric: IMetric): MetricSpecification {
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

/** The metric under its id, after all that it is made of. */
function queriesOf(metric: IMetric, id: string): Query[] {
  const returnData = id === RESULT_ID;
  const { metricStat, mathExpression } = metric.toMetricConfig();
  if (metricStat) return [{ id, metricStat: statOf(metricStat), returnData }];
  const parts = Object.entries(mathExpression?.usingMetrics ?? {}).flatMap(([name, part]) => queriesOf(part, name));
  const all = [...parts, { id, expression: mathExpression?.expression, returnData }];
  return [...new Map(all.map((query) => [JSON.stringify(query), query])).values()];
}

function statOf(stat: NonNullable<MetricConfig['metricStat']>): CfnScalingPolicy.TargetTrackingMetricStatProperty {
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
