import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { awsProgram } from '../aws-venv';

// Two judges that know CloudFormation's schemas: CDK's own, with errors instead of warnings, and cfn-lint.

const ROOT = path.join(__dirname, '..', '..');
const STRICT = JSON.stringify({ '@aws-cdk/core:validateAgainstDefaultRules': true });

interface Ended {
  readonly status: number | null;
  readonly output: string;
}

function run(program: string, args: string[], env: NodeJS.ProcessEnv = process.env): Ended {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8', env });
  return { status, output: stdout + stderr };
}

describe.each(['bin/app.ts', 'integ/realtime.ts', 'integ/multi-model.ts', 'integ/recommender.ts'])('%s', (app) => {
  const outdir = fs.mkdtempSync(path.join(os.tmpdir(), 'strict-'));
  afterAll(() => fs.rmSync(outdir, { recursive: true }));

  test('passes CDK’s strict validation', () => {
    const { CDK_VALIDATION: _, ...env } = process.env;
    const tsx = path.join(ROOT, 'node_modules', '.bin', 'tsx');
    const { status, output } = run(tsx, [app], { ...env, CDK_OUTDIR: outdir, CDK_CONTEXT_JSON: STRICT });
    expect([status, output]).toEqual([0, expect.anything()]);
  });

  test('cfn-lint has nothing against its templates', () => {
    // W3005: CDK writes dependencies down that references already say.
    const templates = `${outdir}/*.template.json`;
    const linted = run(awsProgram('cfn-lint'), ['--ignore-checks', 'W3005', '--', templates]);
    expect(fs.readdirSync(outdir).filter((file) => file.endsWith('.template.json')).length).toBeGreaterThan(0);
    expect(linted).toEqual({ status: 0, output: '' });
  });
});
