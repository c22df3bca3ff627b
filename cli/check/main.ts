/** The command of the package triton-check. */
import { version } from '../../package.json';
import { checkCommand } from '.';

void checkCommand('triton-check').version(version).parseAsync();
