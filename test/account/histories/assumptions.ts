import fc from 'fast-check';
import { ALL_BEHAVIORS } from '../all-behaviors';
import { Switches } from '../behavior';

/** IDs of all assumed behaviors. */
const ASSUMED = ALL_BEHAVIORS.filter(({ evidence }) => evidence === 'assumed').map(({ id }) => id);

/** Switches a random selection of the assumed behaviors off. fast-check shrinks to as few switched-off behaviors as possible. */
export const switchPositions: fc.Arbitrary<Switches> = fc
  .subarray(ASSUMED)
  .map((switchedOff) => Object.fromEntries(switchedOff.map((id) => [id, false])));

/** Describes which assumed behaviors are switched off. */
export function describeSwitches(switches: Switches): string {
  const switchedOff = Object.keys(switches).filter((id) => !switches[id]);
  return switchedOff.length > 0 ? `Switched off: ${switchedOff.join(', ')}.` : 'All assumed behaviors are switched on.';
}
