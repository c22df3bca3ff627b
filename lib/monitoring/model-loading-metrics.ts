import { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { MODEL_LOADING, metricOf } from './published-metrics';

/**
 * How a multi-model endpoint loads its models. SageMaker publishes this for the variant only, never for a single model.
 *
 * Source: Amazon SageMaker AI developer guide, "CloudWatch Metrics for Multi-Model Endpoint Deployments" (read 2026-11-21).
 */
export class ModelLoadingMetrics {
  private readonly dimensions: { [key: string]: string };

  /**
   * @param endpointName name of the endpoint
   * @param variantName name of the production variant
   */
  constructor(
    /** Name of the endpoint. */
    public readonly endpointName: string,
    /** Name of the production variant. */
    public readonly variantName: string,
  ) {
    this.dimensions = { EndpointName: endpointName, VariantName: variantName };
  }

  /** Share of the requests whose model was loaded already, 0 to 1. Default statistic: average; the sum counts them. */
  public modelCacheHit(options?: MetricOptions): Metric {
    return metricOf(MODEL_LOADING.modelCacheHit, this.dimensions, options);
  }

  /** Time that requests waited for their model. Microseconds; default statistic: average. */
  public modelLoadingWaitTime(options?: MetricOptions): Metric {
    return metricOf(MODEL_LOADING.modelLoadingWaitTime, this.dimensions, options);
  }

  /** Time to download a model from S3. Microseconds; default statistic: average. */
  public modelDownloadingTime(options?: MetricOptions): Metric {
    return metricOf(MODEL_LOADING.modelDownloadingTime, this.dimensions, options);
  }

  /** Time to load a model in the container. Microseconds; default statistic: average. */
  public modelLoadingTime(options?: MetricOptions): Metric {
    return metricOf(MODEL_LOADING.modelLoadingTime, this.dimensions, options);
  }

  /** Time to unload a model. Microseconds; default statistic: average. */
  public modelUnloadingTime(options?: MetricOptions): Metric {
    return metricOf(MODEL_LOADING.modelUnloadingTime, this.dimensions, options);
  }

  /** Models that are loaded: average per instance by default, in all instances with the sum. */
  public loadedModelCount(options?: MetricOptions): Metric {
    return metricOf(MODEL_LOADING.loadedModelCount, this.dimensions, options);
  }
}
