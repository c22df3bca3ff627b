import fc from 'fast-check';
import { ALL_BEHAVIOURS } from '../all-behaviours';
import { Switches } from '../behaviour';

/** Ids of everything that is assumed: a new one is drawn without being named anywhere. */
const ASSUMED = ALL_BEHAVIOURS.filter(({ evidence }) => evidence === 'assumed').map(({ id }) => id);

/** A position of each assumption, in any combination. Shrinks towards those that are as the behaviours say. */
export const positions: fc.Arbitrary<Switches> = fc
  .subarray(ASSUMED)
  .map((off) => Object.fromEntries(off.map((id) => [id, false])));

/** The assumptions that are the other way, to be read. */
export function describePositions(switches: Switches): string {
  const off = Object.keys(switches).filter((id) => !switches[id]);
  return off.length > 0 ? `The other way: ${off.join(', ')}.` : 'Everything is as assumed.';
}
