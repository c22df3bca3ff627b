import { builtInPrice, PRICE_TABLE_LABEL } from '../platform/prices';
import { ABOVE_ZERO, checkMeasured, checkName } from './readers/measured-value';
import { reportProblems } from './readers/report-problems';

/** Properties of a price list. */
export interface PriceListProps {
  /** Date of the prices, such as `2026-11-21`. */
  readonly asOf: string;
  /** Region of the prices, such as `us-east-1`. */
  readonly region: string;
  /** Price in USD per hour by instance type, such as `{ 'ml.g5.xlarge': 1.408 }`. */
  readonly usdPerHour: { [instanceType: string]: number };
}

/**
 * The prices of instance types. Prices depend on the Region and change over time. For a plan on which purchases are based, use your own
 * prices.
 *
 * @example
 * PriceList.of({ asOf: '2026-09-27', region: 'us-east-1', usdPerHour: { 'ml.g5.xlarge': 1.408 } });
 */
export class PriceList {
  /** Creates a price list from your own prices. */
  public static of(props: PriceListProps): PriceList {
    const findings = [
      ...checkName(props.asOf, 'asOf'),
      ...checkName(props.region, 'region'),
      ...Object.entries(props.usdPerHour ?? {}).flatMap(([type, price]) =>
        checkMeasured(price, `usdPerHour['${type}']`, ABOVE_ZERO),
      ),
    ].map((finding) => ({ ...finding, ruleId: 'sizing.price' }));
    reportProblems('PriceList.of', [{ where: 'props', findings }]);
    return new PriceList(`${props.region}, ${props.asOf}`, (type) => props.usdPerHour[type]);
  }

  /** The prices in the library. Use them to compare instance types, not as a quote. */
  public static builtIn(): PriceList {
    return new PriceList(PRICE_TABLE_LABEL, builtInPrice);
  }

  private constructor(
    /** Region and date of the prices. */
    public readonly label: string,
    private readonly priceOf: (instanceType: string) => number | undefined,
  ) {}

  /** Returns the price of an instance type in USD per hour. Undefined if the price list does not contain the type. */
  public usdPerHour(instanceType: string): number | undefined {
    return this.priceOf(instanceType);
  }
}
