import { ModelConfigDocument } from '../schema/schema';
import { ConfigRule } from './context';
import { RuleFinding } from '../../findings/rule';

function controls({ model_metrics: metrics }: ModelConfigDocument) {
  return (metrics?.metric_control ?? []).map((control, index) => ({
    control,
    field: `model_metrics.metric_control[${index}]`,
  }));
}

/** Other names of labels crash the server, even with metrics off. */
const TAG_NAME = /^([A-Za-z0-9][A-Za-z0-9_]*)?$/;

function* badTagNames({ metric_tags: tags }: ModelConfigDocument): Iterable<RuleFinding> {
  for (const name of tags.keys()) {
    if (!TAG_NAME.test(name)) {
      yield {
        field: `metric_tags[${name}]`,
        message: `tag '${name}' would crash the server; use letters, digits and '_', beginning with a letter or digit`,
      };
    }
  }
}

/** Of an ensemble, the server reads the tags after it found the members: this is a rule about a repository, too. */
export const ensembleTagRule = { id: 'metrics.tag-name', check: badTagNames };

export const metricsRules: ConfigRule[] = [
  {
    id: 'metrics.tag-name',
    *check(config) {
      if (!config.ensemble_scheduling) yield* badTagNames(config);
    },
  },
  {
    id: 'metrics.identifier',
    *check(config) {
      for (const { control, field } of controls(config)) {
        if (!control.metric_identifier) {
          yield { field: `${field}.metric_identifier`, message: 'a metric control needs a metric_identifier' };
        }
      }
    },
  },
  {
    id: 'metrics.family',
    *check(config) {
      for (const { control, field } of controls(config)) {
        if (control.metric_identifier?.family === '') {
          yield {
            field: `${field}.metric_identifier.family`,
            message:
              "metric_identifier needs the family of the metric, e.g. 'nv_inference_first_response_histogram_ms'",
          };
        }
      }
    },
  },
  {
    id: 'metrics.histogram',
    *check(config) {
      for (const { control, field } of controls(config)) {
        if (!control.histogram_options) {
          yield { field: `${field}.histogram_options`, message: 'a metric control needs histogram_options' };
        }
      }
    },
  },
  {
    id: 'metrics.buckets',
    *check(config) {
      for (const { control, field } of controls(config)) {
        if (control.histogram_options?.buckets.length === 0) {
          yield {
            field: `${field}.histogram_options.buckets`,
            message: 'histogram_options needs buckets, the upper bounds in ascending order, e.g. [ 100, 500, 2000 ]',
          };
        }
      }
    },
  },
];
