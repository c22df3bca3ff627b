import { PriceList } from '../../../measurements';

/**
 * The limitations of a simulation, and the source of the price.
 *
 * @param withoutPrice what follows from a price that is not known
 */
export function caveatsOf(prices: PriceList, instanceType: string, withoutPrice = ''): string[] {
  return [
    'Start times of instances and delays of metrics are published observations of other endpoints. Measure those of your endpoint.',
    prices.usdPerHour(instanceType) === undefined
      ? `no price of ${instanceType}${withoutPrice}`
      : `prices: ${prices.label}`,
  ];
}
