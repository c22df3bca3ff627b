/**
 * Prints the size of the library: lines of its sources and tests, public types and properties of the jsii assembly, commands and options. Run it
 * after `npx projen compile`.
 */
import { execFileSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { gunzipSync } from 'zlib';
import { ROOT } from './fresh-app';

interface JsiiType {
  readonly fqn: string;
  readonly kind: 'class' | 'enum' | 'interface';
  readonly datatype?: boolean;
  readonly interfaces?: string[];
  readonly properties?: { readonly name: string }[];
}

function countLines(...folders: string[]): number {
  const listed = execFileSync('git', ['ls-files', '-z', ...folders], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  return listed
    .filter((file) => /\.(m?ts|py)$/.test(file) && fs.existsSync(path.join(ROOT, file)))
    .map((file) => fs.readFileSync(path.join(ROOT, file), 'utf8').split('\n').length - 1)
    .reduce((sum, lines) => sum + lines, 0);
}

function readTypes(): Record<string, JsiiType> {
  const assembly = JSON.parse(fs.readFileSync(path.join(ROOT, '.jsii'), 'utf8'));
  if (assembly.schema !== 'jsii/file-redirect') return assembly.types;
  return JSON.parse(gunzipSync(fs.readFileSync(path.join(ROOT, assembly.filename))).toString('utf8')).types;
}

/** The properties of a struct, with those that it inherits. */
function allProperties(types: Record<string, JsiiType>, fqn: string): string[] {
  const { properties = [], interfaces = [] } = types[fqn] ?? {};
  return [...properties.map(({ name }) => name), ...interfaces.flatMap((base) => allProperties(types, base))];
}

function helpOf(...command: string[]): string {
  return execFileSync(process.execPath, [path.join(ROOT, 'assets', 'cli', 'index.js'), ...command, '--help'], {
    encoding: 'utf8',
  });
}

/** The names in a section of the help, such as `Commands:`. Continued descriptions are indented by more than two spaces. */
function listed(help: string, section: string): string[] {
  const text = help.split(`\n${section}:\n`)[1]?.split('\n\n')[0] ?? '';
  return [...text.matchAll(/^ {2}(?:-\w, )?([\w-]+)/gm)]
    .map(([, name]) => name)
    .filter((name) => !['help', '--help', '--version'].includes(name));
}

/** The options of a command and of its subcommands. */
function optionsOf(command: string[]): string[] {
  const help = helpOf(...command);
  const subcommands = listed(help, 'Commands').flatMap((name) => optionsOf([...command, name]));
  return [...listed(help, 'Options'), ...subcommands];
}

const types = readTypes();
const structs = Object.values(types).filter(({ datatype }) => datatype);
const topLevel = Object.keys(types).filter((fqn) => fqn.split('.').length === 2);
const commands = listed(helpOf(), 'Commands');
console.table({
  'lines of lib': countLines('lib'),
  'lines of cli': countLines('cli'),
  'lines of lambda': countLines('lambda'),
  'lines of lib, cli and lambda': countLines('lib', 'cli', 'lambda'),
  'lines of test': countLines('test'),
  'public types': Object.keys(types).length,
  'public types of the top level': topLevel.length,
  'properties of structs': structs.flatMap(({ properties = [] }) => properties).length,
  'properties of a real-time endpoint': allProperties(types, 'cdk-sagemaker-triton.TritonRealtimeEndpointProps').length,
  commands: commands.length,
  'options of commands': commands.flatMap((command) => optionsOf([command])).length,
});
