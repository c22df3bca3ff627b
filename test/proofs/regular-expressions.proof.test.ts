import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { checkSync } from 'recheck';
import * as ts from 'typescript';

// Inputs are untrusted, so each regular expression must run in linear time.

const ROOT = path.join(__dirname, '..', '..');

const FILES = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', 'lib', 'bin', 'cli', 'lambda', 'artifact-worker'],
  { cwd: ROOT, encoding: 'utf8' },
).split('\n');

/** The regular expressions of the published code, each with the first file that contains it. */
const EXPRESSIONS = new Map(
  FILES.filter((file) => /\.m?ts$/.test(file) && fs.existsSync(path.join(ROOT, file)))
    .reverse()
    .flatMap((file) => expressionsIn(file).map((expression): [string, string] => [expression, file])),
);

function expressionsIn(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    fs.readFileSync(path.join(ROOT, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const expressions: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) expressions.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return expressions;
}

/**
 * Limits in steps of the checker only. With limits of time, a busy machine makes an expression look slow: a run that reaches such a limit is an
 * attack that succeeded.
 */
const LIMITS = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null };

/** Returns `safe` if a regular expression runs in linear time. */
function statusOf(expression: string): string {
  const end = expression.lastIndexOf('/');
  return checkSync(expression.slice(1, end), expression.slice(end + 1), LIMITS).status;
}

test.each(['/^\\s*(.+)\\s*$/', '/(?<!x)a*(.+)a*$/'])(
  '%s, which runs in quadratic time, is reported as vulnerable',
  (slow) => {
    expect(statusOf(slow)).toBe('vulnerable');
  },
);

test('all regular expressions run in linear time', () => {
  const slow = [...EXPRESSIONS].filter(([expression]) => statusOf(expression) !== 'safe');
  expect(EXPRESSIONS.size).toBeGreaterThan(50);
  expect(slow).toEqual([]);
});
