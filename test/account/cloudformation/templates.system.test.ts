import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { awsProgram } from '../../aws-venv';
import { VERSIONS, versionOf } from '../histories/versions';
import { exampleTemplates, type StackTemplate } from '../iam/example-templates';
import { judged, schemaViolations } from './judge-template';
import { ResourceSchema } from './resource-schema';

// cfn-lint, in test/bin/strict.proof.test.ts, judges what stands in a template. This judges what its functions make of it.

let templates: [stack: string, StackTemplate][];
beforeAll(async () => {
  const versions = Object.values(VERSIONS)
    .flat()
    .map((name): [string, StackTemplate] => ['App', versionOf(name).template as StackTemplate]);
  templates = [...(await exampleTemplates()), ...versions];
});

test('CloudFormation accepts the properties of each resource of the examples and of the versions of the histories', () => {
  expect(templates.flatMap(([stack, template]) => schemaViolations(stack, template))).toEqual([]);
});

test('each of these properties is in the schema of its type', () => {
  const used = new Set(
    templates.flatMap(([, template]) =>
      judged(template).flatMap(([, { Type, Properties = {} }]) =>
        Object.keys(Properties).map((name) => `${Type} ${name}`),
      ),
    ),
  );
  const unknown = [...used].filter((each) => {
    const [type, name] = each.split(' ');
    return !ResourceSchema.of(type).settable.includes(name);
  });
  expect(unknown).toEqual([]);
  expect(used.size).toBeGreaterThan(100);
});

test('the schemas are those of the installed cfn-lint', () => {
  const library = join(dirname(awsProgram('python')), '..', 'lib');
  const [python] = readdirSync(library);
  const data = join(library, python, 'site-packages', 'cfnlint', 'data', 'schemas');
  const program = join(__dirname, 'schemas', 'extract.py');
  expect(() => execFileSync(awsProgram('python'), [program, data, '--check'])).not.toThrow();
});
