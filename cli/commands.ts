import { Command } from 'commander';
import { checkCommand } from './check';
import { consequencesCommand } from './consequences';
import { dashboardCommand } from './dashboard';
import { diagnoseCommand } from './diagnose';
import { engineCommand } from './engine';
import { initCommand } from './init';
import { loadCommand } from './load';
import { localCommand } from './local';
import { lockCommand } from './lock';
import { packCommand } from './pack';
import { planCommand } from './plan';
import { preflightCommand } from './preflight';
import { recommendCommand } from './recommend';
import { printNote } from './print';

/** What the system says of a path, in words. */
const REASONS: Record<string, string> = {
  EACCES: 'permission to read or write this is denied',
  ENOENT: 'this file or folder does not exist',
  ENOTDIR: 'this is not a folder',
  EISDIR: 'this is a folder, not a file',
  ELOOP: 'its links form a loop',
  ENOSPC: 'there is no space left',
};

async function main(): Promise<void> {
  const program = new Command('cdk-sagemaker-triton')
    .description('Triton models on Amazon SageMaker: check, run and plan them before a deployment')
    .addCommand(initCommand())
    .addCommand(checkCommand('check'))
    .addCommand(localCommand())
    .addCommand(dashboardCommand())
    .addCommand(consequencesCommand())
    .addCommand(preflightCommand())
    .addCommand(lockCommand())
    .addCommand(packCommand())
    .addCommand(loadCommand())
    .addCommand(planCommand())
    .addCommand(recommendCommand())
    .addCommand(engineCommand())
    .addCommand(diagnoseCommand());
  try {
    await program.parseAsync();
  } catch (error) {
    printNote(`error: ${describe(error)}`);
    process.exitCode = 1;
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', path, message } = error as NodeJS.ErrnoException;
  return path !== undefined && code in REASONS ? `${path}: ${REASONS[code]}` : message;
}

void main();
