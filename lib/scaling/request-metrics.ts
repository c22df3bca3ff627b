import { IMetric, MetricStatConfig } from 'aws-cdk-lib/aws-cloudwatch';
import { COMPONENT_REQUEST_METRICS, REQUEST_METRICS, SAGEMAKER_NAMESPACE } from '../facts/cloudwatch-metrics';
import { error, Finding, warning } from '../findings/finding';
import { ASYNCHRONOUS_METRICS } from './predefined-metric';
import { ScaledVariant } from './scaled-variant';

const REQUEST_METRIC_NAMES = Object.values({ ...REQUEST_METRICS, ...COMPONENT_REQUEST_METRICS }).map(
  ({ name }) => name,
);

/** Metrics of requests that asynchronous endpoints do not publish. */
const REAL_TIME_METRICS = [
  REQUEST_METRICS.invocations,
  REQUEST_METRICS.invocationsPerInstance,
  REQUEST_METRICS.concurrentRequestsPerModel,
].map(({ name }) => name);

/**
 * Reports a metric of the user that an asynchronous endpoint does not publish, and warns about a metric without data while there are no
 * requests.
 *
 * @param removesCapacity whether the policy can remove instances or copies
 */
export function checkRequestMetric(metric: IMetric, variant: ScaledVariant, removesCapacity = true): Finding[] {
  const { asynchronous, endpointName, inferenceComponentName } = variant;
  const missing = metricsIn(metric).find(
    ({ metricName, dimensions = [] }) =>
      REAL_TIME_METRICS.includes(metricName) &&
      dimensions.some(({ name, value }) => name === 'EndpointName' && value === endpointName),
  );
  if (asynchronous && missing) {
    const message = `got ${missing.metricName}, which asynchronous endpoints do not publish (${ASYNCHRONOUS_METRICS}); allowed: Scaling.backlogPerInstance`;
    return [error('async.scaling', 'scaling.metric', message)];
  }
  const unfilled = removesCapacity ? metricsIn(metric, isFilled)[0] : undefined;
  if (unfilled === undefined) return [];
  const capacity = inferenceComponentName === undefined ? 'instances' : 'copies';
  const message =
    `got ${unfilled.metricName}, for which SageMaker may publish no data while there are no requests, so the alarm that removes ${capacity} is in the ` +
    `INSUFFICIENT_DATA state and idle ${capacity} are kept; use new MathExpression({ expression: 'FILL(m, 0)', usingMetrics: { m: metric } })`;
  return [warning('sm.scaling-no-data', 'scaling.metric', message)];
}

const isFilled = (expression: string): boolean => /\bFILL\(/i.test(expression);

/** The metrics of requests that a metric uses, without those of expressions to skip. */
function metricsIn(metric: IMetric, skips: (expression: string) => boolean = () => false): MetricStatConfig[] {
  const { metricStat, mathExpression } = metric.toMetricConfig();
  if (mathExpression && !skips(mathExpression.expression))
    return Object.values(mathExpression.usingMetrics).flatMap((each) => metricsIn(each, skips));
  const isRequestMetric =
    metricStat?.namespace === SAGEMAKER_NAMESPACE && REQUEST_METRIC_NAMES.includes(metricStat.metricName);
  return isRequestMetric ? [metricStat] : [];
}
