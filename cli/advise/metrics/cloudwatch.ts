import { CloudWatchClient, MetricDataQuery, paginateListMetrics } from '@aws-sdk/client-cloudwatch';
import { LIBRARY_NAMESPACE, SERVER_MODEL_METRICS } from '../../../lib/facts/cloudwatch-metrics';
import { describeAwsError } from '../../aws-error';
import { lastSeconds, permissionAdvice, readMetricData } from '../../cloudwatch';
import { MetricRow, MODEL_METRICS, ModelMetric } from './minutes';

/** CloudWatch keeps datapoints of 1 minute for 15 days. */
export const MAX_HOURS = 15 * 24;
const SECONDS_PER_HOUR = 3600;
/** Each instance writes one document for each minute, so the number of samples is the number of instances. */
const COUNTED: ModelMetric = 'executions';
const COUNT_ID = 'instances';

/** The production variant whose metrics are read. */
export interface MeteredVariant {
  readonly endpointName: string;
  readonly variantName: string;
}

/**
 * Reads the metrics of the models of a variant from CloudWatch.
 *
 * @param hours number of hours until now
 * @throws if there are no metrics, or if they cannot be read
 */
export async function fetchModelMetrics(variant: MeteredVariant, hours: number): Promise<MetricRow[]> {
  const subject = `the server metrics of the variant ${variant.variantName} of the endpoint ${variant.endpointName}`;
  const rows = await readRows(new CloudWatchClient(), variant, hours).catch((error: unknown): never => {
    const reason = `${describeAwsError(error)}${permissionAdvice(error)}`;
    throw new Error(`advise: ${subject} cannot be read: ${reason}`, { cause: error });
  });
  if (rows.length > 0) return rows;
  throw new Error(
    `advise: CloudWatch has no data of ${subject} in the last ${hours} hours: check the name, --variant and the Region, and whether the ` +
      'endpoint has monitoring: { serverMetrics: true }',
  );
}

async function readRows(client: CloudWatchClient, variant: MeteredVariant, hours: number): Promise<MetricRow[]> {
  const rows: MetricRow[] = [];
  for (const modelName of await modelNamesOf(client, variant))
    rows.push(...(await readModel(client, variant, modelName, hours)));
  return rows;
}

async function modelNamesOf(client: CloudWatchClient, variant: MeteredVariant): Promise<Set<string>> {
  const names = new Set<string>();
  const pages = paginateListMetrics(
    { client },
    { Namespace: LIBRARY_NAMESPACE, MetricName: SERVER_MODEL_METRICS[COUNTED].name, Dimensions: dimensionsOf(variant) },
  );
  for await (const { Metrics = [] } of pages)
    for (const { Dimensions = [] } of Metrics)
      for (const { Name, Value } of Dimensions) if (Name === 'ModelName' && Value !== undefined) names.add(Value);
  return names;
}

async function readModel(
  client: CloudWatchClient,
  variant: MeteredVariant,
  modelName: string,
  hours: number,
): Promise<MetricRow[]> {
  const query = (id: string, metric: ModelMetric, statistic: string): MetricDataQuery => ({
    Id: id,
    MetricStat: {
      Metric: {
        Namespace: SERVER_MODEL_METRICS[metric].namespace,
        MetricName: SERVER_MODEL_METRICS[metric].name,
        Dimensions: [...dimensionsOf(variant), { Name: 'ModelName', Value: modelName }],
      },
      Period: 60,
      Stat: statistic,
    },
  });
  const values = await readMetricData(client, lastSeconds(hours * SECONDS_PER_HOUR, 60), [
    query(COUNT_ID, COUNTED, 'SampleCount'),
    ...MODEL_METRICS.map((metric) => query(metric, metric, SERVER_MODEL_METRICS[metric].statistic)),
  ]);
  return [...(values.get(COUNT_ID) ?? [])].map(([time, instances]) => ({
    modelName,
    time: time * 1000,
    instances,
    values: valuesAt(values, time, instances),
  }));
}

/** Pending requests are a mean over the samples of all instances. The other metrics are sums. */
function valuesAt(
  values: ReadonlyMap<string, ReadonlyMap<number, number>>,
  time: number,
  instances: number,
): MetricRow['values'] {
  return Object.fromEntries(
    MODEL_METRICS.map((metric) => {
      const value = values.get(metric)?.get(time) ?? 0;
      return [metric, SERVER_MODEL_METRICS[metric].statistic === 'Average' ? value * instances : value];
    }),
  );
}

function dimensionsOf({ endpointName, variantName }: MeteredVariant): { Name: string; Value: string }[] {
  return [
    { Name: 'EndpointName', Value: endpointName },
    { Name: 'VariantName', Value: variantName },
  ];
}
