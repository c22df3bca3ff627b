import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import * as fc from 'fast-check';
import { checkAssembly } from '../../cli/check/check-assembly';
import { consequencesOf } from '../../cli/consequences/consequences';
import { renderText } from '../../cli/consequences/stack-consequences';
import { endpointsOf } from '../../cli/assembly/endpoints';
import { fleetUpdateOf } from '../../cli/consequences/instances';
import { readDashboards } from '../../cli/dashboard/read-dashboards';
import { readLocalAssembly } from '../../cli/local/local-variants';
import { SmokeTestFiles } from '../../cli/local/smoke-test-files';
import { benchmarksOf, engineNeeds } from '../../cli/preflight/jobs';
import { readTarget } from '../../cli/preflight/read-target';
import { endpointNeeds } from '../../lib/contracts/quotas';
import { synthesizeApps } from '../synthesize-apps';
import { runs } from '../setup/proof';

// Inserts invalid values at random positions of an assembly. Each command must succeed, or fail with an error message that a user understands.

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hostile-assemblies-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const ORIGINAL = path.join(folder, 'original');
const MUTANT = path.join(folder, 'mutant');
const APPS = ['integ/realtime.ts', 'integ/multi-model.ts', 'integ/engine.ts'];
/** The JSON files of the assemblies, grouped by kind (such as templates). The paths are relative to ORIGINAL and MUTANT. */
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

/** The commands that read an assembly, limited to the parts that need no server and no AWS. */
const COMMANDS: Record<string, (mutant: string, original: string) => unknown> = {
  check: checkAssembly,
  consequences: (mutant) => renderText(consequencesOf(mutant)),
  'consequences --against the original': (mutant, against) => renderText(consequencesOf(mutant, { against })),
  'consequences --against the mutant': (against, original) => renderText(consequencesOf(original, { against })),
  dashboard: (mutant) => JSON.stringify(readDashboards(mutant)),
  preflight: (mutant) =>
    readTarget(mutant).map(({ deployment: { template } }) => [
      endpointNeeds(
        endpointsOf(template).map((endpoint) => fleetUpdateOf(endpoint, 'yes')),
        [],
        benchmarksOf(template).tests,
      ),
      engineNeeds(template),
    ]),
  local: (mutant) => {
    const { variants, assets } = readLocalAssembly(mutant);
    for (const variant of variants) {
      const tests = new SmokeTestFiles(variant, assets);
      tests.models.map((model) => tests.firstExample(model));
      tests.changedProperties({
        isReplacedByStandIn: () => true,
        isSkipped: () => false,
        completeModel: (model) => model,
      });
    }
  },
};

/** Deeply nested or very long values as JSON, by name. A failure report of fast-check shows the name instead of the value. */
const EXTREME_VALUES: Record<string, string> = {
  'deep lists': '['.repeat(10_000) + ']'.repeat(10_000),
  'deep objects': '{"a":'.repeat(10_000) + '0' + '}'.repeat(10_000),
  'lists in lists': '['.repeat(190) + ']'.repeat(190),
  'functions in functions': '{"Fn::Join":["",['.repeat(60) + '"x"' + ']]}'.repeat(60),
  'texts that double': '{"Fn::Sub":["${a}${a}",{"a":'.repeat(45) + '"xxxxxxxxxx"' + '}]}'.repeat(45),
  'a text of megabytes': JSON.stringify('x'.repeat(2_000_000)),
};
const SIMPLE_VALUES = [null, 7, -1, 1e308, true, '', 'x', '\0', '${', [], {}, [null], [[]], [{}], ['', null]];
const FUNCTIONS = ['Ref', 'Fn::GetAtt', 'Fn::Join', 'Fn::Select', 'Fn::Split', 'Fn::Sub', 'Fn::FindInMap', 'Fn::If'];

const anyValue = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...SIMPLE_VALUES.map((value) => JSON.stringify(value))) },
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
  { weight: 1, arbitrary: fc.constantFrom(...Object.keys(EXTREME_VALUES)) },
  { weight: 2, arbitrary: fc.constant(undefined) }, // removes the existing value
);

interface Mutation {
  readonly group: number;
  readonly file: number;
  readonly pathSteps: number[];
  readonly value?: string;
}

const mutations: fc.Arbitrary<Mutation> = fc.record({
  group: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat({ max: 3 })),
  file: fc.nat(),
  pathSteps: fc.array(fc.nat(), { minLength: 1, maxLength: 12 }),
  value: anyValue,
});

/** A placeholder for the value until the file is written, because JSON.stringify cannot write thousands of levels. */
const PLACEHOLDER = 'the hostile value';

/** Returns a copy with a different value at a path. If the path is too long, the value replaces the leaf that the path reaches. */
function mutate(container: unknown, [step, ...nextSteps]: number[], value: unknown): unknown {
  if (step === undefined || typeof container !== 'object' || container === null) return value;
  const keys = Object.keys(container);
  if (keys.length === 0) return value;
  const key = keys[step % keys.length] as keyof typeof container;
  const copy = (Array.isArray(container) ? [...container] : { ...container }) as Record<string, unknown>;
  copy[key] = mutate(container[key], nextSteps, value);
  return copy;
}

/** The stack trace of the error that a command throws, if any. It begins with the error message. */
function errorOf(command: () => unknown): string | undefined {
  try {
    command();
    return undefined;
  } catch (error) {
    return (error as Error).stack ?? String(error);
  }
}

const UNREADABLE_ERROR =
  /^(Type|Range|Reference|Syntax)Error|maximum call stack|Cannot read|is not a function|not iterable/i;

test('any value at any position of an assembly causes no unreadable error', () => {
  const unreadableErrors = new Map<string, string>();
  fc.assert(
    fc.property(mutations, ({ group, file, pathSteps, value }) => {
      const names = files[group % files.length];
      const name = names[file % names.length];
      const target = path.join(MUTANT, name);
      const before = fs.readFileSync(target, 'utf8');
      try {
        const withPlaceholder = JSON.stringify(
          mutate(JSON.parse(before), pathSteps, value === undefined ? undefined : PLACEHOLDER),
        );
        fs.writeFileSync(
          target,
          withPlaceholder.replace(`"${PLACEHOLDER}"`, () => EXTREME_VALUES[value ?? ''] ?? value),
        );
        for (const [command, run] of Object.entries(COMMANDS)) {
          const message = errorOf(() => run(path.dirname(target), path.dirname(path.join(ORIGINAL, name))));
          if (message !== undefined && UNREADABLE_ERROR.test(message))
            unreadableErrors.set(message.split('\n').slice(0, 3).join(' | '), command);
        }
      } finally {
        fs.writeFileSync(target, before);
      }
    }),
    { numRuns: runs(100, 10) },
  );
  expect([...unreadableErrors]).toEqual([]);
});
