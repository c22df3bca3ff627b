import { Command, Option } from 'commander';
import type { PreflightOptions } from './run-preflight';

/** `cdk-sagemaker-triton preflight <target>` */
export function preflightCommand(): Command {
  return new Command('preflight')
    .summary("compare the instances that a deployment needs with the account's quotas")
    .description(
      'Counts the instances that a deployment needs at its peak, by type: both fleets of a blue/green update, the batch of a rolling update, shadow ' +
        'variants, tests of Inference Recommender, jobs that build engines. Reads the quotas of SageMaker from Service Quotas, and the instances of ' +
        'the endpoints in the account. It only reads, in the Region of the stack or of the AWS CLI, with the credentials of the AWS CLI.\n' +
        'Exit status: 0 all quotas are large enough, 1 a quota is too small, 2 something could not be checked.',
    )
    .argument('<target>', "folder that 'cdk synth' wrote, usually cdk.out, or a template in JSON")
    .option('--stack <name>', 'only this stack, such as Serving or Beta/Serving')
    .addOption(
      new Option('--format <format>', 'sentences (text), or data for programs (json)')
        .choices(['text', 'json'])
        .default('text'),
    )
    .action(async (target: string, options: PreflightOptions) => {
      const { runPreflight } = await import('./run-preflight.js');
      await runPreflight(target, options);
    });
}
