import { InstanceType } from '../../../lib/platform';
import { Example } from './example';

const resources = (content: string) => `instance_group { rate_limiter { resources [ ${content} ] } }`;

/** Examples of rules about releases, names, backends, versions, caches, parameters and metrics. */
export const serverExamples: Example[] = [
  {
    rule: 'parse.field-since',
    broken: 'input { name: "X" data_type: TYPE_BF16 dims: 1 }',
    fixed: 'input { name: "X" data_type: TYPE_FP16 dims: 1 }',
    field: 'input[0].data_type',
    options: { tritonRelease: '22.04' },
  },
  {
    rule: 'parse.field-since',
    broken: 'sequence_batching { state { input_name: "I" output_name: "O" use_growable_memory: true } }',
    fixed: 'sequence_batching { state { input_name: "I" output_name: "O" } }',
    field: 'sequence_batching.state[0].use_growable_memory',
    options: { tritonRelease: '23.10' },
  },
  {
    rule: 'parse.field-since',
    broken: 'model_warmup { name: "w" batch_size: 1 count: 2 }',
    fixed: 'model_warmup { name: "w" batch_size: 1 }',
    field: 'model_warmup[0].count',
    options: { tritonRelease: '22.06' },
  },
  {
    rule: 'backend.required',
    base: 'name: "m"',
    broken: 'max_batch_size: 8',
    fixed: 'default_model_filename: "model.onnx"',
    field: 'backend',
    warning: true,
  },
  {
    rule: 'backend.unexpected-platform',
    base: 'name: "m"',
    broken: 'default_model_filename: "weights.bin"',
    fixed: 'default_model_filename: "model.py"',
    field: 'platform',
  },
  {
    rule: 'backend.platform-name',
    base: 'name: "m" ',
    broken: 'backend: "onnxruntime_onnx" platform: "onnxruntime_onnx"',
    fixed: 'backend: "onnxruntime" platform: "onnxruntime_onnx"',
    field: 'backend',
  },
  {
    rule: 'backend.pair',
    base: 'name: "m" backend: "tensorflow"',
    broken: 'default_model_filename: "model.pb"',
    fixed: 'default_model_filename: "model.graphdef"',
    field: 'platform',
  },
  {
    rule: 'backend.available',
    base: 'name: "m" ',
    broken: 'backend: "vllm"',
    fixed: 'backend: "python"',
    field: 'backend',
    warning: true,
    options: { instanceType: InstanceType.G5_XLARGE },
  },
  {
    rule: 'output.label-escape',
    broken: 'output { name: "Y" data_type: TYPE_FP32 dims: 1 label_filename: "../labels.txt" }',
    fixed: 'output { name: "Y" data_type: TYPE_FP32 dims: 1 label_filename: "labels/../labels.txt" }',
    field: 'output[0].label_filename',
    warning: true,
    options: { tritonRelease: '26.01' },
  },
  {
    rule: 'output.label-duplicate',
    broken: 'output { name: "Y" label_filename: "a" } output { name: "Y" label_filename: "b" }',
    fixed: 'output { name: "Y" label_filename: "a" } output { name: "Z" label_filename: "b" }',
    field: 'output[1].label_filename',
  },
  {
    rule: 'rl.global-device',
    broken: resources('{ name: "R" count: 1 }, { name: "R" global: true count: 1 }'),
    fixed: resources('{ name: "R" count: 1 }, { name: "S" global: true count: 1 }'),
    field: 'instance_group[0].rate_limiter.resources[1].global',
    warning: true,
  },
  ...['a-b', 'a b', '_', 'é'].map((tag) => ({
    rule: 'metrics.tag-name',
    broken: `metric_tags { key: "${tag}" value: "v" }`,
    fixed: 'metric_tags [ { key: "a_b" value: "-" }, { key: "9" value: "" } ]',
    field: `metric_tags[${tag}]`,
  })),
];
