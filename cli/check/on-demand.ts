import { Command } from 'commander';
import { CheckOptions, declareCheck } from './declaration';

/**
 * Creates `check` as one of all commands, of which only one runs: its action loads the rules.
 *
 * @param program the file that runs as the worker
 */
export function checkCommand(program: string): Command {
  return declareCheck('check').action(async (paths: string[], options: CheckOptions) => {
    const { runCheck } = await import('./run-check.js');
    await runCheck(paths, options, program);
  });
}
