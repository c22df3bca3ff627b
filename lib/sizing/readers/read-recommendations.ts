import { rulePage } from '../../findings/rule-page';
import { replaceNumberWords } from '../../platform/json-words';
import { CsvTable } from './csv-table';
import { DescribedJob, recommendationsOf } from './described-job';
import { Allowed, ABOVE_ZERO, checkMeasured, checkName, COUNT, NOT_NEGATIVE } from './measured-value';
import { readMeasurements } from './read-measurements';
import { Recommendation } from './recommendation';
import { reportProblems } from './report-problems';

const ALLOWED = {
  invocationsPerMinute: ABOVE_ZERO,
  modelLatencyMilliseconds: ABOVE_ZERO,
  usdPerInstanceHour: ABOVE_ZERO,
  cpuUtilization: NOT_NEGATIVE,
  memoryUtilization: NOT_NEGATIVE,
  instanceGroupCount: COUNT,
  vcpus: COUNT,
  gpus: { minimum: 0, whole: true },
  memoryGib: ABOVE_ZERO,
} satisfies Partial<Record<keyof Recommendation, Allowed>>;

/** Results of Inference Recommender: a table, a benchmark's own results, or a described job. */
export function readRecommendations(path: string): Recommendation[] {
  return parseRecommendations(readMeasurements(path), path);
}

/** Those of a text; its name says what kind it is. */
export function parseRecommendations(text: string, name: string): Recommendation[] {
  return name.endsWith('.json') ? parseJson(text, name) : parseCsv(text, name);
}

/**
 * Values that a caller gives.
 *
 * @throws what is wrong with all of them, at once
 */
export function checkRecommendations(values: Recommendation[], source: string): void {
  reportProblems(
    source,
    values.map((value, i) => ({
      where: `recommendations[${i}]`,
      findings: [
        ...checkName(value.configuration, 'configuration'),
        ...checkName(value.instanceType, 'instanceType'),
        ...Object.entries(ALLOWED).flatMap(([property, allowed]) =>
          checkMeasured(value[property as keyof typeof ALLOWED], property, allowed),
        ),
      ],
    })),
  );
}

function parseCsv(text: string, name: string): Recommendation[] {
  return CsvTable.fromText(text, name, ['instance_type']).read((row) => {
    const count = row.number('initial_instance_count', COUNT) ?? 1;
    const cost = row.metric('cost_per_hour_usd', ABOVE_ZERO);
    return {
      configuration: row.text('configuration') ?? 'model',
      instanceType: row.requiredText('instance_type'),
      invocationsPerMinute: row.metric('invocations_per_minute_per_instance', ALLOWED.invocationsPerMinute),
      modelLatencyMilliseconds: row.metric('model_latency_ms', ALLOWED.modelLatencyMilliseconds),
      usdPerInstanceHour: cost === undefined ? undefined : cost / count,
      tensorrt: row.yesNo('tensorrt'),
      dynamicBatching: row.yesNo('dynamic_batching'),
      instanceGroupCount: row.number('instance_group_count', ALLOWED.instanceGroupCount),
      vcpus: row.number('vcpus', ALLOWED.vcpus),
      gpus: row.number('gpus', ALLOWED.gpus),
      memoryGib: row.number('memory_gb', ALLOWED.memoryGib),
    };
  });
}

/** A benchmark's own results have their recommendations as they are; a described job is read. */
function parseJson(text: string, name: string): Recommendation[] {
  const job = asObject(parseWithNaN(text, name), name);
  if (job.recommendations !== undefined && !isArrayOfObjects(job.recommendations)) malformed(name, 'recommendations');
  if (job.InferenceRecommendations !== undefined && !isArrayOfObjects(job.InferenceRecommendations)) {
    malformed(name, 'InferenceRecommendations');
  }
  for (const { ModelConfiguration } of job.InferenceRecommendations ?? []) {
    const tuned = ModelConfiguration?.EnvironmentParameters ?? [];
    if (!isArrayOfObjects(tuned)) malformed(name, 'ModelConfiguration.EnvironmentParameters');
  }
  const recommendations = job.recommendations?.map(withoutNull) ?? recommendationsOf(job);
  checkRecommendations(recommendations, name);
  return recommendations;
}

interface Results extends DescribedJob {
  readonly recommendations?: Recommendation[];
}

/** JSON as services and command lines write it, with NaN and Infinity for what they did not measure. */
function parseWithNaN(text: string, name: string): unknown {
  try {
    return JSON.parse(replaceNumberWords(text, (word) => (word.endsWith('Inf') ? word : 'null')));
  } catch (problem) {
    const reason = problem instanceof Error ? problem.message : String(problem);
    throw new Error(`${name}: ${reason}; allowed: JSON ${rulePage('recommend.json')}`);
  }
}

function asObject(value: unknown, name: string): Results {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(
      `${name}: got no JSON object; allowed: a benchmark's results, or a described job ${rulePage('recommend.json')}`,
    );
  }
  return value;
}

function isArrayOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null);
}

function malformed(name: string, property: string): never {
  throw new Error(`${name}: ${property}: allowed: an array of objects ${rulePage('recommend.json')}`);
}

/** A metric that was not measured is null in JSON, and absent here. */
function withoutNull(recommendation: Recommendation): Recommendation {
  const known = Object.entries(recommendation).filter(([, value]) => value !== null);
  return Object.fromEntries(known) as unknown as Recommendation;
}
