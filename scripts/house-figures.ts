/**
 * Prints the size of the library: lines of its sources and tests, public types and properties of the jsii assembly, commands and options. Run it
 * after `npx projen compile`.
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

function countLines(...folders: string[]): number {
  const listed = execFileSync('git', ['ls-files', '-z', ...folders], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  return listed
    .filter((file) => /\.(m?ts|py)$/.test(file) && fs.existsSync(path.join(ROOT, file)))
    .map((file) => fs.readFileSync(path.join(ROOT, file), 'utf8').split('\n').length - 1)
    .reduce((sum, lines) => sum + lines, 0);
}

/** The properties of a struct, with those that it inherits. */
function allProperties(fqn: string): string[] {
  const { properties = [], interfaces = [] } = types[fqn] ?? {};
  return [...properties.map(({ name }) => name), ...interfaces.flatMap(allProperties)];
}

/** The number of options of a command and of its subcommands, without `--help`. */
function countOptions({ options, commands }: Command): number {
  return options.length + commands.map(countOptions).reduce((sum, count) => sum + count, 0);
}

const { commands } = createProgram();
const structs = Object.values(types).filter(({ datatype }) => datatype);
const topLevel = Object.keys(types).filter((fqn) => fqn.split('.').length === 2);
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
  'options of commands': commands.map(countOptions).reduce((sum, count) => sum + count, 0),
});
