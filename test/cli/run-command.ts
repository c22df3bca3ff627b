import { Command } from 'commander';
import { runProgram } from '../../cli/run-program';

/** What a command printed, and its exit status. */
export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: unknown;
}

/** Runs a command in this process, as the program does. */
export async function runCommand(command: Command, args: string[]): Promise<Ended> {
  const out: string[] = [];
  const err: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line) => out.push(line));
  const error = vi.spyOn(console, 'error').mockImplementation((line) => err.push(line));
  const before = process.exitCode;
  try {
    await runProgram(command, args);
    return { stdout: out.join('\n'), stderr: err.join('\n'), status: process.exitCode };
  } finally {
    process.exitCode = before;
    log.mockRestore();
    error.mockRestore();
  }
}
