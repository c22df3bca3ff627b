import { isDeepStrictEqual } from 'util';
import { builtInPrice, PRICE_TABLE_LABEL } from '../../lib/facts/prices';
import { TemplateEndpoint, TemplateVariant } from '../assembly/endpoints';
import { Consequence } from './consequence';

/** Describes the cost of the instances that host inference components, between the minimum and the maximum of the fleet, if it changes. */
export function costConsequences(before: TemplateEndpoint | undefined, after: TemplateEndpoint): Consequence[] {
  return after.hosts.flatMap((host): Consequence[] => {
    const old = before?.hosts.find(({ name }) => name === host.name);
    if (old && isDeepStrictEqual(rangeOf(old), rangeOf(host))) return [];
    const { instanceType, minimum, maximum } = rangeOf(host);
    const price = instanceType === undefined ? undefined : builtInPrice(instanceType);
    if (price === undefined || minimum === undefined || maximum === undefined) return [];
    const usdPerHour = { minimum: minimum * price, maximum: maximum * price };
    const range = (from: string, to: string): string => (from === to ? from : `${from} to ${to}`);
    return [
      {
        about: 'cost',
        sentence: `The fleet of ${range(String(minimum), String(maximum))} × ${instanceType} costs ${range(usdPerHour.minimum.toFixed(2), usdPerHour.maximum.toFixed(2))} USD an hour. Prices: ${PRICE_TABLE_LABEL}.`,
        facts: { instanceType, minimum, maximum, usdPerHour },
      },
    ];
  });
}

function rangeOf({ instanceTypes, count, scaling }: TemplateVariant): {
  instanceType?: string;
  minimum?: number;
  maximum?: number;
} {
  const [instanceType, ...others] = instanceTypes;
  return {
    instanceType: others.length > 0 ? undefined : instanceType,
    minimum: scaling ? scaling.minimum : count,
    maximum: scaling ? scaling.maximum : count,
  };
}
