import { Command } from 'commander';
import { dashboardCommand } from './dashboard';
import { engineCommand } from './engine';
import { loadCommand } from './load';
import { localCommand } from './local';
import { lockCommand } from './lock';
import { planCommand } from './plan';
import { recommendCommand } from './recommend';

async function main(): Promise<void> {
  const program = new Command('cdk-sagemaker-triton')
    .description('Triton models on Amazon SageMaker: what can be tried and planned without AWS')
    .addCommand(localCommand())
    .addCommand(dashboardCommand())
    .addCommand(lockCommand())
    .addCommand(loadCommand())
    .addCommand(planCommand())
    .addCommand(recommendCommand())
    .addCommand(engineCommand());
  try {
    await program.parseAsync();
  } catch (error) {
    console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

void main();
