import { PriceList, PriceListOptions } from '../../lib/measurements';
import { readJson } from '../input/shape';

/** Reads the file of the option --prices. */
export function readPrices(file: string): PriceList {
  const props = readJson(file, { maximumBytes: 1024 * 1024 });
  const isObject = typeof props === 'object' && props !== null && 'usdPerHour' in props;
  if (!isObject) throw new Error(`${file}: allowed: { asOf, region, usdPerHour: { "ml.g5.xlarge": 1.408 } }`);
  return PriceList.of(props as PriceListOptions); // validates every value
}
