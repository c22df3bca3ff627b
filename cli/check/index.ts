import { Command, InvalidArgumentError, Option } from 'commander';
import { insteadOfGpu } from '../../lib/platform/instance-families';
import { allInstanceFacts } from '../../lib/platform/instance-facts';
import { nearest } from '../../lib/platform/nearest';
import { compareReleases, isReleaseName } from '../../lib/platform/triton-releases';
import { NEWEST_RELEASE } from '../../lib/model-config/schema/schema';
import { servingInstance, ServingInstance, ServingTarget } from '../../lib/model-config/serving-target';
import { check } from './check';
import { checkApart } from './check-apart';
import { CheckResult } from './finding';
import { renderGitHub } from './formats/github';
import { renderJson } from './formats/json';
import { renderSarif } from './formats/sarif';
import { errorsOf } from './formats/summary';
import { renderText } from './formats/text';
import { version } from '../../package.json';
import { print, printData } from '../print';
import { writeText } from '../write-text';

const FORMATS: Record<string, (result: CheckResult) => string> = {
  text: renderText,
  json: renderJson,
  sarif: (result) => renderSarif(result, version),
  github: renderGitHub,
};

/** For programs: their lines are not cut. */
const DATA_FORMATS = ['json', 'sarif', 'github'];

interface CheckOptions {
  readonly format: string;
  readonly sarifFile?: string;
  readonly release?: string;
  readonly instanceType?: ServingInstance;
  readonly gpuCount?: number;
}

/**
 * `cdk-sagemaker-triton check <path...>`, which the package triton-check has alone.
 *
 * @param program the file that runs as the process that checks; omit it to check in this process, without its limits
 */
export function checkCommand(name: string, program?: string): Command {
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
    .addOption(
      new Option('--format <format>', 'how findings are printed').choices(Object.keys(FORMATS)).default('text'),
    )
    .option('--sarif-file <file>', 'write the findings to this file, too, in the format sarif')
    .option('--release <YY.MM>', `Triton release of the server (default: ${NEWEST_RELEASE})`, releaseOf)
    .option(
      '--instance-type <type>',
      "SageMaker instance type, such as ml.g5.xlarge: adds the rules of SageMaker's image",
      instanceOf,
    )
    .option('--gpu-count <count>', 'GPUs that the server sees (default: those of the instance type)', gpuCountOf)
    .action(async (paths: string[], { format, sarifFile, release, instanceType, gpuCount }: CheckOptions) => {
      const target: ServingTarget = { tritonRelease: release, instanceType, gpuCount, backendRules: true };
      const result = program === undefined ? check(paths, target) : await checkApart(program, paths, target);
      const isDone = result.failures.length === 0;
      if (sarifFile !== undefined && isDone) writeText(sarifFile, FORMATS.sarif(result));
      (DATA_FORMATS.includes(format) ? printData : print)(FORMATS[format](result));
      process.exitCode = !isDone ? 2 : errorsOf(result).length > 0 ? 1 : 0;
    });
}

function releaseOf(text: string): string {
  if (isReleaseName(text) && compareReleases(text, NEWEST_RELEASE) <= 0) return text;
  throw new InvalidArgumentError(`allowed: a release such as '25.03', up to ${NEWEST_RELEASE}, whose rules are known`);
}

function instanceOf(name: string): ServingInstance {
  if (!/^ml\.[a-z0-9-]+\.[a-z0-9]+$/.test(name))
    throw new InvalidArgumentError("allowed: a type such as 'ml.g5.xlarge'");
  const known = allInstanceFacts().map((row) => row.name);
  const meant = known.includes(name) ? undefined : nearest(name, known);
  const family = name.split('.')[1];
  // A new family without GPUs is nearly called as another one.
  if (meant !== undefined && (insteadOfGpu(family) === undefined || meant.startsWith(`ml.${family}.`))) {
    throw new InvalidArgumentError(`did you mean ${meant}?`);
  }
  return servingInstance(name);
}

function gpuCountOf(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('a whole number of at least 0 is needed');
  return Number(text);
}
