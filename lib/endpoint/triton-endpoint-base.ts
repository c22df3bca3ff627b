import { Resource, Token } from 'aws-cdk-lib';
import { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import { EndpointReference } from 'aws-cdk-lib/aws-sagemaker';
import { EndpointMetrics, IEndpointMetric } from '../monitoring';
import { combineVariants } from '../monitoring/endpoint-metric';
import { endpointPolicyArns } from '../cdk/endpoint-names';
import { ITritonEndpoint } from './triton-endpoint';
import { inLanguageOfApp } from '../findings/in-language-of-app';
import { rulePage } from '../findings/rule-page';

/**
 * Grants and metrics of an endpoint, either created in this app or imported.
 *
 * @internal
 */
export abstract class TritonEndpointBase extends Resource implements ITritonEndpoint {
  /** Name of the endpoint. */
  public abstract readonly endpointName: string;

  /** ARN of the endpoint. */
  public abstract readonly endpointArn: string;

  /** Names of the production variants. */
  public abstract readonly variantNames: string[];

  /** Names of the shadow variants, which receive copies of requests. The metrics of the endpoint do not include shadow variants. */
  public abstract readonly shadowVariantNames: string[];

  /** Reference to the endpoint for the interfaces that CDK generates. */
  public get endpointRef(): EndpointReference {
    return { endpointArn: this.endpointArn };
  }

  /**
   * Grants permission for actions on the endpoint.
   *
   * @param grantee the principal to grant the permission to
   * @param actions actions for which IAM supports an endpoint as the resource, such as `sagemaker:DescribeEndpoint`
   */
  public grant(grantee: IGrantable, ...actions: string[]): Grant {
    return this._grantWhere(grantee, actions);
  }

  /** Grants permission for actions on the endpoint, optionally with conditions. @internal */
  protected _grantWhere(
    grantee: IGrantable,
    actions: string[],
    conditions?: Record<string, Record<string, unknown>>,
  ): Grant {
    const resourceArns = endpointPolicyArns(this.stack, this.endpointName, this.endpointArn);
    return Grant.addToPrincipal({ grantee, actions, resourceArns, conditions });
  }

  /**
   * Grants permission to invoke the endpoint (`sagemaker:InvokeEndpoint`).
   *
   * @param grantee the principal to grant the permission to
   */
  public grantInvoke(grantee: IGrantable): Grant {
    return this.grant(grantee, 'sagemaker:InvokeEndpoint');
  }

  /**
   * Grants permission to invoke the endpoint with streamed responses (`InferenceType.GENERATE_STREAM`). The actions are
   * `sagemaker:InvokeEndpointWithResponseStream` and `sagemaker:InvokeEndpoint`. The API reference requires both (read 2026-11-22).
   *
   * @param grantee the principal to grant the permission to
   */
  public grantInvokeWithResponseStream(grantee: IGrantable): Grant {
    return this.grant(grantee, 'sagemaker:InvokeEndpoint', 'sagemaker:InvokeEndpointWithResponseStream');
  }

  /**
   * Returns the metrics of one variant.
   *
   * @param variantName name of a production or shadow variant. Optional if the endpoint has one production variant
   * @throws an error if the endpoint has no such variant, or if it has several production variants and the name is omitted
   */
  public metricsOf(variantName?: string): EndpointMetrics {
    const { variantNames, shadowVariantNames } = this;
    const name = variantName ?? (variantNames.length === 1 ? variantNames[0] : undefined);
    const knownNames = [...variantNames, ...shadowVariantNames];
    if (
      name === undefined ||
      (!Token.isUnresolved(name) && !knownNames.includes(name) && !knownNames.some(Token.isUnresolved))
    ) {
      throw new Error(
        `${this.node.path}: ${inLanguageOfApp('variantName')}: got ${variantName ?? 'none'}; allowed: ${knownNames.join(', ')} ${rulePage('endpoint.variant-unknown')}`,
      );
    }
    return new EndpointMetrics(this.endpointName, name, this.env);
  }

  /**
   * Returns a metric of the endpoint by the name under which SageMaker publishes it.
   *
   * @param metricName name of the metric, such as `ModelLatency` or `GPUUtilization`
   */
  public metric(metricName: string, options?: MetricOptions): IEndpointMetric {
    return this.combineMetrics((variant) => variant.metric(metricName, options));
  }

  /** Number of requests. Default statistic: sum. */
  public metricInvocations(options?: MetricOptions): IEndpointMetric {
    return this.combineMetrics((variant) => variant.invocations(options));
  }

  /** Number of requests per instance, for the variant with the highest value. The only meaningful statistic is the sum. */
  public metricInvocationsPerInstance(options?: MetricOptions): IEndpointMetric {
    return this.combineMetrics((variant) => variant.invocationsPerInstance(options));
  }

  /**
   * Concurrent requests in the container of the model, including queued requests, for the variant with the highest value. Default
   * statistic: maximum.
   */
  public metricConcurrentRequestsPerModel(options?: MetricOptions): IEndpointMetric {
    return this.combineMetrics((variant) => variant.concurrentRequestsPerModel(options));
  }

  /** Latency of the container of the model, as measured by SageMaker. Microseconds; default statistic: p99. */
  public metricModelLatency(options?: MetricOptions): IEndpointMetric {
    return this.combineMetrics((variant) => variant.modelLatency(options));
  }

  /** Latency that SageMaker adds to a request. Microseconds; default statistic: p99. */
  public metricOverheadLatency(options?: MetricOptions): IEndpointMetric {
    return this.combineMetrics((variant) => variant.overheadLatency(options));
  }

  /** Number of requests with a 4XX response. Default statistic: sum. The average is the fraction of requests with this error. */
  public metricInvocation4xxErrors(options?: MetricOptions): IEndpointMetric {
    return this.combineMetrics((variant) => variant.invocation4xxErrors(options));
  }

  /** Number of requests with a 5XX response. Default statistic: sum. The average is the fraction of requests with this error. */
  public metricInvocation5xxErrors(options?: MetricOptions): IEndpointMetric {
    return this.combineMetrics((variant) => variant.invocation5xxErrors(options));
  }

  /** Number of requests for which the container did not return a 2XX response. Default statistic: sum. */
  public metricInvocationModelErrors(options?: MetricOptions): IEndpointMetric {
    return this.combineMetrics((variant) => variant.invocationModelErrors(options));
  }

  /** GPU utilization, from 0 to 100 × the number of GPUs, in percent: the average over the instances of a variant. */
  public metricGpuUtilization(options?: MetricOptions): IEndpointMetric {
    return this.combineMetrics((variant) => variant.gpuUtilization(options));
  }

  /** GPU memory utilization, from 0 to 100 × the number of GPUs, in percent: the average over the instances of a variant. */
  public metricGpuMemoryUtilization(options?: MetricOptions): IEndpointMetric {
    return this.combineMetrics((variant) => variant.gpuMemoryUtilization(options));
  }

  /** CPU utilization, from 0 to 100 × the number of vCPUs, in percent: the average over the instances of a variant. */
  public metricCpuUtilization(options?: MetricOptions): IEndpointMetric {
    return this.combineMetrics((variant) => variant.cpuUtilization(options));
  }

  /** Memory utilization, from 0 to 100 percent: the average over the instances of a variant. */
  public metricMemoryUtilization(options?: MetricOptions): IEndpointMetric {
    return this.combineMetrics((variant) => variant.memoryUtilization(options));
  }

  /** Disk utilization, from 0 to 100 percent: the average over the instances of a variant. */
  public metricDiskUtilization(options?: MetricOptions): IEndpointMetric {
    return this.combineMetrics((variant) => variant.diskUtilization(options));
  }

  private combineMetrics(metric: (variant: EndpointMetrics) => Metric): IEndpointMetric {
    return combineVariants(this.variantNames.map((name) => metric(this.metricsOf(name))));
  }
}
