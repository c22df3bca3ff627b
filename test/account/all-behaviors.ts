import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Behavior, Evidence } from './behavior';

const LINE = /^- `([^`]+)` \((documented|API model|observed by others|assumed)\): (.+) Source: (.+)$/gm;

/** All behaviors of AWS that the simulated account implements. */
export const ALL_BEHAVIORS: readonly Behavior[] = [
  ...readFileSync(join(__dirname, 'behaviors.md'), 'utf8').matchAll(LINE),
].map(([, id, evidence, description, source]) => ({ id, evidence: evidence as Evidence, description, source }));
