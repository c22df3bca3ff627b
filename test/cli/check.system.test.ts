import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { layOutTritonCheck } from '../../scripts/triton-check';

const ROOT = path.join(__dirname, '..', '..');
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'triton-check-'));
afterAll(() => fs.rmSync(work, { recursive: true }));

/** It starts in a folder without node_modules, so that whatever it would load besides Node.js is missing. */
test('the package triton-check is one file that needs no other package', async () => {
  const folder = path.join(work, 'package');
  await layOutTritonCheck(folder);
  const { bin, dependencies, peerDependencies } = JSON.parse(
    fs.readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  expect({ dependencies, peerDependencies }).toEqual({});
  expect(fs.statSync(path.join(folder, 'index.js')).size).toBeLessThan(500_000); // aws-cdk-lib would be 40 MB

  const config = path.join(work, 'config.pbtxt');
  fs.writeFileSync(config, 'backend: "python"\nmax_batch_size: -1');
  const { status, stdout } = spawnSync(process.execPath, [path.join(folder, bin['triton-check']), config], {
    encoding: 'utf8',
  });
  expect(stdout).toMatch(/config\.pbtxt:2:1: error: max_batch_size: .*\n1 error and 0 warnings in 1 model\n$/);
  expect(status).toBe(1);
});

test('the pre-commit hook and the GitHub Action run one version of it, which docs/check.md has, too', () => {
  const versionsIn = (file: string, pattern: RegExp): string[] =>
    [...fs.readFileSync(path.join(ROOT, file), 'utf8').matchAll(pattern)].map(([, version]) => version);
  const [pinned] = versionsIn('action.yml', /triton-check@(\S+)/g);
  expect(pinned).toMatch(/^\d+\.\d+\.\d+$/);
  expect(versionsIn('.pre-commit-hooks.yaml', /triton-check@(\S+)/g)).toEqual([pinned]);
  expect(versionsIn('docs/check.md', /(?:rev: |cdk-sagemaker-triton@)v(\S+)/g)).toEqual([pinned, pinned]);
});
