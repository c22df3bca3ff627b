import { print, printData, printNote } from '../output/print';
import { consequencesOf, ConsequencesOptions } from './consequences';
import { matchingFailOn } from './fail-on';
import { renderText } from './stack-consequences';

/** The options of the command. */
export interface ConsequencesCommandOptions extends ConsequencesOptions {
  readonly format: 'text' | 'json';
  readonly failOn: string[];
}

export function runConsequences(assembly: string, { format, failOn, ...options }: ConsequencesCommandOptions): void {
  const stacks = consequencesOf(assembly, options);
  if (format === 'json') printData(JSON.stringify({ stacks }, undefined, 2));
  else print(renderText(stacks));
  const matches = matchingFailOn(stacks, failOn);
  for (const match of matches) printNote(match);
  process.exitCode = matches.length > 0 ? 1 : 0;
}
