/**
 * Deploys the apps of integ/ to an account, one after the other, checks what AWS made of them, and destroys them:
 * integ.ts [APP …] [options of the CDK CLI]
 */
import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';

const ROOT = path.join(__dirname, '..');
const BIN = path.join(ROOT, 'node_modules', '.bin');
const APPS = ['realtime', 'multi-model', 'recommender'];

/** A call that did not answer what was expected, or a stack that did not come or go. */
type Failure = string;

function main(given: string[]): void {
  const named = given.filter((word) => APPS.includes(word));
  const options = given.filter((word) => !APPS.includes(word));
  const failures = (named.length > 0 ? named : APPS).flatMap((name) =>
    runApp(name, options).map((failure) => `${name}: ${failure}`),
  );
  for (const failure of failures) console.error(`FAILED ${failure}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

function runApp(name: string, options: string[]): Failure[] {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'integ-'));
  const assembly = path.join(work, 'cdk.out');
  const outputs = path.join(work, 'outputs.json');
  const synthesize = `--app=${path.join(BIN, 'tsx')} ${path.join(ROOT, 'integ', `${name}.ts`)}`;
  try {
    const deployed = cdk('deploy', synthesize, `--output=${assembly}`, '--require-approval=never', '--all', [
      '--method=direct', // nobody reads a change set
      `--outputs-file=${outputs}`,
      ...options,
    ]);
    const failures = deployed ? failedChecks(JSON.parse(fs.readFileSync(outputs, 'utf8'))) : ['it was not deployed'];
    const destroyed = cdk('destroy', `--app=${assembly}`, '--force', '--all', options);
    return destroyed ? failures : [...failures, 'it was not destroyed: something is left in the account'];
  } finally {
    fs.rmSync(work, { recursive: true });
  }
}

function cdk(...words: (string | string[])[]): boolean {
  return spawnSync(path.join(BIN, 'cdk'), words.flat(), { cwd: ROOT, stdio: 'inherit' }).status === 0;
}

/** What the outputs of stacks say of checks; a failed one does not fail the deployment. */
export function failedChecks(outputs: Record<string, Record<string, string>>): Failure[] {
  const checks = Object.values(outputs)
    .flatMap((ofStack) => Object.entries(ofStack))
    .filter(([name]) => name.startsWith('AssertionResults'));
  if (checks.length === 0) return ['nothing was checked'];
  return checks
    .map(([name, result]) => ({ name: name.replace('AssertionResults', ''), ...JSON.parse(result) }))
    .filter(({ status }) => status !== 'success')
    .map(({ name, message }) => `${name}: ${message}`);
}

if (require.main === module) main(process.argv.slice(2));
