import * as fs from 'fs';
import * as path from 'path';
import { Command } from 'commander';
import { adviseCommand } from '../../cli/advise';
import { checkCommand } from '../../cli/check';
import { consequencesCommand } from '../../cli/consequences';
import { dashboardCommand } from '../../cli/dashboard';
import { diagnoseCommand } from '../../cli/diagnose';
import { engineCommand } from '../../cli/engine';
import { importCommand } from '../../cli/import';
import { initCommand } from '../../cli/init';
import { loadCommand } from '../../cli/load';
import { localCommand } from '../../cli/local';
import { lockCommand } from '../../cli/lock';
import { lockPackagesCommand } from '../../cli/lock-packages';
import { packCommand } from '../../cli/pack';
import { planCommand } from '../../cli/plan';
import { preflightCommand } from '../../cli/preflight';
import { recommendCommand } from '../../cli/recommend';
import { simulateCommand } from '../../cli/simulate';
import { traceCommand } from '../../cli/trace';
import { commandNames } from './command-names';

const ROOT = path.join(__dirname, '..', '..');
const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), 'utf8');

const COMMANDS = [
  adviseCommand(),
  checkCommand('check'),
  consequencesCommand(),
  dashboardCommand(),
  diagnoseCommand(),
  engineCommand(),
  importCommand(),
  initCommand(),
  loadCommand(),
  localCommand(),
  lockCommand(),
  lockPackagesCommand(),
  packCommand(),
  planCommand(),
  preflightCommand(),
  recommendCommand(),
  simulateCommand(),
  traceCommand(),
];

/** The subcommands that run, or the command itself, with their full names, such as `recommend fetch`. */
const runnableOf = (command: Command, name = command.name()): [string, Command][] =>
  command.commands.length === 0
    ? [[name, command]]
    : command.commands.flatMap((subcommand) => runnableOf(subcommand, `${name} ${subcommand.name()}`));
const runnable = COMMANDS.flatMap((command) => runnableOf(command)).filter(([, { options }]) => options.length > 0);

interface Row {
  readonly option: string;
  readonly meaning: string;
  readonly default: string;
}

/** The rows of the table of a command's options. The page on CI has the table of `consequences`. */
function rowsOf(name: string): Row[] {
  const text =
    name === 'consequences'
      ? (/(?<=\n)(\| `--against[^]*?)\n\n/.exec(read('docs/ci.md'))?.[1] ?? '')
      : (read('docs/command.md').split(`\n### Options of ${name}\n`)[1] ?? '').split(/\n##/)[0];
  return [...text.matchAll(/^\| `(-[^`]*)` \| (.+) \| (.+) \|$/gm)].map(([, option, meaning, value]) => ({
    option,
    meaning,
    default: value,
  }));
}

test('the list of commands is complete', () => {
  expect(COMMANDS.map((command) => command.name())).toEqual(commandNames().sort());
});

test.each(runnable)('the documentation has a row for each option of %s, and for no other option', (name, command) => {
  expect(
    rowsOf(name)
      .map(({ option }) => option)
      .sort(),
  ).toEqual(command.options.map(({ flags }) => flags).sort());
});

test.each(runnable)(
  'the documentation states the defaults and the possible values of the options of %s',
  (name, { options }) => {
    const rows = rowsOf(name);
    for (const { flags, mandatory, defaultValue, argChoices = [] } of options) {
      const row = rows.find(({ option }) => option === flags);
      const hasValue = typeof defaultValue === 'string' || typeof defaultValue === 'number';
      const [, code, stated = code] = /^(?:`([^`]+)`|([^`:, ]+))(?=,|$)/.exec(row?.default ?? '') ?? [];
      if (hasValue) expect([flags, stated]).toEqual([flags, String(defaultValue)]);
      if (mandatory) expect([flags, row?.default]).toEqual([flags, 'required']);
      expect([flags, argChoices.filter((choice) => !row?.meaning.includes(`\`${choice}\``))]).toEqual([flags, []]);
    }
  },
);
