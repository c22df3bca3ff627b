import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_BEHAVIOURS } from './all-behaviours';
import * as iam from './iam/behaviours';

const ASSUMED = ALL_BEHAVIOURS.filter(({ evidence }) => evidence === 'assumed').map(({ id }) => id);

test('behaviours have ids of their own and a source', () => {
  const ids = ALL_BEHAVIOURS.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  for (const { source } of ALL_BEHAVIOURS) expect(source).not.toBe('');
});

test('each assumption has a switch in the code, and each switch is of an assumption', () => {
  expect(switchesInCode()).toEqual([...ASSUMED].sort());
});

/** The ids that the sources of the account ask for, as texts or as names of constants. */
function switchesInCode(): string[] {
  const constants = iam as unknown as Readonly<Record<string, string>>;
  const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  const sources = files.map((name) => readFileSync(join(__dirname, name), 'utf8'));
  const asked = sources.flatMap((source) => [...source.matchAll(/\.assumes\((?:'([^']+)'|([A-Z_]{2,}))\)/g)]);
  const ids = asked.map(([, id, constant]) => id ?? constants[constant]).filter((id) => id !== undefined);
  return [...new Set(ids)].sort();
}
