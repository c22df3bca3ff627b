import {
  SERVER_METRICS_METADATA_KEY,
  ServerMetricsVolume,
  USD_PER_METRIC_MONTH,
} from '../../lib/contracts/server-metrics-volume';
import { TemplateVariant } from '../assembly/endpoints';
import { Template } from '../assembly/intrinsics';
import { Consequence, DeployedEndpoint, variantSuffix } from './consequence';

/** Describes the change in the number of metrics that the servers of an endpoint publish, and the cost of these metrics. */
export function serverMetricsConsequences(
  before: DeployedEndpoint | undefined,
  after: DeployedEndpoint,
): Consequence[] {
  const { variants } = after.endpoint;
  return variants.flatMap((variant): Consequence[] => {
    const oldVariant = before?.endpoint.variants.find(({ name }) => name === variant.name);
    const old = before && oldVariant ? volumeOf(oldVariant, before.deployment.template) : undefined;
    const volume = volumeOf(variant, after.deployment.template);
    if (volume?.metrics === old?.metrics) return [];
    const suffix = variantSuffix(variant, variants.length > 1);
    if (!volume) return [{ about: 'serverMetrics', sentence: `The servers${suffix} no longer publish their metrics.` }];
    const { metrics, linesPerMinute } = volume;
    const previous = old ? ` instead of ${old.metrics}` : '';
    const usdPerMonth = Number((metrics * USD_PER_METRIC_MONTH).toFixed(2));
    const sentence =
      `The servers${suffix} publish ${metrics} metrics${previous}, which cost ${usdPerMonth.toFixed(2)} USD a month (us-east-1), ` +
      `and each ${variant.component ? 'copy' : 'instance'} writes ${linesPerMinute} lines a minute to the log.`;
    return [{ about: 'serverMetrics', sentence, facts: { metrics, linesPerMinute, usdPerMonth } }];
  });
}

/** The volume of a variant. Usually, the models of its instance pools have the same names and publish the same metrics. */
function volumeOf({ models }: TemplateVariant, template: Template): ServerMetricsVolume | undefined {
  const volumes = models.flatMap(({ id }) => {
    const metadata = template.Resources?.[id]?.Metadata?.[SERVER_METRICS_METADATA_KEY];
    const { metrics, linesPerMinute } = (metadata ?? {}) as Partial<ServerMetricsVolume>;
    return typeof metrics === 'number' && typeof linesPerMinute === 'number' ? [{ metrics, linesPerMinute }] : [];
  });
  return volumes.sort((one, other) => other.metrics - one.metrics).at(0);
}
