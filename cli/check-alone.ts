/** `cdk-sagemaker-triton check` without the other commands, and the process in which it checks. */
import { Command } from 'commander';
import { checkCommand } from './check';
import { runWorker, WORKER_ARGUMENT } from './check/worker';
import { runProgram } from './run-program';

if (process.argv[2] === WORKER_ARGUMENT) runWorker();
else void runProgram(new Command('cdk-sagemaker-triton').addCommand(checkCommand('check', __filename)));
