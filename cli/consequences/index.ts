import { Command, Option } from 'commander';
import { print } from '../print';

interface Options {
  readonly against?: string;
  readonly stack?: string;
  readonly format: 'text' | 'json';
}

/** `cdk-sagemaker-triton consequences <cdk.out>` */
export function consequencesCommand(): Command {
  return new Command('consequences')
    .summary('say what a deployment will do: new fleets, quota, waits, what is lost')
    .description(
      'Says in sentences, most important first, what a deployment of a synthesized assembly will do to its endpoints: whether a new fleet starts and ' +
        'why, which quota it needs, how long it waits, what is uploaded, what a rollback returns to, and what is lost. Sends no request to AWS.\n' +
        'Exit status: 0 described, 1 the input cannot be used.',
    )
    .argument('<assembly>', "folder that 'cdk synth' wrote, usually cdk.out")
    .option(
      '--against <before>',
      "what is deployed: cdk.out of before, or a template as 'aws cloudformation get-template' prints it (default: nothing, a first deployment)",
    )
    .option('--stack <name>', 'only this stack, such as Serving or Beta/Serving')
    .addOption(
      new Option('--format <format>', 'sentences, or data for a program').choices(['text', 'json']).default('text'),
    )
    .action(async (assembly: string, { format, ...options }: Options) => {
      const { consequencesOf } = await import('./consequences.js');
      const { renderText } = await import('./text.js');
      const stacks = consequencesOf(assembly, options);
      print(format === 'json' ? JSON.stringify({ stacks }, undefined, 2) : renderText(stacks));
    });
}
