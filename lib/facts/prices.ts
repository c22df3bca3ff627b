import table from './gpu-instances.json';

const { readFrom, readUntil } = table.prices;

/** Source and date of the price table. Display them next to each price, because prices change over time. */
export const PRICE_TABLE_LABEL = `built-in table, on demand, us-east-1 (g7e: us-west-2), read between ${readFrom} and ${readUntil}`;

/** On-Demand price of a hosting instance in USD per hour. Undefined if the table does not contain the instance type. */
export function builtInPrice(instanceType: string): number | undefined {
  return table.instances.find((row) => row.name === instanceType)?.usdPerHour;
}
