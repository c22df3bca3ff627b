import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { APPS, synthesizeApps } from '../synthesize-apps';
import { schemaTable } from '../../scripts/cloudformation-schemas';
import { findCycle, referencesOf } from '../endpoint/template-graph';

const TABLED = Object.values(schemaTable().types).flat();

type Template = Record<string, Record<string, { readonly Type?: string }>>;

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

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'examples-'));
beforeAll(() => expect(synthesizeApps(APPS, folder)).toEqual({}));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** The templates of an app by their stacks. */
function templatesOf(app: string): [string, Template][] {
  const files = fs.readdirSync(path.join(folder, app)).filter((file) => file.endsWith('.template.json'));
  expect(files.length).toBeGreaterThan(0);
  return files.map((file) => [
    file.replace('.template.json', ''),
    JSON.parse(fs.readFileSync(path.join(folder, app, file), 'utf8')),
  ]);
}

describe.each(APPS)('%s', (app) => {
  // A change on purpose: `npx projen test:update test/bin`, and `npm run template-diff` says what it does to a stack.
  test('its resources have the logical ids they had', () => {
    for (const [stack, template] of templatesOf(app)) expect(inventoryOf(template)).toMatchSnapshot(stack);
  });

  test('none of its templates has a cycle', () => {
    for (const [, { Resources }] of templatesOf(app)) expect(findCycle(referencesOf(Resources))).toBeUndefined();
  });
});

test('the table of CloudFormation’s schemas has the types of all templates, but for those that the examples bring themselves', () => {
  const ownOfExamples = /^AWS::(ApiGatewayV2|CDK|KMS::Key$|EC2::(?!SecurityGroup))/;
  const types = APPS.flatMap(templatesOf).flatMap(([, { Resources }]) =>
    Object.values(Resources).map(({ Type = '' }) => Type),
  );
  const unknown = types.filter(
    (type) => type.startsWith('AWS::') && !ownOfExamples.test(type) && !TABLED.includes(type),
  );
  expect([...new Set(unknown)]).toEqual([]);
});

test('the checks of integ/multi-model.ts ask each of its models by its name', () => {
  const checks = templatesOf('integ/multi-model.ts').filter(([stack]) => stack.endsWith('Checks'));
  const asked = checks
    .flatMap(([, { Resources }]) => Object.values(Resources))
    .flatMap((resource) => {
      const { Properties } = resource as { Properties?: { api?: string; parameters?: { TargetModel?: unknown } } };
      return Properties?.api === 'InvokeEndpoint' ? [JSON.stringify(Properties.parameters?.TargetModel)] : [];
    });
  expect(asked).toEqual([expect.stringContaining('first'), expect.stringContaining('second')]);
});
