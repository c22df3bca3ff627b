import { SERVER_MODEL_METRICS } from '../../../lib/facts/cloudwatch-metrics';
import { isTime } from '../../../lib/measurements/traffic/read-trace';
import { CsvTable } from '../../../lib/measurements/readers/csv-table';
import { Allowed, COUNT, NOT_NEGATIVE } from '../../../lib/measurements/readers/measured-value';
import { MetricRow, MODEL_METRICS, ModelMetric } from './minutes';

const TIME = 'Timestamp';
const MODEL = 'ModelName';
/** Optional: the number of instances whose sums a row contains. */
const INSTANCES = 'Instances';
/** Far more instances than an endpoint can have. */
const INSTANCE_COUNT: Allowed = { ...COUNT, maximum: 10_000 };
const REQUIRED: ModelMetric[] = ['successfulRequests', 'inferences', 'executions', 'queueDuration', 'computeDuration'];
/** Rows of ten models for 15 days, for which CloudWatch keeps minutes. */
const MAX_ROWS = 216_000;

/**
 * Reads the metrics of models from a CSV file. Its columns have the names of the metrics in CloudWatch, in addition to `Timestamp` (ISO 8601 with a
 * time zone) and `ModelName`. Rows of the same model and minute are added.
 *
 * @throws an error that lists all invalid values
 */
export function readMetricsCsv(content: string, file: string): MetricRow[] {
  const columns = [TIME, MODEL, ...REQUIRED.map((metric) => SERVER_MODEL_METRICS[metric].name)];
  const rows = new CsvTable(file, columns, content, MAX_ROWS).read((row) => ({
    timestamp: row.requiredText(TIME),
    modelName: row.requiredText(MODEL),
    instances: row.number(INSTANCES, INSTANCE_COUNT) ?? 1,
    values: Object.fromEntries(
      MODEL_METRICS.map((metric) => [metric, row.number(SERVER_MODEL_METRICS[metric].name, NOT_NEGATIVE)]),
    ),
  }));
  const invalid = rows.find(({ timestamp }) => !isTime(timestamp));
  if (invalid)
    throw new Error(
      `${file}: ${TIME}: got '${invalid.timestamp}'; allowed: ISO 8601 with a time zone, such as 2026-11-23T08:00:00Z`,
    );
  return rows.map(({ timestamp, ...row }) => ({ ...row, time: Date.parse(timestamp) }));
}
