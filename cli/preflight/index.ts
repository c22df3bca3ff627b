import { Command, Option } from 'commander';
import { print, printData, printNote } from '../output/print';

interface Options {
  readonly stack?: string;
  readonly format: 'text' | 'json';
}

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
    .action(async (target: string, { stack, format }: Options) => {
      const { preflight } = await import('./preflight.js');
      const { renderText } = await import('./text.js');
      const stacks = await preflight(target, stack);
      if (format === 'json') printData(JSON.stringify({ stacks }, undefined, 2));
      else print(renderText(stacks));
      for (const reason of new Set(stacks.flatMap((each) => each.unread ?? []))) printNote(`error: ${reason}`);
      const results = stacks.flatMap(({ quotas }) => quotas.map(({ result }) => result));
      const isUnknown = results.includes('unknown') || stacks.some(({ unread }) => unread !== undefined);
      process.exitCode = results.includes('tooSmall') ? 1 : isUnknown ? 2 : 0;
    });
}
