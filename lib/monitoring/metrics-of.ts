import { componentMetrics, HostMetrics, variantMetrics } from './host-metrics';
import { MonitoredHost, variantNameOf } from './monitored-endpoint';

/** Returns the metrics of the monitored inference component, or else of the monitored variant. */
export function metricsOf(endpoint: MonitoredHost): HostMetrics {
  const { endpointName, inferenceComponentName } = endpoint;
  const name = variantNameOf(endpoint);
  if (inferenceComponentName === undefined) return variantMetrics(endpointName, name);
  return componentMetrics(inferenceComponentName, endpointName, name);
}

/** Returns the metrics of the shadow variant that is compared with the monitored variant. Undefined without a shadow variant. */
export function shadowMetricsOf(endpoint: MonitoredHost): HostMetrics | undefined {
  const { endpointName, shadowVariantName, inferenceComponentName, asynchronous } = endpoint;
  if (shadowVariantName === undefined || inferenceComponentName !== undefined || asynchronous) return undefined;
  return variantMetrics(endpointName, shadowVariantName);
}
