import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { findCycle, referencesOf } from '../endpoint/template-graph';

const ROOT = path.join(__dirname, '..', '..');

type Template = Record<string, Record<string, { readonly Type?: string }>>;

/** The templates of an app by their stacks. */
function synthesize(app: string): Record<string, Template> {
  const outdir = fs.mkdtempSync(path.join(os.tmpdir(), 'examples-'));
  const { status, stderr } = spawnSync(path.join(ROOT, 'node_modules', '.bin', 'tsx'), [path.join(ROOT, app)], {
    encoding: 'utf8',
    env: { ...process.env, CDK_OUTDIR: outdir },
  });
  if (status !== 0) throw new Error(stderr);
  const files = fs.readdirSync(outdir).filter((file) => file.endsWith('.template.json'));
  const templates = files.map((file) => [
    file.replace('.template.json', ''),
    JSON.parse(fs.readFileSync(path.join(outdir, file), 'utf8')),
  ]);
  fs.rmSync(outdir, { recursive: true });
  return Object.fromEntries(templates);
}

/** What users' stacks know by its logical id: a changed id replaces the resource. CDK's own check of its bootstrap is left out. */
function inventoryOf(template: Template): string {
  const { Resources, Parameters: _, Rules: __, ...others } = template;
  return [
    ...Object.entries(Resources).map(([id, { Type }]) => `${id} ${Type}`),
    ...Object.entries(others).flatMap(([section, entries]) => Object.keys(entries).map((id) => `${id} (${section})`)),
  ]
    .sort()
    .join('\n');
}

describe.each(['bin/app.ts', 'integ/realtime.ts', 'integ/multi-model.ts', 'integ/recommender.ts'])('%s', (app) => {
  let templates: Record<string, Template>;
  beforeAll(() => {
    templates = synthesize(app);
  });

  // A change on purpose: `npx projen test:update`, and `npm run template-diff` says what it does to a stack.
  test('its resources have the logical ids they had', () => {
    for (const [stack, template] of Object.entries(templates)) {
      expect(inventoryOf(template)).toMatchSnapshot(stack);
    }
  });

  test('none of its templates has a cycle', () => {
    expect(Object.keys(templates).length).toBeGreaterThan(0);
    for (const { Resources } of Object.values(templates)) expect(findCycle(referencesOf(Resources))).toBeUndefined();
  });
});
