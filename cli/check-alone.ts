/** `cdk-sagemaker-triton check` without the other commands. */
import { Command } from 'commander';
import { checkCommand } from './check';
import { runProgram } from './run-program';

void runProgram(new Command('cdk-sagemaker-triton').addCommand(checkCommand('check')));
