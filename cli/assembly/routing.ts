import { RoutingStrategy } from '../../lib/platform';
import { TemplateVariant } from './endpoints';

/** SageMaker's default is random routing. API reference, "ProductionVariantRoutingConfig", read 2026-11-27. */
export function routingOf({ properties: ownProperties, component }: TemplateVariant): RoutingStrategy {
  const properties = component?.host?.properties ?? ownProperties;
  const { RoutingStrategy: strategy } = (properties.RoutingConfig ?? {}) as { RoutingStrategy?: unknown };
  const { LEAST_OUTSTANDING_REQUESTS: pooled, RANDOM: random } = RoutingStrategy;
  return strategy === pooled ? pooled : random;
}
