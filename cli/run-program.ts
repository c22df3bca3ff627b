import { Command, CommanderError } from 'commander';
import { describeError } from './describe-error';
import { print, printNote } from './output/print';
import { repository } from '../package.json';

/** The exit statuses of all commands. */
const STATUS = { done: 0, negative: 1, unusable: 2 };

/** The error of a command that completed with a negative result, such as a model that cannot be served. */
export class NegativeResultError extends Error {}

/**
 * Runs the command in the arguments, and sets the exit status: 0 completed, 1 negative result, 2 not completed.
 *
 * @param args the arguments after the program name; by default, the arguments of this process
 */
export async function runProgram(program: Command, args?: string[]): Promise<void> {
  configure(program);
  if (args === undefined) exitOnUncaughtErrors();
  try {
    await (args ? program.parseAsync(args, { from: 'user' }) : program.parseAsync());
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has printed the message. Help and version have the exit code 0.
      process.exitCode = error.exitCode === 0 ? STATUS.done : STATUS.unusable;
      return;
    }
    printNote(`error: ${isDefect(error) ? describeDefect(error) : describeError(error)}`);
    process.exitCode = error instanceof NegativeResultError ? STATUS.negative : STATUS.unusable;
  }
}

/** Whether the error is a defect (bug) of the program. Errors about invalid input are not of these classes. */
function isDefect(error: unknown): error is Error {
  return [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);
}

function describeDefect({ name, message }: Error): string {
  const page = `${repository.url.replace(/\.git$/, '')}/issues`;
  const [sentence] = message.split('\n');
  return `this command has a defect (${name}: ${sentence}): please report the command line and its input at ${page}`;
}

/** Prints uncaught errors, such as errors of a stream, in the same format as other errors, and exits. */
function exitOnUncaughtErrors(): void {
  process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    // The reader of the output, such as `head`, has closed the pipe.
    if (error.code === 'EPIPE') process.exit();
    printNote(`error: ${isDefect(error) ? describeDefect(error) : describeError(error)}`);
    process.exit(STATUS.unusable);
  });
}

/**
 * Replaces two behaviors of Commander: its exit status 1 for an invalid option would mean a negative result, and it prints arguments
 * without escaping control characters.
 */
function configure(command: Command): void {
  command.exitOverride();
  command.configureOutput({
    writeOut: (text) => print(text.replace(/\n$/, '')),
    writeErr: (text) => printNote(text.replace(/\n$/, '')),
  });
  command.commands.forEach(configure);
}
