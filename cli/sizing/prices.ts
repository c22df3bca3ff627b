import { PriceList, PriceListOptions } from '../../lib/measurements';
import { readJson } from '../input/shape';

/**
 * Reads the file of the option --prices.
 *
 * @throws an error that names the file and all missing and invalid values
 */
export function readPrices(file: string): PriceList {
  const props = readJson(file, { maximumBytes: 1024 * 1024 });
  try {
    return PriceList.of(props as PriceListOptions); // validates every value
  } catch (error) {
    throw new Error(
      (error as Error).message.replace(/^PriceList\.of/, () => file),
      { cause: error },
    );
  }
}
