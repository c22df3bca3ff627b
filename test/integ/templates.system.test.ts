import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { failedChecks } from '../../scripts/integ';

const ROOT = path.join(__dirname, '..', '..');

/** Handlers and models change often, and each synthesis has checks run again, by a time. */
function withoutHashes(template: string): object {
  return JSON.parse(template.replace(/[0-9a-f]{64}/g, '<hash>').replace(/"salt": ?"\d+"/g, '"salt":"<time>"'));
}

test.each(['realtime', 'multi-model', 'recommender'])('the templates of %s are as they were', (app) => {
  const outdir = fs.mkdtempSync(path.join(os.tmpdir(), 'integ-'));
  const tsx = path.join(ROOT, 'node_modules', '.bin', 'tsx');
  const { status, stderr } = spawnSync(tsx, [path.join(ROOT, 'integ', `${app}.ts`)], {
    encoding: 'utf8',
    env: { ...process.env, CDK_OUTDIR: outdir },
  });
  expect([status, stderr]).toEqual([0, expect.anything()]);
  const templates = fs.readdirSync(outdir).filter((file) => file.endsWith('.template.json'));
  expect(templates).toHaveLength(2);
  for (const file of templates) {
    expect(withoutHashes(fs.readFileSync(path.join(outdir, file), 'utf8'))).toMatchSnapshot(file);
  }
  fs.rmSync(outdir, { recursive: true });
});

describe('what the stacks say of the checks', () => {
  const result = (status: string, message?: string): string => JSON.stringify({ status, message });

  test('a failed one is a failure, in its words', () => {
    expect(
      failedChecks({
        Stack: { Url: 'https://…' },
        Checks: { AssertionResultsOne: result('success'), AssertionResultsTwo: result('fail', 'not in service') },
      }),
    ).toEqual(['Two: not in service']);
  });

  test('so is none', () => {
    expect(failedChecks({ Stack: { Url: 'https://…' } })).toEqual(['nothing was checked']);
  });

  test('all of them right are none', () => {
    expect(failedChecks({ Checks: { AssertionResultsOne: result('success') } })).toEqual([]);
  });
});
