/** Writes the help of each command to docs/command.md. */
import * as fs from 'fs';
import * as path from 'path';
import { Command } from 'commander';
import { createProgram } from '../cli/program';

const PAGE = path.join(__dirname, '..', 'docs', 'command.md');
const HELP = /(?<=<!-- help:start -->\n)[^]*(?=<!-- help:end -->)/;

/** The commands that run, with their full names, such as `trace fetch`. */
function runnable(command: Command, name = command.name()): [string, Command][] {
  if (command.commands.length === 0) return [[name, command]];
  return command.commands.flatMap((subcommand) => runnable(subcommand, `${name} ${subcommand.name()}`));
}

const sections = createProgram()
  .commands.flatMap((command) => runnable(command))
  .map(
    ([name, command]) =>
      `\n### Options of ${name}\n\n\`\`\`text\n${withoutHelpOption(command.helpInformation())}\n\`\`\`\n`,
  );

function withoutHelpOption(help: string): string {
  return help.replace(/^ +-h, --help .*\n/m, '').trim();
}

const page = fs.readFileSync(PAGE, 'utf8');
if (!HELP.test(page)) throw new Error(`${PAGE}: no place for the help (help:start, help:end)`);
fs.writeFileSync(
  PAGE,
  page.replace(HELP, () => `${sections.join('')}\n`),
);
