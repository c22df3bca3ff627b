import { rulePage } from '../../findings/rule-page';
import { replaceNumberWords } from '../../files/json-words';
import { CsvTable } from './csv-table';
import { DescribedJob, recommendationsOf } from '../../contracts/recommendations/described-job';
import { Allowed, ABOVE_ZERO, checkMeasured, checkName, COUNT } from './measured-value';
import { readMeasurementFile } from './measurement-file';
import { Recommendation } from '../../contracts/recommendations/recommendation';
import { reportProblems } from './report-problems';

const ALLOWED = {
  invocationsPerMinute: ABOVE_ZERO,
  modelLatencyMilliseconds: ABOVE_ZERO,
  usdPerInstanceHour: ABOVE_ZERO,
  instanceGroupCount: COUNT,
} satisfies Partial<Record<keyof Recommendation, Allowed>>;

/** Reads results of Inference Recommender: a CSV table, or the description of a job. */
export function readRecommendations(path: string): Recommendation[] {
  return parseRecommendations(readMeasurementFile(path), path);
}

/** Parses the text of a file. The extension of the file name determines the format. */
function parseRecommendations(text: string, name: string): Recommendation[] {
  return name.endsWith('.json') ? parseJson(text, name) : parseCsv(text, name);
}

/**
 * Checks the recommendations that a caller passed.
 *
 * @throws an error that lists all invalid values
 */
function checkRecommendations(values: Recommendation[], source: string): void {
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
  return new CsvTable(name, ['instance_type'], text).read((row) => {
    const count = row.number('initial_instance_count', COUNT) ?? 1;
    const cost = row.metric('cost_per_hour_usd', ABOVE_ZERO);
    return {
      configuration: row.text('configuration') ?? 'model',
      instanceType: row.requiredText('instance_type'),
      invocationsPerMinute: row.metric('invocations_per_minute_per_instance', ALLOWED.invocationsPerMinute),
      modelLatencyMilliseconds: row.metric('model_latency_ms', ALLOWED.modelLatencyMilliseconds),
      usdPerInstanceHour: cost === undefined ? undefined : cost / count,
      dynamicBatching: row.yesNo('dynamic_batching'),
      instanceGroupCount: row.number('instance_group_count', ALLOWED.instanceGroupCount),
    };
  });
}

/** Parses the description of a job. */
function parseJson(text: string, name: string): Recommendation[] {
  const job = requireObject(parseWithNaN(text, name), name);
  const { InferenceRecommendations = [] } = job;
  if (!isArrayOfObjects(InferenceRecommendations)) rejectMalformed(name, 'InferenceRecommendations');
  for (const { ModelConfiguration } of InferenceRecommendations) {
    const environment = ModelConfiguration?.EnvironmentParameters ?? [];
    if (!isArrayOfObjects(environment)) rejectMalformed(name, 'ModelConfiguration.EnvironmentParameters');
  }
  const recommendations = recommendationsOf(job);
  checkRecommendations(recommendations, name);
  return recommendations;
}

/** Parses JSON with NaN and Infinity, which services and commands write for missing measurements. */
function parseWithNaN(text: string, name: string): unknown {
  try {
    return JSON.parse(replaceNumberWords(text, (word) => (word.endsWith('Inf') ? word : 'null')));
  } catch (problem) {
    const reason = problem instanceof Error ? problem.message : String(problem);
    throw new Error(`${name}: ${reason}; allowed: JSON ${rulePage('recommend.json')}`);
  }
}

function requireObject(value: unknown, name: string): DescribedJob {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`${name}: got no JSON object; allowed: a described job ${rulePage('recommend.json')}`);
  }
  return value;
}

function isArrayOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null);
}

function rejectMalformed(name: string, property: string): never {
  throw new Error(`${name}: ${property}: allowed: an array of objects ${rulePage('recommend.json')}`);
}
