import { SERVER_MODEL_METRICS } from '../../../lib/facts/cloudwatch-metrics';
import { fail, fields, list, number, optional, parseJson, Shape, text } from '../../input/shape';
import { MetricRow, MODEL_METRICS } from './minutes';

/** A document of the metrics exporter about a model. The documents about a variant have no model name. */
const documentShape = fields({
  _aws: fields({ Timestamp: number }),
  VariantName: optional(text),
  ModelName: optional(text),
});

/** Whether a line contains a document in CloudWatch's embedded metric format. */
function hasDocuments(content: string): boolean {
  return content.includes('"_aws"');
}

/**
 * Reads the documents of the metrics exporter, one in each line. Each document is of one instance. Other lines of the log are ignored, and text
 * before a document, such as the time that CloudWatch Logs exports.
 *
 * @throws if a document is invalid
 */
export function readDocuments(content: string, file: string): MetricRow[] {
  return content.split('\n').flatMap((line, index) => {
    const start = line.indexOf('{');
    if (start < 0 || !hasDocuments(line)) return [];
    const place = `${file}, line ${index + 1}`;
    const document = parseJson(line.slice(start).trimEnd(), place, documentShape);
    if (document.ModelName === undefined) return [];
    const values = MODEL_METRICS.map((metric) => [metric, meanOf(document[SERVER_MODEL_METRICS[metric].name], place)]);
    return [
      {
        modelName: document.ModelName,
        variantName: document.VariantName,
        time: document._aws.Timestamp,
        instances: 1,
        values: Object.fromEntries(values) as MetricRow['values'],
      },
    ];
  });
}

/** A value of a metric. */
const amount: Shape<number> = (value, place) => {
  const parsed = number(value, place);
  return parsed >= 0 ? parsed : fail(place, value, 'a number of at least 0');
};

/** The value of a metric, or the mean of its samples. 0 if the document does not contain it. */
function meanOf(value: unknown, place: string): number {
  if (value === undefined) return 0;
  const samples = Array.isArray(value) ? list(amount)(value, place) : [amount(value, place)];
  return samples.reduce((sum, sample) => sum + sample, 0) / Math.max(1, samples.length);
}
