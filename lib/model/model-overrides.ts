import { ModelConfig } from '../model-config';
import { compact, Json } from './render';
import { TritonModelOverrides, TritonModelProps } from './triton-model-props';

/** The fields of the configuration that each property decides. */
const FIELDS: { [property in keyof TritonModelOverrides]: string[] } = {
  name: ['name'],
  backend: ['backend', 'platform'],
  runtime: ['runtime'],
  maxBatchSize: ['max_batch_size'],
  inputs: ['input'],
  outputs: ['output'],
  batchInputs: ['batch_input'],
  batchOutputs: ['batch_output'],
  instanceGroups: ['instance_group'],
  batching: ['dynamic_batching', 'sequence_batching', 'ensemble_scheduling'],
  ensemble: ['dynamic_batching', 'sequence_batching', 'ensemble_scheduling'],
  versionPolicy: ['version_policy'],
  optimization: ['optimization'],
  warmup: ['model_warmup'],
  parameters: ['parameters'],
  responseCache: ['response_cache'],
  decoupled: ['model_transaction_policy'],
  repositoryAgents: ['model_repository_agents'],
  metricTags: ['metric_tags'],
  histogramBuckets: ['model_metrics'],
  defaultModelFilename: ['default_model_filename'],
  ccModelFilenames: ['cc_model_filenames'],
  opLibraryFilenames: ['model_operations'],
};

/**
 * The properties of a copy. What an override says is dropped from `config`, which would win over it otherwise; a `config`
 * among the overrides is merged over the old one.
 */
export function overrideProps(props: TritonModelProps, overrides: TritonModelOverrides): TritonModelProps {
  const { config: added, ...given } = compact({ ...overrides }) as TritonModelOverrides;
  const replaced = Object.keys(given).flatMap((property) => FIELDS[property as keyof TritonModelOverrides] ?? []);
  const kept = props.config && ModelConfig.fromJson(omit(props.config._json, replaced));
  const config = kept && added ? kept.merge(added) : (added ?? kept);
  return { ...props, ...excludedBy(given), ...given, config };
}

/** A model has one scheduler, and an ensemble brings its own members. */
function excludedBy({ batching, ensemble }: TritonModelOverrides): TritonModelOverrides {
  if (batching) return { ensemble: undefined };
  return ensemble ? { batching: undefined, members: undefined } : {};
}

function omit(json: Json, fields: string[]): Json {
  return Object.fromEntries(Object.entries(json).filter(([field]) => !fields.includes(field)));
}
