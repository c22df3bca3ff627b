import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { awsProgram } from '../aws-venv';
import { APPS, synthesizeApps } from '../synthesize-apps';

// Two judges that know CloudFormation's schemas: CDK's own, with errors instead of warnings, and cfn-lint. Each starts once, which takes
// longer than judging an app.

/** An app that CloudFormation would refuse: each judge is able to find something. */
const REFUSED = 'test/bin/refused-app.ts';

let folder: string;
let thrown: Record<string, string>;
let linted: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'strict-'));
  const strict = JSON.stringify({ '@aws-cdk/core:validateAgainstDefaultRules': true });
  thrown = synthesizeApps([...APPS, REFUSED], folder, { CDK_VALIDATION: undefined, CDK_CONTEXT_JSON: strict });
  // W3005: CDK writes dependencies down that references already say.
  const options = ['--format=parseable', '--ignore-checks', 'W3005', '--', `${folder}/**/*.template.json`];
  const { stdout, stderr } = spawnSync(awsProgram('cfn-lint'), options, { encoding: 'utf8' });
  linted = stdout + stderr;
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** What cfn-lint says, but for the templates of the app that is refused. */
const lintedElsewhere = (): string[] => linted.split('\n').filter((line) => line && !line.includes(REFUSED));

/** The warnings that the CDK CLI prints, from the metadata of all constructs. */
function warningsIn(assembly: string): string[] {
  return fs
    .readdirSync(assembly)
    .filter((file) => /^(manifest|.*\.metadata)\.json$/.test(file))
    .flatMap(
      (file) => fs.readFileSync(path.join(assembly, file), 'utf8').match(/"aws:cdk:warning",\s*"data": ".*"/g) ?? [],
    );
}

test.each(APPS)('%s passes CDK’s strict validation', (app) => {
  expect(thrown[app]).toBeUndefined();
  expect(fs.readdirSync(path.join(folder, app))).toContainEqual(expect.stringMatching(/\.template\.json$/));
});

// What `cdk synth --strict` fails on.
test('the examples have no warnings', () => {
  expect(warningsIn(path.join(folder, 'bin/app.ts'))).toEqual([]);
});

test('cfn-lint has nothing against their templates', () => {
  expect(lintedElsewhere()).toEqual([]);
});

test('a template that CloudFormation would refuse passes neither', () => {
  expect(thrown[REFUSED]).toMatch(/InitialInstanceCount: 0 is less than the minimum of 1/);
  expect(linted).toMatch(/refused-app\.ts\/Stack\.template\.json:.*0 is less than the minimum of 1/);
});
