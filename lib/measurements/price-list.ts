import { error, Finding } from '../findings/finding';
import { builtInPrice, PRICE_TABLE_LABEL } from '../facts/prices';
import { ABOVE_ZERO, checkMeasured } from './readers/measured-value';
import { reportProblems } from './readers/report-problems';

const RULE = 'sizing.price';

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
  /**
   * Creates a price list from your own prices.
   *
   * @throws an error that lists all missing and invalid values
   */
  public static of(options: PriceListOptions): PriceList {
    reportProblems('PriceList.of', [{ where: 'options', findings: checkOptions(options ?? {}) }]);
    return new PriceList(`${options.region}, ${options.asOf}`, (type) => options.usdPerHour[type]);
  }

  /**
   * The On-Demand prices in the library, for us-east-1 (g7e: us-west-2). `label` contains the date on which they were read. Use them to
   * compare instance types, not as a quote. Of the types without GPUs, the list contains ml.c5, ml.m5 and
   * ml.c7i.xlarge.
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

/** Checks the options. They can have any type, because files and JavaScript programs are not type-checked. */
function checkOptions({ asOf, region, usdPerHour }: Partial<PriceListOptions>): Finding[] {
  const isObject = typeof usdPerHour === 'object' && usdPerHour !== null && !Array.isArray(usdPerHour);
  return [
    ...checkText(asOf, 'asOf', "the date of the prices, such as '2026-11-21'"),
    ...checkText(region, 'region', "the Region of the prices, such as 'us-east-1'"),
    ...(isObject
      ? Object.entries(usdPerHour).flatMap(([type, price]) => checkPrice(type, price))
      : [invalid('usdPerHour', usdPerHour, "the price of each instance type, such as { 'ml.g5.xlarge': 1.408 }")]),
  ];
}

function checkPrice(type: string, price: unknown): Finding[] {
  const field = `usdPerHour['${type}']`;
  if (!type.startsWith('ml.'))
    return [invalid(field, type, `the name of a SageMaker instance type, such as 'ml.${type}'`)];
  return checkMeasured(price, field, ABOVE_ZERO).map((finding) => ({ ...finding, ruleId: RULE }));
}

function checkText(value: unknown, field: string, allowed: string): Finding[] {
  return typeof value === 'string' && value !== '' ? [] : [invalid(field, value, allowed)];
}

function invalid(field: string, value: unknown, allowed: string): Finding {
  return error(RULE, field, `got ${JSON.stringify(value)?.slice(0, 100) ?? 'nothing'}; allowed: ${allowed}`);
}
