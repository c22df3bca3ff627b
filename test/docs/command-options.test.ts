import * as fs from 'fs';
import * as path from 'path';
import { Command } from 'commander';
import { createProgram } from '../../cli/program';

const ROOT = path.join(__dirname, '..', '..');
const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), 'utf8');

/** The subcommands that run, or the command itself, with their full names, such as `recommend fetch`. */
const runnableOf = (command: Command, name = command.name()): [string, Command][] =>
  command.commands.length === 0
    ? [[name, command]]
    : command.commands.flatMap((subcommand) => runnableOf(subcommand, `${name} ${subcommand.name()}`));
const runnable = createProgram()
  .commands.flatMap((command) => runnableOf(command))
  .filter(([, { options }]) => options.length > 0);

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
