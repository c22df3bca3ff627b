import { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { variantMetrics } from '../../monitoring/host-metrics';
import { Variant } from '../resolved/variant';
import { IEndpointVariant } from './endpoint-variant';
import { ModelHost, VariantContext } from './model-host';

/** A variant in the endpoint configuration, with its SageMaker models. */
export class HostedVariant extends ModelHost implements IEndpointVariant {
  private readonly endpointName: string;

  constructor(
    scope: Construct,
    public readonly host: Variant,
    context: VariantContext,
  ) {
    super(scope, host, context);
    this.endpointName = context.endpoint.endpointName;
  }

  public metric(metricName: string, options?: MetricOptions): Metric {
    return variantMetrics(this.endpointName, this.variantName).named(metricName, options);
  }
}
