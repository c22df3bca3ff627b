import { builtInPrice, PRICE_TABLE_LABEL } from '../platform/prices';
import { ABOVE_ZERO, checkMeasured, checkName } from './readers/measured-value';
import { reportProblems } from './readers/report-problems';

/** Prices with their origin. */
export interface PriceListProps {
  /** The day the prices were read, such as `2026-11-21`. */
  readonly asOf: string;
  /** The region they hold for, such as `us-east-1`. */
  readonly region: string;
  /** USD per hour by instance type, such as `{ 'ml.g5.xlarge': 1.408 }`. */
  readonly usdPerHour: { [instanceType: string]: number };
}

/**
 * What instances cost. Prices differ by region and change: give your own for a plan that decides about money.
 *
 * @example
 * PriceList.of({ asOf: '2026-09-27', region: 'us-east-1', usdPerHour: { 'ml.g5.xlarge': 1.408 } });
 */
export class PriceList {
  /** Prices read by you. */
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

  /** The prices that come with the library. They are a default to compare types with, not a quote. */
  public static builtIn(): PriceList {
    return new PriceList(PRICE_TABLE_LABEL, builtInPrice);
  }

  private constructor(
    /** Where and when the prices hold. */
    public readonly label: string,
    private readonly priceOf: (instanceType: string) => number | undefined,
  ) {}

  /** USD per hour of an instance type; undefined where the list has none. */
  public usdPerHour(instanceType: string): number | undefined {
    return this.priceOf(instanceType);
  }
}
