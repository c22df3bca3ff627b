import { version } from '../../package.json';
import { DEFAULT_TRITON_RELEASE } from '../../lib/facts/triton-releases';
import { NEWEST_RELEASE } from '../../lib/model-config/schema/schema';
import { ServingTarget } from '../../lib/model-config/serving-target';
import { print, printData } from '../output/print';
import { writeText } from '../output/write-text';
import { check } from './check';
import { checkInWorker } from './check-in-worker';
import type { CheckOptions, Format } from './declaration';
import { renderGitHub } from './formats/github';
import { renderJson } from './formats/json';
import { renderSarif } from './formats/sarif';
import { errorsOf } from './formats/summary';
import { renderText } from './formats/text';
import { CheckResult } from './result';

const RENDERERS: Record<Format, (result: CheckResult) => string> = {
  text: renderText,
  json: renderJson,
  sarif: (result) => renderSarif(result, version),
  github: renderGitHub,
};

/** Formats that programs read. Their lines are not shortened. */
const DATA_FORMATS: Format[] = ['json', 'sarif', 'github'];

/**
 * Checks the paths, prints the findings, and sets the exit status.
 *
 * @param program the file that runs as the worker; omit it to check in this process, without limits
 */
export async function runCheck(
  paths: string[],
  { format, sarifFile, release, instanceType, gpuCount }: CheckOptions,
  program?: string,
): Promise<void> {
  // An endpoint that sets no image runs the default release, so `check` agrees with the synthesis of such an endpoint.
  const tritonRelease = release ?? (instanceType && DEFAULT_TRITON_RELEASE);
  const target: ServingTarget = { tritonRelease, instanceType, gpuCount, backendRules: true };
  const found = program === undefined ? check(paths, target) : await checkInWorker(program, paths, target);
  const result: CheckResult = { ...found, release: tritonRelease ?? NEWEST_RELEASE };
  const isDone = result.failures.length === 0;
  if (sarifFile !== undefined && isDone) writeText(sarifFile, RENDERERS.sarif(result));
  (DATA_FORMATS.includes(format) ? printData : print)(RENDERERS[format](result));
  process.exitCode = !isDone ? 2 : errorsOf(result).length > 0 ? 1 : 0;
}
