import { Command, CommanderError } from 'commander';
import { describeError } from './describe-error';
import { print, printNote } from './print';
import { repository } from '../package.json';

/** Exit statuses that all commands share. */
const STATUS = { done: 0, negative: 1, unusable: 2 };

/** The command did its work, and the result is negative, such as a model that cannot be served. */
export class NegativeResult extends Error {}

/**
 * Runs the command that the arguments name, with its exit status: 0 done, 1 a negative result, 2 it could not do its work.
 *
 * @param args those after the program's name, instead of those of this process
 */
export async function runProgram(program: Command, args?: string[]): Promise<void> {
  prepare(program);
  if (args === undefined) endOnUncaughtErrors();
  try {
    await (args ? program.parseAsync(args, { from: 'user' }) : program.parseAsync());
  } catch (error) {
    if (error instanceof CommanderError) {
      // The message is printed. Help and version end with 0.
      process.exitCode = error.exitCode === 0 ? STATUS.done : STATUS.unusable;
      return;
    }
    printNote(`error: ${isDefect(error) ? describeDefect(error) : describeError(error)}`);
    process.exitCode = error instanceof NegativeResult ? STATUS.negative : STATUS.unusable;
  }
}

/** Whether the program itself made a mistake: what it says of input is an error of no special kind. */
function isDefect(error: unknown): error is Error {
  return [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);
}

function describeDefect({ name, message }: Error): string {
  const page = `${repository.url.replace(/\.git$/, '')}/issues`;
  const [sentence] = message.split('\n');
  return `this command has a defect (${name}: ${sentence}): please report the command line and its input at ${page}`;
}

/** Errors that no promise has, such as those of a stream, end the process with a sentence, too. */
function endOnUncaughtErrors(): void {
  process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    // Whoever reads the output has enough, such as `head`.
    if (error.code === 'EPIPE') process.exit();
    printNote(`error: ${isDefect(error) ? describeDefect(error) : describeError(error)}`);
    process.exit(STATUS.unusable);
  });
}

/**
 * Commander ends with 1 for a wrong option, which would be a negative result. It also repeats arguments as they are, and a terminal
 * obeys some.
 */
function prepare(command: Command): void {
  command.exitOverride();
  command.configureOutput({
    writeOut: (text) => print(text.replace(/\n$/, '')),
    writeErr: (text) => printNote(text.replace(/\n$/, '')),
  });
  command.commands.forEach(prepare);
}
