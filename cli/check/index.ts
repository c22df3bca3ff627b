import { Command } from 'commander';
import { CheckOptions, declareCheck } from './declaration';
import { runCheck } from './run-check';

/**
 * Creates `cdk-sagemaker-triton check <path...>`, which is also the only command of the package triton-check.
 *
 * @param program the file that runs as the worker; omit it to check in this process, without limits
 */
export function checkCommand(name: string, program?: string): Command {
  return declareCheck(name).action((paths: string[], options: CheckOptions) => runCheck(paths, options, program));
}
