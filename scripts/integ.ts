/**
 * Deploys the apps of integ/ to an account, one after the other, checks the deployed resources, updates one app, and destroys the apps:
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
  /** The value of `app.node.tryGetContext('revision')`. */
  readonly revision: string;
  /** Whether the deployment must fail. The next deployment, which undoes the change, checks that the endpoint still works. */
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

/** Describes a call with an unexpected response, or a stack that was not created or deleted. */
type Failure = string;

function main(args: string[]): void {
  const names = args.filter((word) => word in APPS);
  const options = args.filter((word) => !(word in APPS));
  const failures = (names.length > 0 ? names : Object.keys(APPS)).flatMap((name) =>
    runApp(name, options).map((failure) => `${name}: ${failure}`),
  );
  for (const failure of failures) console.error(`FAILED ${failure}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

/** Runs the CDK CLI, and returns whether it succeeded. */
type CdkCli = (...args: (string | string[])[]) => boolean;

export function runApp(name: string, options: string[], cdk: CdkCli = cdkCli): Failure[] {
  const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'integ-'));
  const assembly = path.join(workFolder, ASSEMBLY);
  try {
    const failures = firstFailures(APPS[name], (deployment) => deploy(cdk, name, deployment, workFolder, options));
    const destroyed = cdk('destroy', `--app=${assembly}`, '--force', '--all', options);
    return destroyed ? failures : [...failures, 'it was not destroyed: something is left in the account'];
  } finally {
    fs.rmSync(workFolder, { recursive: true });
  }
}

/** The failures of the first deployment that has any. Later deployments are skipped, because they would repeat the failures. */
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
  workFolder: string,
  options: string[],
): Failure[] {
  const assembly = path.join(workFolder, ASSEMBLY);
  const outputs = path.join(workFolder, 'outputs.json');
  fs.rmSync(assembly, { recursive: true, force: true });
  const deployed = cdk(
    'deploy',
    `--app=${path.join(BIN, 'tsx')} ${path.join(ROOT, 'integ', `${name}.ts`)}`,
    `--context=revision=${revision}`,
    `--output=${assembly}`,
    '--require-approval=never',
    '--method=direct', // without a change set, which takes longer
    `--outputs-file=${outputs}`,
    '--all',
    options,
  );
  if (fails) return deployed ? [`its revision ${revision} was deployed, and should have failed`] : [];
  return deployed
    ? failedChecks(JSON.parse(fs.readFileSync(outputs, 'utf8')))
    : [`its revision ${revision} was not deployed`];
}

function cdkCli(...args: (string | string[])[]): boolean {
  return spawnSync(path.join(BIN, 'cdk'), args.flat(), { cwd: ROOT, stdio: 'inherit' }).status === 0;
}

/** Finds failed checks in the outputs of stacks. A failed check does not fail the deployment. */
export function failedChecks(outputs: Record<string, Record<string, string>>): Failure[] {
  const checks = Object.values(outputs)
    .flatMap((stackOutputs) => Object.entries(stackOutputs))
    .filter(([name]) => name.startsWith('AssertionResults'));
  if (checks.length === 0) return ['nothing was checked'];
  return checks
    .map(([name, result]) => ({ name: name.replace('AssertionResults', ''), ...JSON.parse(result) }))
    .filter(({ status }) => status !== 'success')
    .map(({ name, message }) => `${name}: ${message}`);
}

if (require.main === module) main(process.argv.slice(2));
