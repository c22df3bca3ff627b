import type { Behavior, Evidence } from './behavior';
import behaviors from './behaviors.json';

/** The ID of a behavior of AWS. */
export type BehaviorId = keyof typeof behaviors;

/** All behaviors of AWS that the simulated account implements. */
export const ALL_BEHAVIORS: readonly Behavior[] = Object.entries(behaviors).map(([id, { evidence, ...behavior }]) => ({
  id,
  evidence: evidence as Evidence,
  ...behavior,
}));
