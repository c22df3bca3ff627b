import assert from 'assert/strict';
import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { test } from 'node:test';
import { ROOT } from '../fresh-app';
import { APP, appPath } from './installed';
import { assertShows } from './assert-shows';

const PAGE = fs.readFileSync(path.join(ROOT, 'docs', 'tutorial.md'), 'utf8');
const BLOCK = /^```(\w+)\n([^]*?)^```$/gm;
const NEEDS_AWS = /^(?:npx cdk (?:bootstrap|deploy|destroy)|npx cdk-sagemaker-triton diagnose|aws)\b/m;
/** The block that builds the package in a clone and installs it. */
const INSTALLS_PACKAGE = /^git clone /;

/** Without NODE_TEST_CONTEXT, which makes a Node.js test run as part of the parent test. */
const ENVIRONMENT = { ...process.env, NO_COLOR: '1', CDK_VALIDATION: 'false', NODE_TEST_CONTEXT: undefined };

/** Replaces the block that builds and installs: links the packed package, and the other packages of the repository. */
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

/** Applies a diff to a file. The first line contains the file name, and `@@` separates hunks. */
function applyDiff(folder: string, diff: string): void {
  const [head, ...lines] = diff.trimEnd().split('\n');
  const file = path.join(folder, head.replace('--- ', ''));
  for (const hunk of lines.join('\n').split('\n@@\n')) {
    const linesWithPrefix = (prefix: RegExp): string =>
      hunk
        .split('\n')
        .filter((line) => prefix.test(line))
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    const text = fs.readFileSync(file, 'utf8');
    assert(text.includes(linesWithPrefix(/^[ -]/)), `${head} has no\n${linesWithPrefix(/^[ -]/)}`);
    fs.writeFileSync(
      file,
      text.replace(linesWithPrefix(/^[ -]/), () => linesWithPrefix(/^[ +]/)),
    );
  }
}

test('the tutorial: each command that needs no AWS account prints what the page shows', () => {
  const folder = appPath('tutorial');
  fs.mkdirSync(folder);
  install(folder);
  const blocks = [...PAGE.matchAll(BLOCK)].map(([, language, text]) => ({ language, text }));
  blocks.forEach(({ language, text }, index) => {
    const file = /^# (\w+\.py)\n/.exec(text)?.[1];
    if (language === 'python' && file) fs.writeFileSync(path.join(folder, file), text);
    if (language === 'ts') fs.writeFileSync(path.join(folder, 'app.ts'), text);
    if (language === 'diff') applyDiff(folder, text);
    if (language !== 'sh' || INSTALLS_PACKAGE.test(text) || NEEDS_AWS.test(text)) return;
    const { status, stdout, stderr } = spawnSync('bash', ['-c', `set -e\n${text}`], {
      cwd: folder,
      encoding: 'utf8',
      env: ENVIRONMENT,
    });
    const nextBlock = blocks[index + 1];
    const expectedOutput = nextBlock?.language === 'text' ? nextBlock.text : '';
    assert.equal(
      status === 0,
      !expectedOutput.startsWith('Error: '),
      `${text}ended with ${status}:\n${stdout}${stderr}`,
    );
    assertShows(`${stdout}\n${stderr}`, expectedOutput);
  });
});
