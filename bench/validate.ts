/**
 * Measures the validation of a repository of 1,000 models, in which every tenth model is an ensemble of the previous nine.
 *
 * Run: `tsx bench/validate.ts`
 */
import { ModelConfig } from '../lib/model-config';
import { print, Row } from './report';

const MODELS = 1000;
const STEPS = 9;

function model(name: string): ModelConfig {
  return ModelConfig.fromText(`
    name: "${name}"
    backend: "onnxruntime"
    max_batch_size: 16
    input [ { name: "token_ids" data_type: TYPE_INT32 dims: [ 512 ] }, { name: "mask" data_type: TYPE_INT32 dims: [ 512 ] } ]
    output [ { name: "token_ids_out" data_type: TYPE_INT32 dims: [ 512 ] } ]
    instance_group [ { kind: KIND_GPU count: 2 gpus: [ 0 ] } ]
    dynamic_batching { preferred_batch_size: [ 8, 16 ] max_queue_delay_microseconds: 100 }
    model_warmup { name: "zeros" batch_size: 1
      inputs { key: "token_ids" value { data_type: TYPE_INT32 dims: 512 zero_data: true } }
      inputs { key: "mask" value { data_type: TYPE_INT32 dims: 512 zero_data: true } } }
  `);
}

function ensemble(name: string, members: string[]): ModelConfig {
  const steps = members.map(
    (member, index) => `step { model_name: "${member}" model_version: -1
      input_map { key: "token_ids" value: "t${index}" } input_map { key: "mask" value: "mask" }
      output_map { key: "token_ids_out" value: "t${index + 1}" } }`,
  );
  return ModelConfig.fromText(`
    name: "${name}"
    platform: "ensemble"
    max_batch_size: 16
    input [ { name: "t0" data_type: TYPE_INT32 dims: [ 512 ] }, { name: "mask" data_type: TYPE_INT32 dims: [ 512 ] } ]
    output [ { name: "t${members.length}" data_type: TYPE_INT32 dims: [ 512 ] } ]
    ensemble_scheduling { ${steps.join('\n')} }
  `);
}

function createRepository(): ModelConfig[] {
  const names = Array.from({ length: MODELS }, (_, index) => `model${index}`);
  return names.map((name, index) =>
    index % (STEPS + 1) === STEPS ? ensemble(name, names.slice(index - STEPS, index)) : model(name),
  );
}

export function validateRows(): Row[] {
  const start = performance.now();
  const configs = createRepository();
  const parsedAt = performance.now();
  ModelConfig.validateRepository(configs, { tritonRelease: '24.09', gpuCount: 1 });
  const row = (what: string, milliseconds: number): Row => ({
    measurement: what,
    unit: 's',
    libraryValue: milliseconds / 1000,
  });
  return [
    row(`parsing ${MODELS} configurations`, parsedAt - start),
    row(`validating ${MODELS} configurations as a repository`, performance.now() - parsedAt),
    {
      measurement: 'peak memory of parsing and validating',
      unit: 'MB',
      libraryValue: process.resourceUsage().maxRSS / 1024,
    },
  ];
}

if (require.main === module) print(validateRows());
