import { RemovalPolicy, Resource } from 'aws-cdk-lib';
import { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import { EndpointReference } from 'aws-cdk-lib/aws-sagemaker';
import { IEndpointMetric } from '../../monitoring';
import { combineVariants } from '../../monitoring/endpoint-metric';
import { variantMetrics } from '../../monitoring/host-metrics';
import { endpointPolicyArns } from '../../cdk/endpoint-names';
import { ITritonEndpoint } from './triton-endpoint';
import { inLanguageOfApp } from '../../findings/in-language-of-app';
import { rulePage } from '../../findings/rule-page';
import { isUnresolved } from '../../findings/is-unresolved';

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
   * Rejects all policies but `DESTROY`: a retained endpoint would lose its model, role and model files, which the stack deletes, and could not
   * replace an instance. To protect an endpoint, turn on `terminationProtection` of its stack.
   *
   * @param policy the removal policy
   * @throws an error for any other policy than `DESTROY`
   */
  public applyRemovalPolicy(policy: RemovalPolicy): void {
    if (policy === RemovalPolicy.DESTROY) return;
    throw new Error(
      `${this.node.path}: applyRemovalPolicy: got '${policy}'; allowed: 'destroy', since the endpoint needs the model, the role and the files that the stack deletes; terminationProtection of the stack protects all of them ${rulePage('endpoint.removal-policy')}`,
    );
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
   * Grants permission to invoke the endpoint (`sagemaker:InvokeEndpoint`). CDK adds nothing, without a warning, to a role of a different account or
   * a role that is imported with `mutable: false`.
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
   * Returns a metric of one variant by its published name.
   *
   * @param variantName name of a production or shadow variant
   * @param metricName name of the metric, such as `ModelLatency`, `ProbeSuccess` or `QueueDuration`
   * @throws an error if the endpoint has no such variant
   */
  public variantMetric(variantName: string, metricName: string, options?: MetricOptions): Metric {
    const knownNames = [...this.variantNames, ...this.shadowVariantNames];
    if (!isUnresolved(variantName) && !knownNames.includes(variantName) && !knownNames.some(isUnresolved)) {
      throw new Error(
        `${this.node.path}: ${inLanguageOfApp('variantName')}: got ${variantName}; allowed: ${knownNames.join(', ')} ${rulePage('endpoint.variant-unknown')}`,
      );
    }
    return variantMetrics(this.endpointName, variantName, this.env).named(metricName, options);
  }

  /**
   * Returns a metric of the endpoint by the name under which SageMaker or this library publishes it.
   *
   * @param metricName name of the metric, such as `ModelLatency`, `GPUUtilization` or `ProbeSuccess`
   */
  public metric(metricName: string, options?: MetricOptions): IEndpointMetric {
    return combineVariants(this.variantNames.map((name) => this.variantMetric(name, metricName, options)));
  }

  /** Number of requests. Default statistic: sum. */
  public metricInvocations(options?: MetricOptions): IEndpointMetric {
    return this.metric('Invocations', options);
  }

  /** Latency of the container of the model, as measured by SageMaker. Microseconds; default statistic: p99. */
  public metricModelLatency(options?: MetricOptions): IEndpointMetric {
    return this.metric('ModelLatency', options);
  }

  /** Latency that SageMaker adds to a request. Microseconds; default statistic: p99. */
  public metricOverheadLatency(options?: MetricOptions): IEndpointMetric {
    return this.metric('OverheadLatency', options);
  }

  /** Number of requests with a 4XX response. Default statistic: sum. The average is the fraction of requests with this error. */
  public metricInvocation4xxErrors(options?: MetricOptions): IEndpointMetric {
    return this.metric('Invocation4XXErrors', options);
  }

  /** Number of requests with a 5XX response. Default statistic: sum. The average is the fraction of requests with this error. */
  public metricInvocation5xxErrors(options?: MetricOptions): IEndpointMetric {
    return this.metric('Invocation5XXErrors', options);
  }
}
