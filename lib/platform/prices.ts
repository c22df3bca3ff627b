import table from './gpu-instances.json';

/** Where and when the prices of the table were read; they age, so whoever shows one has to show this too. */
export const PRICE_TABLE_LABEL =
  'built-in table, on demand, us-east-1 (g7e: us-west-2), read between 2025-04 and 2026-09';

/** On-demand price of a hosting instance in USD per hour, undefined where the table has none. */
export function builtInPrice(instanceType: string): number | undefined {
  return table.instances.find((row) => row.name === instanceType)?.usdPerHour;
}
