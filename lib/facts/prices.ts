import cpuTable from './cpu-instances.json';
import gpuTable from './gpu-instances.json';
import { instanceFacts } from './instance-facts';

const { readFrom, readUntil } = gpuTable.prices;

/** Source and date of the price table. Display them next to each price, because prices change over time. */
export const PRICE_TABLE_LABEL =
  `built-in table, on demand, us-east-1 (g7e: us-west-2), read between ${readFrom} and ${readUntil} ` +
  `(types without GPUs: between ${cpuTable.prices.readFrom} and ${cpuTable.prices.readUntil})`;

/** On-Demand price of a hosting instance in USD per hour. Undefined if the table does not contain the price of the type. */
export function builtInPrice(instanceType: string): number | undefined {
  return instanceFacts(instanceType)?.usdPerHour;
}
