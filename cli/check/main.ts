/** Entry point of the package triton-check: runs the command, or its worker process. */
import { version } from '../../package.json';
import { checkCommand } from '.';
import { runProgram } from '../run-program';
import { runWorker, WORKER_ARGUMENT } from './worker';

if (process.argv[2] === WORKER_ARGUMENT) runWorker();
else void runProgram(checkCommand('triton-check', __filename).version(version));
