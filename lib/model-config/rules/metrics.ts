import { ModelConfigDocument } from '../schema/schema';
import { ConfigRule, partRules, withFields } from './context';
import { RuleFinding } from '../../findings/rule';

function controlsOf({ model_metrics: metrics }: ModelConfigDocument) {
  return withFields(metrics?.metric_control, 'model_metrics.metric_control');
}

/** Valid label names. Other names crash the server, even if metrics are disabled. */
const TAG_NAME = /^([A-Za-z0-9][A-Za-z0-9_]*)?$/;

function* checkTagNames({ metric_tags: tags }: ModelConfigDocument): Iterable<RuleFinding> {
  for (const name of tags.keys()) {
    if (TAG_NAME.test(name)) continue;
    const message = `tag '${name}' would crash the server; use letters, digits and '_', beginning with a letter or digit`;
    yield { field: `metric_tags[${name}]`, message };
  }
}

/**
 * The rule `metrics.tag-name` for ensembles. The server reads the tags of an ensemble after the server has loaded the composing models.
 * Therefore, this rule is one of the rules about a repository.
 */
export const ensembleTagRule = { id: 'metrics.tag-name', check: checkTagNames };

export const metricsRules: ConfigRule[] = [
  { id: 'metrics.tag-name', check: (config) => (config.ensemble_scheduling ? [] : checkTagNames(config)) },
  ...partRules(controlsOf, [
    {
      id: 'metrics.identifier',
      when: ({ metric_identifier: identifier }) => !identifier,
      at: '.metric_identifier',
      message: 'a metric control needs a metric_identifier',
    },
    {
      id: 'metrics.family',
      when: ({ metric_identifier: identifier }) => identifier?.family === '',
      at: '.metric_identifier.family',
      message: "metric_identifier needs the family of the metric, e.g. 'nv_inference_first_response_histogram_ms'",
    },
    {
      id: 'metrics.histogram',
      when: ({ histogram_options: histogram }) => !histogram,
      at: '.histogram_options',
      message: 'a metric control needs histogram_options',
    },
    {
      id: 'metrics.buckets',
      when: ({ histogram_options: histogram }) => histogram?.buckets.length === 0,
      at: '.histogram_options.buckets',
      message: 'histogram_options needs buckets, the upper bounds in ascending order, e.g. [ 100, 500, 2000 ]',
    },
  ]),
];
