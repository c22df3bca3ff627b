import { Command } from 'commander';
import { runProgram } from '../../cli/run-program';

/** The output and the exit status of a command. */
export interface CommandResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: unknown;
}

/** Runs a command in this process, and captures its output. */
export async function runCommand(command: Command, args: string[]): Promise<CommandResult> {
  const out: string[] = [];
  const err: string[] = [];
  const log = jest.spyOn(console, 'log').mockImplementation((line) => out.push(line));
  const error = jest.spyOn(console, 'error').mockImplementation((line) => err.push(line));
  const previousExitCode = process.exitCode;
  try {
    await runProgram(command, args);
    return { stdout: out.join('\n'), stderr: err.join('\n'), status: process.exitCode };
  } finally {
    process.exitCode = previousExitCode;
    log.mockRestore();
    error.mockRestore();
  }
}
