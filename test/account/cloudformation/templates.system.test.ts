import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { awsProgram } from '../../aws-venv';
import { VERSIONS, versionOf } from '../histories/versions';
import { deployed, DEPLOYED_ACCOUNT, DEPLOYED_REGION } from '../iam/deployed';
import { exampleTemplates, type StackTemplate, type TemplateResource } from '../iam/example-templates';
import { resolve } from './intrinsics';
import { ResourceSchema } from './resource-schema';
import { Properties, StackResource, Template } from './template';

// cfn-lint, in test/bin/strict.system.test.ts, judges what stands in a template. This judges what its functions make of it.

let templates: [stack: string, StackTemplate][];
beforeAll(async () => {
  const versions = Object.values(VERSIONS)
    .flat()
    .map((name): [string, StackTemplate] => ['App', versionOf(name).template as StackTemplate]);
  templates = [...(await exampleTemplates()), ...versions];
});

test('CloudFormation accepts the properties of each resource of the examples and of the versions of the histories', () => {
  const violations: string[] = [];
  let judged = 0;
  for (const [stack, template] of templates) {
    for (const [id, { Type, Properties = {} }] of resourcesOf(template)) {
      const found = ResourceSchema.of(Type).violations(resolved(Properties, stack, template));
      violations.push(...found.map((each) => `${stack}/${id} (${Type}) ${each}`));
      judged += Object.keys(Properties).length;
    }
  }
  expect(violations).toEqual([]);
  expect(judged).toBeGreaterThan(10_000);
});

test('each of these properties is in the schema of its type', () => {
  const used = new Set<string>();
  for (const [, template] of templates) {
    for (const [, { Type, Properties = {} }] of resourcesOf(template)) {
      for (const name of Object.keys(Properties)) used.add(`${Type} ${name}`);
    }
  }
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
  const check = (): string =>
    execFileSync(awsProgram('python'), [join(__dirname, 'schemas', 'extract.py'), data, '--check'], {
      encoding: 'utf8',
    });
  expect(check).not.toThrow();
});

/** Of custom resources, CloudFormation judges nothing. */
function resourcesOf({ Resources }: StackTemplate): [string, TemplateResource][] {
  return Object.entries(Resources).filter(([, { Type }]) => !Type.startsWith('Custom::'));
}

/** Properties as CloudFormation judges them: with names that are as long as they get. */
function resolved(properties: Properties, stack: string, template: StackTemplate): Properties {
  const nameOf = (reference: object): unknown => deployed(reference, stack, template);
  const attributes = (id: string): object =>
    new Proxy({}, { has: () => true, get: (_, name) => nameOf({ 'Fn::GetAtt': [id, String(name)] }) });
  return resolve(properties, {
    template: template as unknown as Template,
    pseudo: {
      'AWS::AccountId': DEPLOYED_ACCOUNT,
      'AWS::Partition': 'aws',
      'AWS::Region': DEPLOYED_REGION,
      'AWS::StackId': String(nameOf({ Ref: 'AWS::StackId' })),
      'AWS::StackName': stack,
      'AWS::URLSuffix': 'amazonaws.com',
    },
    resource: (id) => ({ ref: nameOf({ Ref: id }), attributes: attributes(id) }) as unknown as StackResource,
  }) as Properties;
}
