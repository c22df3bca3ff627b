import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { APPS, synthesizeApps } from '../synthesize-apps';
import { schemaTable } from '../../scripts/cloudformation-schemas';
import { findCycle, referencesOf } from '../endpoint/template-graph';

const TYPES_IN_TABLE = Object.values(schemaTable().types).flat();

type Template = Record<string, Record<string, { readonly Type?: string }>>;

/** Lists the logical IDs and resource types. A changed ID replaces the resource. Parameters and CDK's rule for bootstrap versions are omitted. */
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

/** Templates of an app, by stack name. */
function templatesOf(app: string): [string, Template][] {
  const files = fs.readdirSync(path.join(folder, app)).filter((file) => file.endsWith('.template.json'));
  expect(files.length).toBeGreaterThan(0);
  return files.map((file) => [
    file.replace('.template.json', ''),
    JSON.parse(fs.readFileSync(path.join(folder, app, file), 'utf8')),
  ]);
}

describe.each(APPS)('%s', (app) => {
  // For intentional changes, run `npx projen test:update test/bin`. `npm run template-diff` prints the effect on a stack.
  test('the logical IDs of its resources have not changed', () => {
    for (const [stack, template] of templatesOf(app)) expect(inventoryOf(template)).toMatchSnapshot(stack);
  });

  test('its templates have no circular dependencies', () => {
    for (const [, { Resources }] of templatesOf(app)) expect(findCycle(referencesOf(Resources))).toBeUndefined();
  });
});

test('the table of CloudFormation schemas contains the types in all templates, except types that only the examples add', () => {
  const onlyInExamples = /^AWS::(ApiGatewayV2|CDK|KMS::Key$|EC2::(?!SecurityGroup)|Lambda::EventSourceMapping$|SQS)/;
  const types = APPS.flatMap(templatesOf).flatMap(([, { Resources }]) =>
    Object.values(Resources).map(({ Type = '' }) => Type),
  );
  const unknown = types.filter(
    (type) => type.startsWith('AWS::') && !onlyInExamples.test(type) && !TYPES_IN_TABLE.includes(type),
  );
  expect([...new Set(unknown)]).toEqual([]);
});

test('the checks in integ/multi-model.ts invoke each model by name', () => {
  const checks = templatesOf('integ/multi-model.ts').filter(([stack]) => stack.endsWith('Checks'));
  const invokedModels = checks
    .flatMap(([, { Resources }]) => Object.values(Resources))
    .flatMap((resource) => {
      const { Properties } = resource as { Properties?: { api?: string; parameters?: { TargetModel?: unknown } } };
      return Properties?.api === 'InvokeEndpoint' ? [JSON.stringify(Properties.parameters?.TargetModel)] : [];
    });
  expect(invokedModels).toEqual([expect.stringContaining('first'), expect.stringContaining('second')]);
});
