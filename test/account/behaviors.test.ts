import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_BEHAVIORS } from './all-behaviors';
import * as iam from './iam/behaviors';

const ASSUMED = ALL_BEHAVIORS.filter(({ evidence }) => evidence === 'assumed').map(({ id }) => id);

test('each behavior has a unique ID and a source', () => {
  const ids = ALL_BEHAVIORS.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  for (const { source } of ALL_BEHAVIORS) expect(source).not.toBe('');
});

test('each assumed behavior has a switch in the code, and each switch belongs to an assumed behavior', () => {
  expect(switchesInCode()).toEqual([...ASSUMED].sort());
});

/** The IDs that the code passes to `isSwitchedOn`, as strings or as names of constants. */
function switchesInCode(): string[] {
  const constants = iam as unknown as Readonly<Record<string, string>>;
  const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  const sources = files.map((name) => readFileSync(join(__dirname, name), 'utf8'));
  const matches = sources.flatMap((source) => [...source.matchAll(/\.isSwitchedOn\((?:'([^']+)'|([A-Z_]{2,}))\)/g)]);
  const ids = matches.map(([, id, constant]) => id ?? constants[constant]).filter((id) => id !== undefined);
  return [...new Set(ids)].sort();
}
