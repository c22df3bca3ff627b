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
