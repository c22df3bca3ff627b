/**
 * Deploys the apps of integ/ to an account, one after the other, checks what AWS made of them, updates one, and destroys them:
 * integ.ts [APP …] [options of the CDK CLI]
 */
import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';

const ROOT = path.join(__dirname, '..');
const BIN = path.join(ROOT, 'node_modules', '.bin');

/** A deployment of an app. */
interface Deployment {
  /** For `app.node.tryGetContext('revision')`. */
  readonly revision: string;
  /** Whether it has to end red. What served before is checked by the next deployment, which changes nothing else. */
  readonly fails?: true;
}

const ASSEMBLY = 'cdk.out';

const ONCE: Deployment[] = [{ revision: 'first' }];
export const APPS: Record<string, Deployment[]> = {
  realtime: [
    { revision: 'first' },
    { revision: 'second' },
    { revision: 'broken', fails: true },
    { revision: 'second' },
  ],
  'multi-model': ONCE,
  asynchronous: ONCE,
  vpc: ONCE,
  engine: ONCE,
  recommender: ONCE,
};

/** A call that did not answer what was expected, or a stack that did not come or go. */
type Failure = string;

function main(given: string[]): void {
  const named = given.filter((word) => word in APPS);
  const options = given.filter((word) => !(word in APPS));
  const failures = (named.length > 0 ? named : Object.keys(APPS)).flatMap((name) =>
    runApp(name, options).map((failure) => `${name}: ${failure}`),
  );
  for (const failure of failures) console.error(`FAILED ${failure}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

/** Runs the CDK CLI, and tells whether it ended well. */
type CdkCli = (...words: (string | string[])[]) => boolean;

export function runApp(name: string, options: string[], cdk: CdkCli = cdkCli): Failure[] {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'integ-'));
  const assembly = path.join(work, ASSEMBLY);
  try {
    const failures = firstFailures(APPS[name], (deployment) => deploy(cdk, name, deployment, work, options));
    const destroyed = cdk('destroy', `--app=${assembly}`, '--force', '--all', options);
    return destroyed ? failures : [...failures, 'it was not destroyed: something is left in the account'];
  } finally {
    fs.rmSync(work, { recursive: true });
  }
}

/** What the first deployment with failures says; those after it would only repeat it. */
function firstFailures(deployments: Deployment[], run: (deployment: Deployment) => Failure[]): Failure[] {
  for (const deployment of deployments) {
    const failures = run(deployment);
    if (failures.length > 0) return failures;
  }
  return [];
}

function deploy(
  cdk: CdkCli,
  name: string,
  { revision, fails }: Deployment,
  work: string,
  options: string[],
): Failure[] {
  const assembly = path.join(work, ASSEMBLY);
  const outputs = path.join(work, 'outputs.json');
  fs.rmSync(assembly, { recursive: true, force: true });
  const deployed = cdk(
    'deploy',
    `--app=${path.join(BIN, 'tsx')} ${path.join(ROOT, 'integ', `${name}.ts`)}`,
    `--context=revision=${revision}`,
    `--output=${assembly}`,
    '--require-approval=never',
    '--method=direct', // nobody reads a change set
    `--outputs-file=${outputs}`,
    '--all',
    options,
  );
  if (fails) return deployed ? [`its revision ${revision} was deployed, and should have failed`] : [];
  return deployed
    ? failedChecks(JSON.parse(fs.readFileSync(outputs, 'utf8')))
    : [`its revision ${revision} was not deployed`];
}

function cdkCli(...words: (string | string[])[]): boolean {
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
