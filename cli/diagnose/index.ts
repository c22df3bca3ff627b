import { Command, Option } from 'commander';
import type { DiagnoseOptions } from './run-diagnose';

/** `cdk-sagemaker-triton diagnose <subject>` */
export function diagnoseCommand(): Command {
  return new Command('diagnose')
    .summary('find out why an endpoint does not start')
    .description(
      "Reads a saved log, or the container's log, SageMaker's FailureReason and the failed events of a stack, and prints the causes that match " +
        'their lines, the most likely first. For an endpoint that no longer exists, it reads the lines that were kept when the deployment ' +
        'failed. An endpoint in service without a log is reported, too. Of an endpoint with inference components, it reads their logs and states, too. It only reads, in the Region and with the credentials of the AWS CLI. What looks like a secret by its form, such as a token, is hidden in the lines that it prints; other secrets are not.\n' +
        'Exit status: 0 a cause was found, 1 no cause was found.',
    )
    .argument(
      '<subject>',
      'name of an endpoint, an inference component or a stack, a file with log lines, or - for standard input',
    )
    .addOption(new Option('--format <format>', 'form of the output').choices(['text', 'json']).default('text'))
    .action(async (subject: string, options: DiagnoseOptions) => {
      const { runDiagnose } = await import('./run-diagnose.js');
      await runDiagnose(subject, options);
    });
}
