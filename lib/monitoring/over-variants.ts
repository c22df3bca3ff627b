import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { IEndpointMetric } from './endpoint-metric';
import { REQUESTS } from './published-metrics';

const COUNTS = [
  REQUESTS.invocations,
  REQUESTS.invocation4xxErrors,
  REQUESTS.invocation5xxErrors,
  REQUESTS.invocationModelErrors,
  REQUESTS.midStreamErrors,
].map(({ name }) => name);

/**
 * One metric of several variants: numbers of requests are added up, a variant without data as zero; of everything else the
 * highest value counts, as averages and percentiles cannot be combined. The metric itself where there is one variant.
 */
export function overVariants(metrics: Metric[]): IEndpointMetric {
  const [first] = metrics;
  if (metrics.length === 1) return first;
  const ids = metrics.map((_, index) => `variant${index}`);
  const added = COUNTS.includes(first.metricName) && /^(sum|samplecount|n)$/i.test(first.statistic);
  return new MathExpression({
    expression: added ? ids.map((id) => `FILL(${id}, 0)`).join(' + ') : `MAX([${ids.join(', ')}])`,
    usingMetrics: Object.fromEntries(ids.map((id, index) => [id, metrics[index]])),
    period: first.period,
    label: first.label ?? first.metricName,
    color: first.color,
  });
}
