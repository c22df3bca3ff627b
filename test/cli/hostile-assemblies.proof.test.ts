import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import * as fc from 'fast-check';
import { checkAssembly } from '../../cli/check/check-assembly';
import { consequencesOf } from '../../cli/consequences/consequences';
import { renderText } from '../../cli/consequences/text';
import { endpointsOf } from '../../cli/consequences/endpoint';
import { fleetUpdateOf } from '../../cli/consequences/instances';
import { readDashboards } from '../../cli/dashboard/read-dashboards';
import { readAssembly } from '../../cli/local/assembly';
import { TestFiles } from '../../cli/local/test-files';
import { benchmarksOf, engineNeeds } from '../../cli/preflight/jobs';
import { readTarget } from '../../cli/preflight/read-target';
import { endpointNeeds } from '../../lib/endpoint/preflight/quotas';
import { synthesizeApps } from '../synthesize-apps';

// Whatever stands in an assembly in the place of anything, a command works or ends with one sentence.

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hostile-assemblies-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const ORIGINAL = path.join(folder, 'original');
const MUTANT = path.join(folder, 'mutant');
const APPS = ['integ/realtime.ts', 'integ/multi-model.ts', 'integ/engine.ts'];
/** The files in JSON of the apps, relative to the folders, by what they are. */
let files: string[][];

beforeAll(() => {
  fs.mkdirSync(ORIGINAL);
  expect(synthesizeApps(APPS, ORIGINAL)).toEqual({});
  fs.cpSync(ORIGINAL, MUTANT, { recursive: true });
  const names = APPS.flatMap((app) => fs.readdirSync(path.join(MUTANT, app)).map((name) => path.join(app, name)));
  files = [/template\.json$/, /\/manifest\.json$/, /\.assets\.json$/, /\/asset\..*\.json$/]
    .map((pattern) => names.filter((name) => pattern.test(name)))
    .filter((group) => group.length > 0);
}, 300_000);

/** What each command does with an assembly, but for servers and requests to AWS. */
const COMMANDS: Record<string, (mutant: string, original: string) => unknown> = {
  check: checkAssembly,
  consequences: (mutant) => renderText(consequencesOf(mutant)),
  'consequences --against the original': (mutant, against) => renderText(consequencesOf(mutant, { against })),
  'consequences --against the mutant': (against, original) => renderText(consequencesOf(original, { against })),
  dashboard: (mutant) => JSON.stringify(readDashboards(mutant)),
  preflight: (mutant) =>
    readTarget(mutant).map(({ deployment: { template } }) => [
      endpointNeeds(endpointsOf(template).map(fleetUpdateOf), [], benchmarksOf(template).tests),
      engineNeeds(template),
    ]),
  local: (mutant) => {
    const { variants, objects } = readAssembly(mutant);
    for (const variant of variants) {
      const tests = new TestFiles(variant, objects);
      tests.models.map((model) => tests.firstExample(model));
      tests.changedProperties({ standsIn: () => true, leftOut: () => false, completed: (model) => model });
    }
  },
};

/** Values as JSON, by name: fast-check shows the names. */
const DEEP: Record<string, string> = {
  'deep lists': '['.repeat(10_000) + ']'.repeat(10_000),
  'deep objects': '{"a":'.repeat(10_000) + '0' + '}'.repeat(10_000),
  'lists in lists': '['.repeat(190) + ']'.repeat(190),
  'functions in functions': '{"Fn::Join":["",['.repeat(60) + '"x"' + ']]}'.repeat(60),
  'texts that double': '{"Fn::Sub":["${a}${a}",{"a":'.repeat(45) + '"xxxxxxxxxx"' + '}]}'.repeat(45),
  'a text of megabytes': JSON.stringify('x'.repeat(2_000_000)),
};
const PLAIN = [null, 7, -1, 1e308, true, '', 'x', '\0', '${', [], {}, [null], [[]], [{}], ['', null]];
const FUNCTIONS = ['Ref', 'Fn::GetAtt', 'Fn::Join', 'Fn::Select', 'Fn::Split', 'Fn::Sub', 'Fn::FindInMap', 'Fn::If'];

const values = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PLAIN.map((value) => JSON.stringify(value))) },
  { weight: 2, arbitrary: fc.json({ maxDepth: 2 }) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...FUNCTIONS), fc.json({ maxDepth: 2 }))
      .map(([name, value]) => `{"${name}":${value}}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('toString', 'constructor', 'AWS::NoValue').map((name) => `{"Ref":"${name}"}`),
  },
  { weight: 1, arbitrary: fc.constantFrom('toString', 'valueOf', '__proto__').map((key) => `{"${key}":1}`) },
  { weight: 1, arbitrary: fc.constantFrom(...Object.keys(DEEP)) },
  { weight: 2, arbitrary: fc.constant(undefined) }, // what is there is removed
);

interface Mutation {
  readonly group: number;
  readonly file: number;
  readonly way: number[];
  readonly value?: string;
}

const mutations: fc.Arbitrary<Mutation> = fc.record({
  group: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat({ max: 3 })),
  file: fc.nat(),
  way: fc.array(fc.nat(), { minLength: 1, maxLength: 12 }),
  value: values,
});

/** Stands for the value until the file is written, since no program writes thousands of levels. */
const MARK = 'the hostile value';

/** Replaces what the way leads to; a way that is longer than the value is deep ends at a leaf. */
function mutated(whole: unknown, [step, ...rest]: number[], value: unknown): unknown {
  if (step === undefined || typeof whole !== 'object' || whole === null) return value;
  const keys = Object.keys(whole);
  if (keys.length === 0) return value;
  const key = keys[step % keys.length] as keyof typeof whole;
  const copy = (Array.isArray(whole) ? [...whole] : { ...whole }) as Record<string, unknown>;
  copy[key] = mutated(whole[key], rest, value);
  return copy;
}

/** What a command threw. */
function attempt(command: () => unknown): string | undefined {
  try {
    command();
    return undefined;
  } catch (error) {
    return (error as Error).stack ?? String(error);
  }
}

const RAW = /^(Type|Range|Reference|Syntax)Error|maximum call stack|Cannot read|is not a function|not iterable/i;

test('any value in any place of an assembly', { timeout: 600_000 }, () => {
  const raw = new Map<string, string>();
  fc.assert(
    fc.property(mutations, ({ group, file, way, value }) => {
      const names = files[group % files.length];
      const name = names[file % names.length];
      const target = path.join(MUTANT, name);
      const before = fs.readFileSync(target, 'utf8');
      try {
        const marked = JSON.stringify(mutated(JSON.parse(before), way, value === undefined ? undefined : MARK));
        fs.writeFileSync(
          target,
          marked.replace(`"${MARK}"`, () => DEEP[value ?? ''] ?? value),
        );
        for (const [command, run] of Object.entries(COMMANDS)) {
          const said = attempt(() => run(path.dirname(target), path.dirname(path.join(ORIGINAL, name))));
          if (said !== undefined && RAW.test(said)) raw.set(said.split('\n').slice(0, 3).join(' | '), command);
        }
      } finally {
        fs.writeFileSync(target, before);
      }
    }),
    { numRuns: Number(process.env.HOSTILE_RUNS ?? 200) },
  );
  expect([...raw]).toEqual([]);
});
