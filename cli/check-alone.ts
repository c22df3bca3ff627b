/** `cdk-sagemaker-triton check` without the other commands. */
import { Command } from 'commander';
import { checkCommand } from './check';

void new Command('cdk-sagemaker-triton').addCommand(checkCommand('check')).parseAsync();
