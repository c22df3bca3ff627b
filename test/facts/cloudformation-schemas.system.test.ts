import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';
import { cacheFolder } from '../../lib/files/cache-folder';
import { readSchemas, schemaTable } from '../../scripts/cloudformation-schemas';

/** Folder with the CloudFormation schemas in the installed cfn-lint. */
function installedSchemas(): string {
  const lib = path.join(cacheFolder('aws-venv'), 'lib');
  const [python] = fs.readdirSync(lib);
  return path.join(lib, python, 'site-packages', 'cfnlint', 'data', 'schemas');
}

const table = schemaTable();
const installed = readSchemas(installedSchemas(), table.types);

// To update the table, run `npx tsx scripts/cloudformation-schemas.ts <folder>`. The upgrade workflow uses the newest cfn-lint.
test('the table matches the installed schemas, unless the table is newer', () => {
  expect(installed.date <= table.date).toBe(true);
  expect(table).toEqual(installed.date === table.date ? installed : table);
});

interface Validator {
  readonly CompositeEngine: new () => {
    validateTemplate(template: unknown, config: object): { diagnostics: { ruleId: string; message: string }[] };
    free(): void;
  };
  readonly TemplateContent: new (content: string) => unknown;
}

test('CDK’s validator reports the same resource types as missing in each Region', () => {
  const cdk = createRequire(createRequire(__filename).resolve('aws-cdk-lib/package.json'));
  const { CompositeEngine, TemplateContent } = cdk('@aws/cloudformation-validate') as Validator;
  const types = [...new Set(Object.values(table.types).flat())].sort();
  const Resources = Object.fromEntries(types.map((Type, index) => [`R${index}`, { Type }]));
  const template = new TemplateContent(JSON.stringify({ Resources }));
  const engine = new CompositeEngine();
  for (const region of ['eu-central-1', 'us-east-1', ...Object.keys(installed.missing)]) {
    const { diagnostics } = engine.validateTemplate(template, { pseudoParameterOverrides: { region } });
    const missing = diagnostics.flatMap(({ ruleId, message }) =>
      ruleId === 'F3006' ? [/'(AWS::[^']+)'/.exec(message)?.[1]] : [],
    );
    expect([region, missing.sort()]).toEqual([region, installed.missing[region] ?? []]);
  }
  engine.free();
});
