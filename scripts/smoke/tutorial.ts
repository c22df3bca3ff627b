import assert from 'assert/strict';
import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { test } from 'node:test';
import { withPythonNames } from '../../lib/findings/in-language-of-app';
import { cacheFolder } from '../../lib/files/cache-folder';
import { ROOT } from '../fresh-app';
import { appPath } from './installed';
import { assertShows } from './assert-shows';

/** The page, with the folder of the cache on this host. */
const PAGE = fs
  .readFileSync(path.join(ROOT, 'docs', 'tutorial.md'), 'utf8')
  .replaceAll('~/.cache/cdk-sagemaker-triton/venv', cacheFolder('venv'));
const BLOCK = /^```(\w+)\n([^]*?)^```$/gm;
const NEEDS_AWS = /^(?:cdk (?:bootstrap|deploy|destroy)|cdk-sagemaker-triton diagnose|client\/bin\/python|aws)\b/m;
/** The block that clones the repository and compiles the library. This repository is the clone. */
const CLONES = /^git clone /;

/** The names of the API in the output that the page shows. */
const NAMES = new Set(['maxBatchSize', 'preferredBatchSizes']);

interface Block {
  readonly kind: string;
  readonly text: string;
}

type Language = 'TypeScript' | 'Python';

/** The language of an app for which a block is; undefined if the block is for both languages. */
function languageOf({ kind, text }: Block): Language | undefined {
  if (kind === 'ts' || text.startsWith('--- app.ts\n') || text.startsWith('# TypeScript\n')) return 'TypeScript';
  return /^(?:# app\.py|--- app\.py|# Python)\n/.test(text) ? 'Python' : undefined;
}

/** A shell in which a reader runs one block after the other: each block starts in the folder and with the PATH that the previous block left. */
class Shell {
  public folder: string;
  private searchPath = process.env.PATH;
  private readonly stateFile: string;

  public constructor(work: string) {
    fs.mkdirSync(work);
    fs.symlinkSync(ROOT, path.join(work, 'cdk-sagemaker-triton'));
    this.folder = path.join(work, 'cdk-sagemaker-triton');
    this.stateFile = path.join(work, 'state');
  }

  public run(commands: string): { succeeded: boolean; output: string } {
    const remember = `trap 'printf "%s\\n%s" "$PWD" "$PATH" > "$STATE_FILE"' EXIT`;
    const { status, stdout, stderr } = spawnSync('bash', ['-c', `cd "$FOLDER"\n${remember}\nset -e\n${commands}`], {
      encoding: 'utf8',
      env: {
        ...process.env,
        FOLDER: this.folder,
        STATE_FILE: this.stateFile,
        PATH: this.searchPath,
        NO_COLOR: '1',
        CDK_VALIDATION: 'false',
        NODE_TEST_CONTEXT: undefined, // makes a Node.js test run as part of the parent test
      },
      maxBuffer: 1e8,
    });
    [this.folder, this.searchPath] = fs.readFileSync(this.stateFile, 'utf8').split('\n');
    return { succeeded: status === 0, output: `${stdout}\n${stderr}` };
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

/** The languages that are followed. */
const LANGUAGES: ('TypeScript' | 'Python')[] = ['TypeScript', 'Python'];

for (const language of LANGUAGES) {
  test(`the tutorial in ${language}: each command that needs no AWS account prints what the page shows`, () => {
    const shell = new Shell(appPath('..', `tutorial-${language}`)); // npm would install into a parent folder with a package.json
    const blocks = [...PAGE.matchAll(BLOCK)]
      .map(([, kind, text]) => ({ kind, text }))
      .filter((block) => [language, undefined].includes(languageOf(block)));
    blocks.forEach(({ kind, text }, index) => {
      const file = kind === 'ts' ? 'app.ts' : /^# (\w+\.py)\n/.exec(text)?.[1];
      if (file) fs.writeFileSync(path.join(shell.folder, file), text);
      if (kind === 'diff') applyDiff(shell.folder, text);
      if (kind !== 'sh' || CLONES.test(text) || NEEDS_AWS.test(text)) return;
      const { succeeded, output } = shell.run(text);
      const nextBlock = blocks[index + 1];
      const expectedOutput = nextBlock?.kind === 'text' ? nextBlock.text : '';
      assert.equal(succeeded, !expectedOutput.startsWith('Error: '), `${text}printed\n${output}`);
      assertShows(output, language === 'Python' ? withPythonNames(expectedOutput, NAMES) : expectedOutput);
    });
  });
}
