import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_BEHAVIORS } from './all-behaviors';

const ASSUMED = ALL_BEHAVIORS.filter(({ evidence }) => evidence === 'assumed').map(({ id }) => id);

test('each assumed behavior has a switch in the code, and each switch belongs to an assumed behavior', () => {
  expect(switchesInCode()).toEqual([...ASSUMED].sort());
});

/** The IDs that the code passes to `isSwitchedOn`. */
function switchesInCode(): string[] {
  const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  const sources = files.map((name) => readFileSync(join(__dirname, name), 'utf8'));
  const ids = sources.flatMap((source) => [...source.matchAll(/\.isSwitchedOn\('([^']+)'\)/g)].map(([, id]) => id));
  return [...new Set(ids)].sort();
}
