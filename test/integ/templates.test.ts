import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { failedChecks } from '../../scripts/integ';
import { synthesizeApps } from '../synthesize-apps';

jest.setTimeout(60_000);

/** Handlers and models change often, and each synthesis has checks run again, by a time. */
function withoutHashes(template: string): object {
  return JSON.parse(template.replace(/[0-9a-f]{64}/g, '<hash>').replace(/"salt": ?"\d+"/g, '"salt":"<time>"'));
}

const APPS = ['realtime', 'multi-model', 'recommender'];
const fileOf = (app: string): string => `integ/${app}.ts`;
let folder: string;
let thrown: Record<string, string>;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'integ-'));
  thrown = synthesizeApps(APPS.map(fileOf), folder);
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

test.each(APPS)('the templates of %s are as they were', (app) => {
  expect(thrown[fileOf(app)]).toBeUndefined();
  const outdir = path.join(folder, fileOf(app));
  const templates = fs.readdirSync(outdir).filter((file) => file.endsWith('.template.json'));
  expect(templates).toHaveLength(2);
  for (const file of templates) {
    expect(withoutHashes(fs.readFileSync(path.join(outdir, file), 'utf8'))).toMatchSnapshot(file);
  }
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
