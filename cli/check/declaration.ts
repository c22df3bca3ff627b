import { Command, InvalidArgumentError, Option } from 'commander';
import { nonNvidiaAccelerator } from '../../lib/facts/instance-families';
import { allInstanceFacts } from '../../lib/facts/instance-facts';
import { nearestName } from '../../lib/findings/nearest';
import { compareReleases, DEFAULT_TRITON_RELEASE, isReleaseName } from '../../lib/facts/triton-releases';
import { NEWEST_RELEASE } from '../../lib/model-config/schema/schema';
import { servingInstance, ServingInstance } from '../../lib/model-config/serving-target';
import { parseWholeNumber } from '../input/arguments';

const FORMATS = ['text', 'json', 'sarif', 'github'] as const;

/** The form of the printed findings. */
export type Format = (typeof FORMATS)[number];

export interface CheckOptions {
  readonly format: Format;
  readonly sarifFile?: string;
  readonly release?: string;
  readonly instanceType?: ServingInstance;
  readonly gpuCount?: number;
}

/** Creates the command without its action, so the help of all commands does not load the rules. */
export function declareCheck(name: string): Command {
  return new Command(name)
    .summary('check config.pbtxt files and model repositories, without a server')
    .description(
      'Checks Triton model configurations, and the model files next to them, against the rules of the server and its backends.\n' +
        'Exit status: 0 no errors, 1 errors, 2 a wrong option, or a path that could not be checked. Warnings do not change it.',
    )
    .argument(
      '<path...>',
      "a config.pbtxt, a model's folder, a model repository, a folder with repositories below it, or a folder that 'cdk synth' wrote",
    )
    .addOption(new Option('--format <format>', 'how findings are printed').choices(FORMATS).default('text'))
    .option('--sarif-file <file>', 'write the findings to this file, too, in the format sarif')
    .option(
      '--release <YY.MM>',
      `Triton release of the server (default: ${NEWEST_RELEASE}, or with --instance-type ${DEFAULT_TRITON_RELEASE})`,
      parseRelease,
    )
    .option(
      '--instance-type <type>',
      "SageMaker instance type, such as ml.g5.xlarge: adds the rules of SageMaker's image",
      parseInstanceType,
    )
    .option('--gpu-count <count>', 'GPUs that the server sees (default: those of the instance type)', parseWholeNumber);
}

function parseRelease(text: string): string {
  if (isReleaseName(text) && compareReleases(text, NEWEST_RELEASE) <= 0) return text;
  throw new InvalidArgumentError(
    `allowed: a release such as '${DEFAULT_TRITON_RELEASE}', up to ${NEWEST_RELEASE}, whose rules are known`,
  );
}

function parseInstanceType(name: string): ServingInstance {
  if (!/^ml\.[a-z0-9-]+\.[a-z0-9]+$/.test(name))
    throw new InvalidArgumentError("allowed: a type such as 'ml.g5.xlarge'");
  const knownTypes = allInstanceFacts().map((row) => row.name);
  const suggestion = knownTypes.includes(name) ? undefined : nearestName(name, knownTypes);
  const family = name.split('.')[1];
  // An unknown family without GPUs may have a name close to a known family. A suggestion from that family would not be useful.
  if (
    suggestion !== undefined &&
    (nonNvidiaAccelerator(family) === undefined || suggestion.startsWith(`ml.${family}.`))
  ) {
    throw new InvalidArgumentError(`did you mean ${suggestion}?`);
  }
  return servingInstance(name);
}
