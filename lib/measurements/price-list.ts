import { builtInPrice, PRICE_TABLE_LABEL } from '../facts/prices';
import { ABOVE_ZERO, checkMeasured, checkName } from './readers/measured-value';
import { reportProblems } from './readers/report-problems';

/** Options of `PriceList.of`. */
export interface PriceListOptions {
  /** Date of the prices, such as `2026-11-21`. */
  readonly asOf: string;
  /** Region of the prices, such as `us-east-1`. */
  readonly region: string;
  /** Price in USD per hour by instance type, such as `{ 'ml.g5.xlarge': 1.408 }`. */
  readonly usdPerHour: { [instanceType: string]: number };
}

/**
 * Prices of instance types by Region and date. Before you base a purchase on a plan, use your own prices.
 *
 * @example
 * PriceList.of({ asOf: '2026-09-27', region: 'us-east-1', usdPerHour: { 'ml.g5.xlarge': 1.408 } });
 */
export class PriceList {
  /** Creates a price list from your own prices. */
  public static of(options: PriceListOptions): PriceList {
    const findings = [
      ...checkName(options.asOf, 'asOf'),
      ...checkName(options.region, 'region'),
      ...Object.entries(options.usdPerHour ?? {}).flatMap(([type, price]) =>
        checkMeasured(price, `usdPerHour['${type}']`, ABOVE_ZERO),
      ),
    ].map((finding) => ({ ...finding, ruleId: 'sizing.price' }));
    reportProblems('PriceList.of', [{ where: 'options', findings }]);
    return new PriceList(`${options.region}, ${options.asOf}`, (type) => options.usdPerHour[type]);
  }

  /**
   * The On-Demand prices in the library, for us-east-1 (g7e: us-west-2). `label` contains the date on which they were read. Use them to
   * compare instance types, not as a quote. Of the types without GPUs, the list contains ml.c5 and ml.m5.
   */
  public static builtIn(): PriceList {
    return new PriceList(PRICE_TABLE_LABEL, builtInPrice);
  }

  private constructor(
    /** Region and date of the prices. */
    public readonly label: string,
    private readonly priceOf: (instanceType: string) => number | undefined,
  ) {}

  /**
   * Returns the price of an instance type in USD per hour. Undefined if the price list does not contain the type.
   *
   * @param instanceType name of the instance type, such as `ml.g5.xlarge`
   */
  public usdPerHour(instanceType: string): number | undefined {
    return this.priceOf(instanceType);
  }
}
