/** The command of the package triton-check. */
import { version } from '../../package.json';
import { checkCommand } from '.';
import { runProgram } from '../run-program';

void runProgram(checkCommand('triton-check').version(version));
