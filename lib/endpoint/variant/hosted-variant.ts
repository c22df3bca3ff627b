import { Construct } from 'constructs';
import { EndpointMetrics } from '../../monitoring';
import { Variant } from '../endpoint';
import { IEndpointVariant } from './endpoint-variant';
import { ModelHost, VariantContext } from './model-host';

/** A variant in the endpoint configuration, with its SageMaker models. */
export class HostedVariant extends ModelHost implements IEndpointVariant {
  public readonly variantName: string;
  public readonly metrics: EndpointMetrics;

  constructor(scope: Construct, variant: Variant, context: VariantContext) {
    super(scope, variant, context);
    this.variantName = variant.variantName;
    this.metrics = new EndpointMetrics(context.endpoint.endpointName, variant.variantName);
  }
}
