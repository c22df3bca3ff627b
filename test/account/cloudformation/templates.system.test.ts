import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { awsProgram } from '../../aws-venv';
import { VERSIONS, synthesizedVersion } from '../histories/versions';
import { exampleTemplates, type StackTemplate } from '../iam/example-templates';
import { schemaViolations } from './validate-template';

// test/bin/strict.proof.test.ts validates the text of templates with cfn-lint. The tests below validate properties whose functions are
// resolved.

let templates: [stack: string, StackTemplate][];
beforeAll(async () => {
  const versions = Object.values(VERSIONS)
    .flat()
    .map((name): [string, StackTemplate] => ['App', synthesizedVersion(name).template as StackTemplate]);
  templates = [...(await exampleTemplates()), ...versions];
});

test('the resources of the examples and of test/account/histories match the schemas of CloudFormation', () => {
  expect(templates.flatMap(([stack, template]) => schemaViolations(stack, template))).toEqual([]);
});

test('the schemas match the installed cfn-lint', () => {
  const library = join(dirname(awsProgram('python')), '..', 'lib');
  const [python] = readdirSync(library);
  const data = join(library, python, 'site-packages', 'cfnlint', 'data', 'schemas');
  const program = join(__dirname, 'schemas', 'extract.py');
  expect(() => execFileSync(awsProgram('python'), [program, data, '--check'])).not.toThrow();
});
