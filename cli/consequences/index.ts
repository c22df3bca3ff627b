import { Command, InvalidArgumentError, Option } from 'commander';
import { FAIL_ON_KINDS } from './fail-on';
import type { ConsequencesCommandOptions } from './run-consequences';

/** `cdk-sagemaker-triton consequences <cdk.out>` */
export function consequencesCommand(): Command {
  return new Command('consequences')
    .summary('describe the effects of a deployment: new fleets, quotas, waits, lost data')
    .description(
      'Describes in sentences, the most important first, the effects of a deployment of a synthesized assembly on its endpoints: whether a new fleet starts ' +
        'and why, which quota it needs, how long it waits, what is uploaded, what a rollback restores, and what is lost. Sends no request to AWS.\n' +
        'Exit status: 0 described, 1 a consequence that --fail-on names, 2 the input cannot be used.',
    )
    .argument('<assembly>', "folder that 'cdk synth' wrote, usually cdk.out")
    .option(
      '--against <before>',
      "what is deployed: the earlier cdk.out, or a template as printed by 'aws cloudformation get-template' (default: nothing, a first deployment)",
    )
    .option('--stack <name>', 'only this stack, such as Serving or Beta/Serving')
    .addOption(
      new Option('--format <format>', 'sentences (text), or data for programs (json)')
        .choices(['text', 'json'])
        .default('text'),
    )
    .option(
      '--fail-on <kinds>',
      `exit with 1 for these consequences, separated by commas: ${FAIL_ON_KINDS.join(', ')}`,
      parseKinds,
      [],
    )
    .action(async (assembly: string, options: ConsequencesCommandOptions) => {
      const { runConsequences } = await import('./run-consequences.js');
      runConsequences(assembly, options);
    });
}

function parseKinds(text: string): string[] {
  const kinds = text.split(',').map((kind) => kind.trim());
  if (kinds.every((kind) => FAIL_ON_KINDS.includes(kind))) return kinds;
  throw new InvalidArgumentError(`allowed: ${FAIL_ON_KINDS.join(', ')}`);
}
