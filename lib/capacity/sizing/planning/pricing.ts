import { CapacityPlanOptions } from '../capacity-plan-options';
import { PriceList } from '../../../measurements/price-list';
import { SizingOption } from './sizing-option';

/** Returns the price of an option in USD per hour. Undefined if neither the prices of the user nor the measurements nor the library have it. */
export function createPriceLookup({ prices }: CapacityPlanOptions): (option: SizingOption) => number | undefined {
  const list = prices ?? PriceList.builtIn();
  return (option) => (prices ? undefined : option.usdPerHour) ?? list.usdPerHour(option.instanceType);
}

/** Describes the source of the prices, and the types without a price. */
export function priceCaveats(sizingOptions: readonly SizingOption[], options: CapacityPlanOptions): string[] {
  const priceOf = createPriceLookup(options);
  const unpricedOptions = sizingOptions.filter((option) => priceOf(option) === undefined);
  const unpricedTypes = [...new Set(unpricedOptions.map(({ instanceType }) => instanceType))];
  return [
    ...(unpricedTypes.length
      ? [
          `no price of ${unpricedTypes.join(', ')}: the plan ranks fleets by their number of instances instead of their cost; ` +
            'set prices with PriceList.of, or with --prices of the command',
        ]
      : []),
    ...(unpricedOptions.length < sizingOptions.length ? [`prices: ${priceLabel(sizingOptions, options)}`] : []),
  ];
}

function priceLabel(sizingOptions: readonly SizingOption[], { prices }: CapacityPlanOptions): string {
  if (prices) return prices.label;
  return sizingOptions.every(({ usdPerHour }) => usdPerHour !== undefined)
    ? 'those of the measurements'
    : PriceList.builtIn().label;
}
