import { EndpointMetrics } from './endpoint-metrics';
import { InferenceComponentMetrics } from './inference-component-metrics';
import { MonitoredEndpoint, variantNameOf } from './monitored-endpoint';

/** Returns the metrics of the monitored inference component, or else of the monitored variant. */
export function metricsOf(endpoint: MonitoredEndpoint): EndpointMetrics | InferenceComponentMetrics {
  const { endpointName, inferenceComponentName } = endpoint;
  if (inferenceComponentName === undefined) return variantMetricsOf(endpoint);
  return new InferenceComponentMetrics(inferenceComponentName, {
    endpointName,
    componentName: variantNameOf(endpoint),
  });
}

/** Returns the metrics of the monitored variant, for metrics that inference components do not have. */
export function variantMetricsOf(endpoint: MonitoredEndpoint): EndpointMetrics {
  return new EndpointMetrics(endpoint.endpointName, variantNameOf(endpoint));
}

/** Returns the metrics of the shadow variant that is compared with the monitored variant. Undefined without a shadow variant. */
export function shadowMetricsOf(endpoint: MonitoredEndpoint): EndpointMetrics | undefined {
  const { endpointName, shadowVariantName, inferenceComponentName, asynchronous } = endpoint;
  if (shadowVariantName === undefined || inferenceComponentName !== undefined || asynchronous) return undefined;
  return new EndpointMetrics(endpointName, shadowVariantName);
}
