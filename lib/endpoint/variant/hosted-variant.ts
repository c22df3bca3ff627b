import { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { variantMetrics } from '../../monitoring/host-metrics';
import { Variant } from '../resolved/endpoint';
import { IEndpointVariant } from './endpoint-variant';
import { ModelHost, VariantContext } from './model-host';

/** A variant in the endpoint configuration, with its SageMaker models. */
export class HostedVariant extends ModelHost implements IEndpointVariant {
  public readonly variantName: string;

  constructor(
    scope: Construct,
    variant: Variant,
    private readonly variantContext: VariantContext,
  ) {
    super(scope, variant, variantContext);
    this.variantName = variant.variantName;
  }

  public metric(metricName: string, options?: MetricOptions): Metric {
    return variantMetrics(this.variantContext.endpoint.endpointName, this.variantName).named(metricName, options);
  }
}
