import { DEFAULT_VARIANT_NAME } from '../platform/endpoint-names';
import { builtInPrice, PRICE_TABLE_LABEL } from '../platform/prices';
import { MonitoredEndpoint } from './monitored-endpoint';

/** Name of a variant that nobody named. */
export function variantNameOf({ variantName = DEFAULT_VARIANT_NAME }: MonitoredEndpoint): string {
  return variantName;
}

/** Price of an instance in USD per hour, undefined where nobody knows it. */
export function priceOf({ usdPerInstanceHour, instanceType }: MonitoredEndpoint): number | undefined {
  return usdPerInstanceHour ?? (instanceType && builtInPrice(instanceType.name));
}

/** The price of an instance in words, with its source. */
export function describePrice(endpoint: MonitoredEndpoint): string[] {
  const price = priceOf(endpoint);
  if (price === undefined) return [];
  const source = endpoint.usdPerInstanceHour === undefined ? ` (${PRICE_TABLE_LABEL})` : '';
  return [`${price} USD per instance and hour${source}`];
}
