import { Resource, Token } from 'aws-cdk-lib';
import { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import { EndpointReference } from 'aws-cdk-lib/aws-sagemaker';
import { EndpointMetrics, IEndpointMetric } from '../monitoring';
import { overVariants } from '../monitoring/over-variants';
import { endpointPolicyArns } from '../platform/endpoint-names';
import { ITritonEndpoint } from './triton-endpoint';
import { rulePage } from '../findings/rule-page';

/**
 * What every endpoint can do that has names: grants and metrics, whoever made it.
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

  /** Names of the shadow variants, which get copies of requests. Nothing of them is in the endpoint's metrics. */
  public abstract readonly shadowVariantNames: string[];

  /** Reference to the endpoint for CDK's generated interfaces. */
  public get endpointRef(): EndpointReference {
    return { endpointArn: this.endpointArn };
  }

  /**
   * Allows actions on the endpoint.
   *
   * @param grantee the principal that gets the permission
   * @param actions actions that IAM can limit to an endpoint, such as `sagemaker:DescribeEndpoint`
   */
  public grant(grantee: IGrantable, ...actions: string[]): Grant {
    return this._grantWhere(grantee, actions);
  }

  /** Allows actions on the endpoint, under conditions where there are any. @internal */
  protected _grantWhere(
    grantee: IGrantable,
    actions: string[],
    conditions?: Record<string, Record<string, unknown>>,
  ): Grant {
    const resourceArns = endpointPolicyArns(this.stack, this.endpointName, this.endpointArn);
    return Grant.addToPrincipal({ grantee, actions, resourceArns, conditions });
  }

  /**
   * Allows sending requests (`sagemaker:InvokeEndpoint`).
   *
   * @param grantee the principal that gets the permission
   */
  public grantInvoke(grantee: IGrantable): Grant {
    return this.grant(grantee, 'sagemaker:InvokeEndpoint');
  }

  /**
   * Allows requests whose responses are streams (`InferenceType.GENERATE_STREAM`): `sagemaker:InvokeEndpointWithResponseStream`, and
   * `sagemaker:InvokeEndpoint`, which the API reference requires for them, too (read 2026-11-22).
   *
   * @param grantee the principal that gets the permission
   */
  public grantInvokeWithResponseStream(grantee: IGrantable): Grant {
    return this.grant(grantee, 'sagemaker:InvokeEndpoint', 'sagemaker:InvokeEndpointWithResponseStream');
  }

  /**
   * The metrics of one variant.
   *
   * @param variantName name of a production or shadow variant; may be left out where there is one production variant
   * @throws an error when the endpoint has no such variant, or several and none is named
   */
  public metricsOf(variantName?: string): EndpointMetrics {
    const { variantNames, shadowVariantNames } = this;
    const name = variantName ?? (variantNames.length === 1 ? variantNames[0] : undefined);
    const known = [...variantNames, ...shadowVariantNames];
    if (name === undefined || (!Token.isUnresolved(name) && !known.includes(name) && !known.some(Token.isUnresolved))) {
      throw new Error(
        `${this.node.path}: variantName: got ${variantName ?? 'none'}; allowed: ${known.join(', ')} ${rulePage('endpoint.variant-unknown')}`,
      );
    }
    return new EndpointMetrics(this.endpointName, name, this.env);
  }

  /**
   * A metric of the endpoint by the name that SageMaker publishes it under.
   *
   * @param metricName such as `ModelLatency` or `GPUUtilization`
   */
  public metric(metricName: string, options?: MetricOptions): IEndpointMetric {
    return this.ofVariants((variant) => variant.metric(metricName, options));
  }

  /** Number of requests. Default statistic: sum. */
  public metricInvocations(options?: MetricOptions): IEndpointMetric {
    return this.ofVariants((variant) => variant.invocations(options));
  }

  /** Number of requests an instance served; the busiest variant's. Sum is the only statistic that means anything. */
  public metricInvocationsPerInstance(options?: MetricOptions): IEndpointMetric {
    return this.ofVariants((variant) => variant.invocationsPerInstance(options));
  }

  /** Requests in flight in the model's container, queued ones included; the busiest variant's. Default statistic: maximum. */
  public metricConcurrentRequestsPerModel(options?: MetricOptions): IEndpointMetric {
    return this.ofVariants((variant) => variant.concurrentRequestsPerModel(options));
  }

  /** Time in the model's container as SageMaker sees it. Microseconds; default statistic p99. */
  public metricModelLatency(options?: MetricOptions): IEndpointMetric {
    return this.ofVariants((variant) => variant.modelLatency(options));
  }

  /** Time that SageMaker adds to a request. Microseconds; default statistic p99. */
  public metricOverheadLatency(options?: MetricOptions): IEndpointMetric {
    return this.ofVariants((variant) => variant.overheadLatency(options));
  }

  /** Number of requests that were answered with a 4XX status. Default statistic: sum; the average is the rate. */
  public metricInvocation4xxErrors(options?: MetricOptions): IEndpointMetric {
    return this.ofVariants((variant) => variant.invocation4xxErrors(options));
  }

  /** Number of requests that were answered with a 5XX status. Default statistic: sum; the average is the rate. */
  public metricInvocation5xxErrors(options?: MetricOptions): IEndpointMetric {
    return this.ofVariants((variant) => variant.invocation5xxErrors(options));
  }

  /** Number of requests that the container did not answer with 2XX. Default statistic: sum. */
  public metricInvocationModelErrors(options?: MetricOptions): IEndpointMetric {
    return this.ofVariants((variant) => variant.invocationModelErrors(options));
  }

  /** Use of the GPUs, 0 to 100 × GPUs percent, averaged over a variant's instances. */
  public metricGpuUtilization(options?: MetricOptions): IEndpointMetric {
    return this.ofVariants((variant) => variant.gpuUtilization(options));
  }

  /** Use of the GPUs' memory, 0 to 100 × GPUs percent, averaged over a variant's instances. */
  public metricGpuMemoryUtilization(options?: MetricOptions): IEndpointMetric {
    return this.ofVariants((variant) => variant.gpuMemoryUtilization(options));
  }

  /** Use of the CPUs, 0 to 100 × vCPUs percent, averaged over a variant's instances. */
  public metricCpuUtilization(options?: MetricOptions): IEndpointMetric {
    return this.ofVariants((variant) => variant.cpuUtilization(options));
  }

  /** Use of main memory, 0 to 100 percent, averaged over a variant's instances. */
  public metricMemoryUtilization(options?: MetricOptions): IEndpointMetric {
    return this.ofVariants((variant) => variant.memoryUtilization(options));
  }

  /** Use of the disk, 0 to 100 percent, averaged over a variant's instances. */
  public metricDiskUtilization(options?: MetricOptions): IEndpointMetric {
    return this.ofVariants((variant) => variant.diskUtilization(options));
  }

  private ofVariants(metric: (variant: EndpointMetrics) => Metric): IEndpointMetric {
    return overVariants(this.variantNames.map((name) => metric(this.metricsOf(name))));
  }
}
