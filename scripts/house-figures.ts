/**
 * Prints the size of the library: lines of its sources and tests, public types and properties of the jsii assembly, commands and options, and
 * words of the documentation. Run it after `npx projen compile`. With `--pages`, also prints the words of each page.
 */
import { execFileSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { Command } from 'commander';
import { createProgram } from '../cli/program';
import { ROOT } from './fresh-app';

interface Assembly {
  readonly types: Record<
    string,
    { readonly datatype?: boolean; readonly interfaces?: string[]; readonly properties?: { readonly name: string }[] }
  >;
}

const { types }: Assembly = JSON.parse(fs.readFileSync(path.join(ROOT, '.jsii'), 'utf8'));
const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), 'utf8');
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

function trackedFiles(pattern: RegExp, ...folders: string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', ...folders], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  return listed.filter((file) => pattern.test(file) && fs.existsSync(path.join(ROOT, file)));
}

function countLines(...folders: string[]): number {
  return sumOf(trackedFiles(/\.(m?ts|py)$/, ...folders).map((file) => read(file).split('\n').length - 1));
}

/** The words of each Markdown file except the generated API reference, most first. */
function wordsOfPages(): [string, number][] {
  return trackedFiles(/(?<!^API)\.md$/)
    .map((file): [string, number] => [file, read(file).split(/\s+/).filter(Boolean).length])
    .sort(([, a], [, b]) => b - a);
}

/** The properties of a struct, with those that it inherits. */
function allProperties(fqn: string): string[] {
  const { properties = [], interfaces = [] } = types[fqn] ?? {};
  return [...properties.map(({ name }) => name), ...interfaces.flatMap(allProperties)];
}

/** The number of options of a command and of its subcommands, without `--help`. */
function countOptions({ options, commands }: Command): number {
  return options.length + sumOf(commands.map(countOptions));
}

const { commands } = createProgram();
const structs = Object.values(types).filter(({ datatype }) => datatype);
const topLevel = Object.keys(types).filter((fqn) => fqn.split('.').length === 2);
const words = wordsOfPages();
const guides = words.filter(([file]) => /^docs\/[^/]+$/.test(file));
console.table({
  'lines of lib': countLines('lib'),
  'lines of cli': countLines('cli'),
  'lines of lambda': countLines('lambda'),
  'lines of lib, cli and lambda': countLines('lib', 'cli', 'lambda'),
  'lines of test': countLines('test'),
  'public types': Object.keys(types).length,
  'public types of the top level': topLevel.length,
  'properties of structs': structs.flatMap(({ properties = [] }) => properties).length,
  'properties of a real-time endpoint': allProperties('cdk-sagemaker-triton.TritonRealtimeEndpointProps').length,
  commands: commands.length,
  'options of commands': sumOf(commands.map(countOptions)),
  'words of the documentation': sumOf(words.map(([, count]) => count)),
  'words of the rules': sumOf(words.flatMap(([file, count]) => (file.startsWith('docs/rules/') ? [count] : []))),
  'pages besides rules and examples': guides.length,
  'words of the median page': guides[Math.floor(guides.length / 2)][1],
});
if (process.argv.includes('--pages')) console.table(Object.fromEntries(words));
