import { Unit } from 'aws-cdk-lib/aws-cloudwatch';
import { Call, call, create, number, Properties, table, text } from '../code/expression';
import { Fields } from '../fields';

/** What Application Auto Scaling scales: the instances of a variant, or the copies of an inference component. */
export interface ScaledResource {
  /** Such as `endpoint/name/variant/AllTraffic`. */
  readonly resourceId: string;
  /** Current number of instances or copies. */
  readonly count: number;
  readonly gpuCount?: number;
}

/** Maps a policy on a metric of CloudWatch: a strategy for metrics of SageMaker, or `Scaling.custom`. Undefined for metric math. */
export function mapMetric(
  configuration: Fields,
  target: number,
  options: Properties,
  resource: ScaledResource,
): Call | undefined {
  const metric = configuration.object('CustomizedMetricSpecification');
  if (!metric || metric.has('Metrics') || !metric.has('MetricName') || !metric.has('Statistic')) return undefined;
  const [namespace, metricName, statistic] = ['Namespace', 'MetricName', 'Statistic'].map((each) =>
    metric.requiredText(each),
  );
  const unit = metric.choice('Unit', Object.values(Unit));
  const dimensions = metric
    .objects('Dimensions')
    .map((each): [string, string] => [each.requiredText('Name'), each.requiredText('Value')]);
  const content = [namespace, metricName, statistic, ...dimensions.map((each) => each.join('=')).sort()].join(' ');
  const strategy = metricOfSageMaker(content, unit, target, options, resource);
  if (strategy) return strategy;
  return call('Scaling.custom', [], {
    ...options,
    metric: create('Metric', [], {
      namespace: text(namespace),
      metricName: text(metricName),
      dimensionsMap: dimensions.length > 0 ? table(dimensions.map(([name, value]) => [name, text(value)])) : undefined,
      statistic: text(statistic),
      unit: unit === undefined ? undefined : { kind: 'constant', className: 'Unit', name: unitName(unit) },
    }),
    targetValue: number(target),
  });
}

/** The strategy for a metric of the scaled resource. The library does not set the unit, which is always the same. */
function metricOfSageMaker(
  content: string,
  unit: string | undefined,
  target: number,
  options: Properties,
  { resourceId, gpuCount = 1 }: ScaledResource,
): Call | undefined {
  const [kind, endpointName, , variantName] = resourceId.split('/');
  if (kind !== 'endpoint') return undefined;
  const ofVariant = `EndpointName=${endpointName} VariantName=${variantName}`;
  const percent = target / gpuCount;
  const isPercent = (unit === undefined || unit === 'Percent') && percent < 100;
  if (isPercent && content === `/aws/sagemaker/Endpoints GPUUtilization Average ${ofVariant}`)
    return call('Scaling.gpuUtilization', [], { ...options, percent: number(percent) });
  const isBacklog = content === `AWS/SageMaker ApproximateBacklogSizePerInstance Average EndpointName=${endpointName}`;
  return isBacklog && unit === undefined
    ? call('Scaling.backlogPerInstance', [], { ...options, backlogPerInstance: number(target) })
    : undefined;
}

/** The name of a unit in aws-cdk-lib, such as `KILOBITS_PER_SECOND` for `Kilobits/Second`. */
function unitName(unit: string): string {
  return unit.replace('/', '_PER_').toUpperCase();
}
