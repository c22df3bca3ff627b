import { ModelConfig } from '../model-config';
import { renderBatchInput, renderBatchOutput } from './batch-io';
import { completeTensors } from './tensor-completion';
import { renderOptimization } from './optimization';
import { compact, Json } from './render';
import { Tensor } from './tensor';
import { TritonModelProps } from './triton-model-props';

/** The whole configuration: the typed properties, `config` merged over them, and what follows from both. */
export function renderModel(props: TritonModelProps): ModelConfig {
  const typed = ModelConfig.fromJson(renderProps(props));
  const merged = props.config ? typed.merge(props.config) : typed;
  const complete = props.files ? completeTensors(merged, props.backend, props.files) : merged;
  if (!props.warmup) return complete;
  const inputs = tensorsOf(complete, 'input');
  return complete.merge(ModelConfig.fromJson({ model_warmup: props.warmup.map((sample) => sample._render(inputs)) }));
}

function renderProps(props: TritonModelProps): Json {
  const { optimization, metricTags, parameters, repositoryAgents: agents, histogramBuckets: buckets } = props;
  return compact({
    name: props.name,
    ...props.backend._render(),
    runtime: props.runtime,
    max_batch_size: props.maxBatchSize,
    input: props.inputs?.map((input) => input._renderInput()),
    output: props.outputs?.map((output) => output._renderOutput()),
    batch_input: props.batchInputs?.map(renderBatchInput),
    batch_output: props.batchOutputs?.map(renderBatchOutput),
    instance_group: props.instanceGroups?.map((group) => group._render()),
    ...props.batching?._render(),
    ...props.ensemble?._render(),
    version_policy: props.versionPolicy?._render(),
    optimization: optimization && renderOptimization(optimization),
    parameters: parameters && mapValues(parameters, (value) => ({ string_value: value })),
    response_cache: wrap('enable', props.responseCache),
    model_transaction_policy: wrap('decoupled', props.decoupled),
    model_repository_agents: agents && { agents },
    metric_tags: metricTags,
    model_metrics: buckets && { metric_control: Object.entries(buckets).map(renderHistogram) },
    default_model_filename: props.defaultModelFilename,
    cc_model_filenames: props.ccModelFilenames,
    model_operations: wrap('op_library_filename', props.opLibraryFilenames),
  });
}

export function tensorsOf(config: ModelConfig, side: 'input' | 'output'): Tensor[] {
  return ((config._json[side] ?? []) as Json[]).map((tensor) => Tensor._fromJson(tensor));
}

/** Options of a tensor that its side of the model does not have. */
export interface MisplacedOptions {
  readonly field: string;
  readonly side: string;
  readonly options: string[];
}

export function misplacedOptions({ inputs = [], outputs = [] }: TritonModelProps): MisplacedOptions[] {
  return [
    ...inputs.map((input, index) => ({
      field: `input[${index}]`,
      side: 'inputs',
      options: input._misplacedOptions('input'),
    })),
    ...outputs.map((output, index) => ({
      field: `output[${index}]`,
      side: 'outputs',
      options: output._misplacedOptions('output'),
    })),
  ].filter(({ options }) => options.length > 0);
}

function wrap(field: string, value: unknown): Json | undefined {
  return value === undefined ? undefined : { [field]: value };
}

function mapValues<T>(map: { [key: string]: T }, render: (value: T) => Json): Json {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, render(value)]));
}

function renderHistogram([family, buckets]: [string, number[]]): Json {
  return { metric_identifier: { family }, histogram_options: { buckets } };
}
