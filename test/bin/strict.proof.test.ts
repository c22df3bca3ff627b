import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { awsProgram } from '../aws-venv';
import { APPS, synthesizeApps } from '../synthesize-apps';
import { RUNS_ALL, sample } from '../setup/proof';

// Validates templates with CDK's own validator, with errors instead of warnings, and with cfn-lint. Each validator is started only once, because
// starting a validator takes longer than validating an app.

/** An app that CloudFormation would reject, to test that the validators report errors. */
const INVALID_APP = 'test/bin/invalid-app.ts';

/** All apps, or a slice without the examples, whose many stacks take most of the time. */
const SELECTED = RUNS_ALL ? APPS : sample(APPS.slice(1), 2);

let folder: string;
let synthesisErrors: Record<string, string>;
let lintOutput: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'strict-'));
  const strict = JSON.stringify({ '@aws-cdk/core:validateAgainstDefaultRules': true });
  synthesisErrors = synthesizeApps([...SELECTED, INVALID_APP], folder, {
    CDK_VALIDATION: undefined,
    CDK_CONTEXT_JSON: strict,
  });
  // W3005: CDK adds dependencies that references already imply.
  const options = ['--format=parseable', '--ignore-checks', 'W3005', '--', `${folder}/**/*.template.json`];
  const { stdout, stderr } = spawnSync(awsProgram('cfn-lint'), options, { encoding: 'utf8' });
  lintOutput = stdout + stderr;
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** Findings of cfn-lint, except for findings about the invalid app. */
const findingsOfValidApps = (): string[] =>
  lintOutput.split('\n').filter((line) => line && !line.includes(INVALID_APP));

/** The warnings that the CDK CLI prints, from the metadata of all constructs. */
function warningsIn(assembly: string): string[] {
  return fs
    .readdirSync(assembly)
    .filter((file) => /^(manifest|.*\.metadata)\.json$/.test(file))
    .flatMap(
      (file) => fs.readFileSync(path.join(assembly, file), 'utf8').match(/"aws:cdk:warning",\s*"data": ".*"/g) ?? [],
    );
}

test.each(SELECTED)('%s passes CDK’s strict validation', (app) => {
  expect(synthesisErrors[app]).toBeUndefined();
  expect(fs.readdirSync(path.join(folder, app))).toContainEqual(expect.stringMatching(/\.template\.json$/));
});

// `cdk synth --strict` fails on warnings.
if (RUNS_ALL)
  test('the examples have no warnings', () => {
    expect(warningsIn(path.join(folder, 'bin/app.ts'))).toEqual([]);
  });

test('cfn-lint has no findings', () => {
  expect(findingsOfValidApps()).toEqual([]);
});

test('both validators reject a template that CloudFormation would reject', () => {
  expect(synthesisErrors[INVALID_APP]).toMatch(/InitialInstanceCount: 0 is less than the minimum of 1/);
  expect(lintOutput).toMatch(/invalid-app\.ts\/Stack\.template\.json:.*0 is less than the minimum of 1/);
});
