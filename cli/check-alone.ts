/** Entry point of `cdk-sagemaker-triton check`, which loads no other command, and of its worker process. */
import { Command } from 'commander';
import { checkCommand } from './check';
import { runWorker, WORKER_ARGUMENT } from './check/worker';
import { runProgram } from './run-program';

if (process.argv[2] === WORKER_ARGUMENT) runWorker();
else void runProgram(new Command('cdk-sagemaker-triton').addCommand(checkCommand('check', __filename)));
