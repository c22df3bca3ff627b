import * as path from 'path';
import { Command, Help, Option } from 'commander';
import { adviseCommand } from './advise';
import { checkCommand } from './check/on-demand';
import { consequencesCommand } from './consequences';
import { diagnoseCommand } from './diagnose';
import { engineCommand } from './engine';
import { importCommand } from './import';
import { initCommand } from './init';
import { localCommand } from './local';
import { lockCommand } from './lock';
import { lockPackagesCommand } from './lock-packages';
import { packCommand } from './pack';
import { planCommand } from './plan';
import { preflightCommand } from './preflight';
import { simulateCommand } from './simulate';
import { traceCommand } from './trace';
import { version } from '../package.json';

/**
 * Creates the program with all commands. It evaluates only the files that declare the commands, and only the action of a command evaluates the
 * modules that the command runs: most of them load aws-cdk-lib or the SDK. So these files import only types of the other modules.
 */
export function createProgram(): Command {
  const program = new Command('cdk-sagemaker-triton')
    .description('Triton models on Amazon SageMaker: check, run and plan them before a deployment')
    .version(version)
    .addCommand(initCommand())
    .addCommand(importCommand())
    .addCommand(checkCommand(path.join(__dirname, 'check-alone.js')))
    .addCommand(localCommand())
    .addCommand(consequencesCommand())
    .addCommand(preflightCommand())
    .addCommand(lockCommand())
    .addCommand(lockPackagesCommand())
    .addCommand(packCommand())
    .addCommand(planCommand())
    .addCommand(simulateCommand())
    .addCommand(traceCommand())
    .addCommand(adviseCommand())
    .addCommand(engineCommand())
    .addCommand(diagnoseCommand());
  omitEmptyDefaults(program);
  return program;
}

/** Omits defaults that say nothing, `false` and empty lists, from the help of all commands. */
function omitEmptyDefaults(command: Command): void {
  command.configureHelp({
    optionDescription(this: Help, option: Option) {
      const { defaultValue } = option;
      const isEmpty = defaultValue === false || (Array.isArray(defaultValue) && defaultValue.length === 0);
      const shown: Option = isEmpty ? Object.assign(Object.create(option), { defaultValue: undefined }) : option;
      return Help.prototype.optionDescription.call(this, shown);
    },
  });
  command.commands.forEach(omitEmptyDefaults);
}
