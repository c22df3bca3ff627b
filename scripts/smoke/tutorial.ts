import assert from 'assert/strict';
import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { test } from 'node:test';
import { ROOT } from '../fresh-app';
import { APP, inApp } from './installed';
import { assertShows } from './shown';

const PAGE = fs.readFileSync(path.join(ROOT, 'docs', 'tutorial.md'), 'utf8');
const BLOCK = /^```(\w+)\n([^]*?)^```$/gm;
const NEEDS_AWS = /^(?:npx cdk (?:bootstrap|deploy|destroy)|npx cdk-sagemaker-triton diagnose|aws)\b/m;
/** It has PyTorch (`npm run setup`), whatever other Python is in front of it. */
const DISTRIBUTIONS_PYTHON = 'python3() { /usr/bin/python3 "$@"; }';

/** Without the mark by which a test of Node.js knows that another one runs it. */
const ENVIRONMENT = { ...process.env, NO_COLOR: '1', CDK_VALIDATION: 'false', NODE_TEST_CONTEXT: undefined };

/** What `npm install` would do in the app, without a registry: the package is the packed one, the others are the repository's. */
function install(folder: string): void {
  const modules = path.join(folder, 'node_modules');
  fs.mkdirSync(modules);
  for (const name of fs.readdirSync(path.join(ROOT, 'node_modules'))) {
    fs.symlinkSync(path.join(ROOT, 'node_modules', name), path.join(modules, name));
  }
  for (const name of ['cdk-sagemaker-triton', 'aws-cdk-lib', 'constructs']) {
    fs.rmSync(path.join(modules, name), { force: true });
    fs.symlinkSync(path.join(APP, 'node_modules', name), path.join(modules, name));
  }
}

/** Changes a file as a reader does: the first line names it, and `@@` separates changes. */
function change(folder: string, diff: string): void {
  const [head, ...lines] = diff.trimEnd().split('\n');
  const file = path.join(folder, head.replace('--- ', ''));
  for (const hunk of lines.join('\n').split('\n@@\n')) {
    const side = (left: RegExp): string =>
      hunk
        .split('\n')
        .filter((line) => left.test(line))
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    const text = fs.readFileSync(file, 'utf8');
    assert(text.includes(side(/^[ -]/)), `${head} has no\n${side(/^[ -]/)}`);
    fs.writeFileSync(
      file,
      text.replace(side(/^[ -]/), () => side(/^[ +]/)),
    );
  }
}

test('the tutorial: each command that needs no AWS account prints what the page shows', () => {
  let folder = inApp('tutorial');
  fs.mkdirSync(folder);
  const blocks = [...PAGE.matchAll(BLOCK)].map(([, language, text]) => ({ language, text }));
  blocks.forEach(({ language, text }, index) => {
    const file = /^# (\w+\.py)\n/.exec(text)?.[1];
    if (language === 'python' && file) fs.writeFileSync(path.join(folder, file), text);
    if (language === 'diff') change(folder, text);
    if (language !== 'sh' || NEEDS_AWS.test(text)) return;
    if (text.includes('npm install\n')) install(path.join(folder, 'circle-endpoint'));
    const script = `set -e\n${DISTRIBUTIONS_PYTHON}\n${text.replace('npm install\n', '')}`;
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script], {
      cwd: folder,
      encoding: 'utf8',
      env: ENVIRONMENT,
    });
    if (text.startsWith('cd ')) folder = path.join(folder, text.split('\n')[0].slice('cd '.length));
    const next = blocks[index + 1];
    const shown = next?.language === 'text' ? next.text : '';
    assert.equal(status === 0, !shown.startsWith('Error: '), `${text}ended with ${status}:\n${stdout}${stderr}`);
    assertShows(`${stdout}\n${stderr}`, shown);
  });
});
