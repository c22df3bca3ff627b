import * as fs from 'node:fs';
import * as path from 'node:path';
import {
  Backend,
  InferenceType,
  InstanceGroup,
  InstanceType,
  ModelFiles,
  ServerOptions,
  TritonModel,
  TritonModelProps,
  ValidateOptions,
} from '../../../lib';
import { checkServer } from '../../../lib/model/server/check';
import { checkDownloads } from '../../../lib/model/server/check-language-models';
import { folderWith } from '../folders';

let folder: string;
beforeEach(() => (folder = folderWith({})));

/** Returns the findings for a model with these files and this backend on four GPUs. */
function findingsFor(
  backend: string,
  files: Record<string, object | string>,
  options: Partial<ServerOptions & TritonModelProps> = {},
): string[] {
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.join(folder, '1'), { recursive: true });
    fs.writeFileSync(path.join(folder, '1', name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  const { environment, ...props } = options;
  const model = new TritonModel({
    name: 'llm',
    backend: Backend.of(backend),
    files: ModelFiles.fromDirectory(folder),
    inputs: [],
    outputs: [],
    ...props,
  });
  const server = { inferenceType: InferenceType.GENERATE_STREAM, environment };
  const findings = [
    ...model
      .validate({ tritonRelease: '26.05', customImage: true })
      .filter(({ ruleId }) => ruleId.startsWith('llm.') || ruleId === 'backend.available'),
    ...checkServer(server, { release: '26.05', models: [model], multiModel: false, gpuCount: 4 }),
  ];
  return findings.map(({ severity, ruleId, field, message }) => `${severity} ${ruleId} ${field}: ${message}`);
}

describe('a vLLM model', () => {
  const engine = { model: 'facebook/opt-125m', tensor_parallel_size: 4 };

  test('with as many GPUs as the instance has is valid', () => {
    expect(findingsFor('vllm', { 'model.json': engine }, { instanceGroups: [InstanceGroup.model()] })).toEqual([]);
  });

  test('requires a model.json with the arguments of its engine', () => {
    expect(findingsFor('vllm', { 'other.json': engine })).toEqual([
      expect.stringMatching(/^error llm\.model-json files: got no 1\/model\.json/),
    ]);
  });

  test('is rejected if it requires more GPUs than the instance has', () => {
    const expected =
      /^error llm\.gpus model\.files: got 8 GPUs as tensor_parallel_size × pipeline_parallel_size .*up to 4/;
    expect(findingsFor('vllm', { 'model.json': { ...engine, pipeline_parallel_size: 2 } })).toEqual([
      expect.stringMatching(expected),
    ]);
  });

  test('is rejected with KIND_GPU if it uses several GPUs', () => {
    const expected = /^error llm\.kind-gpu instanceGroups \(instance_group\): got KIND_GPU, .*InstanceGroup\.model\(\)/;
    expect(findingsFor('vllm', { 'model.json': engine }, { instanceGroups: [InstanceGroup.gpu()] })).toEqual([
      expect.stringMatching(expected),
    ]);
    expect(findingsFor('vllm', { 'model.json': { model: 'm' } }, { instanceGroups: [InstanceGroup.gpu()] })).toEqual(
      [],
    );
  });

  test.each([
    ['{"model":"facebook/opt-125m",}', 'is not JSON \\(.*\\)'],
    ['', 'is not JSON \\(.*\\)'],
    ['["facebook/opt-125m"]', 'is not a JSON object'],
  ])('with the model.json %s is rejected', (text, reason) => {
    expect(findingsFor('vllm', { 'model.json': text })).toEqual([
      expect.stringMatching(
        new RegExp(`^error llm\\.model-json files: got 1/model\\.json, which ${reason}; allowed: 1/model\\.json`),
      ),
    ]);
  });

  test('can have numbers that only Python reads', () => {
    expect(findingsFor('vllm', { 'model.json': '{"model": "m", "gpu_memory_utilization": NaN}' })).toEqual([]);
  });

  test('with LoRA requires the file with the adapters', () => {
    expect(findingsFor('vllm', { 'model.json': { model: 'm', enable_lora: 'true' } })).toEqual([
      expect.stringMatching(/^error llm\.lora files: got enable_lora in 1\/model\.json, but no 1\/multi_lora\.json/),
    ]);
    expect(
      findingsFor('vllm', { 'model.json': { model: 'm', enable_lora: true }, 'multi_lora.json': { a: '/a' } }),
    ).toEqual([]);
  });

  test('is rejected on the image of AWS, unless its folder or its configuration brings the backend', () => {
    const findingsOnAws = (
      files: Record<string, string>,
      text = 'backend: "vllm"',
      options: ValidateOptions = {},
    ): string[] =>
      TritonModel.fromDirectory(folderWith({ '1/model.json': '{"model":"m"}', 'config.pbtxt': text, ...files }))
        .validate({ instanceType: InstanceType.G5_XLARGE, ...options })
        .filter(({ ruleId }) => ruleId === 'backend.available')
        .map(({ severity, message }) => `${severity}: ${message}`);
    const expected =
      /^error: the SageMaker image has no backend '\w+'; build your own image from nvcr\.io\/nvidia\/tritonserver:<release>-(vllm|trtllm)-python-py3/;
    expect(findingsOnAws({})).toEqual([expect.stringMatching(expected)]);
    expect(findingsOnAws({}, 'backend: "tensorrtllm"')).toEqual([expect.stringMatching(expected)]);
    expect(findingsOnAws({}, 'backend: "vllm" runtime: "model.py"')).toEqual([expect.stringMatching(expected)]);
    expect(findingsOnAws({ 'libtriton_vllm.so': '' })).toEqual([]);
    expect(findingsOnAws({}, 'backend: "vllm"', { customImage: true })).toEqual([]);
    expect(findingsOnAws({}, 'backend: "vllm" runtime: "libmine.so"')).toEqual([expect.stringMatching(/^warning: /)]);
  });
});

describe('a model of the llmapi template', () => {
  const findingsOfYaml = (yaml: string): string[] =>
    findingsFor('python', { 'model.py': 'import tensorrt_llm\n', 'model.yaml': yaml });

  test('results in a warning if it requires more GPUs than the instance has', () => {
    expect(findingsOfYaml('model: m\ntensor_parallel_size: 4 # GPUs\npipeline_parallel_size: 2\n')).toEqual([
      'warning llm.gpus model.files: got 8 GPUs as tensor_parallel_size × pipeline_parallel_size in 1/model.yaml; allowed: up to 4, which the instance type has',
    ]);
  });

  test.each([
    'tensor_parallel_size: 4\n',
    'triton_config:\n  tensor_parallel_size: 8\n',
    '',
    '# tensor_parallel_size: 8',
  ])('is accepted with %j', (yaml) => {
    expect(findingsOfYaml(yaml)).toEqual([]);
  });
});

describe('a container without network access', () => {
  const warningsFor = (
    backend: string,
    files: Record<string, string>,
    environment?: Record<string, string>,
  ): string[] => {
    const model = TritonModel.fromDirectory(folderWith({ 'config.pbtxt': `backend: "${backend}"`, ...files }));
    return checkDownloads([model], environment).map(
      ({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`,
    );
  };

  test('cannot download weights from Hugging Face', () => {
    expect(warningsFor('vllm', { '1/model.json': '{"model":"facebook/opt-125m"}' })).toEqual([
      "warning llm.isolation: got true, and the model 'facebook/opt-125m' in 1/model.json, which the container cannot download without network access; " +
        "add the weights to the model's folder and set their path in the container, or set HF_HOME in server.environment if the image contains them",
    ]);
    expect(warningsFor('python', { '1/model.py': '', '1/model.yaml': 'model: "Qwen/Qwen2.5-1.5B"\n' })).toHaveLength(1);
  });

  test('can load weights from a path, or from a cache in the image', () => {
    expect(warningsFor('vllm', { '1/model.json': '{"model":"/opt/ml/model/llm/1/weights"}' })).toEqual([]);
    const environment = { HF_HOME: '/opt/weights' };
    expect(warningsFor('vllm', { '1/model.json': '{"model":"facebook/opt-125m"}' }, environment)).toEqual([]);
  });
});

describe('a TensorRT-LLM engine', () => {
  const engineFor = (gpuCount: number): Record<string, object> => ({
    'config.json': { pretrained_config: { mapping: { world_size: gpuCount } } },
  });
  const environment = { TRTLLM_ORCHESTRATOR: '1' };

  test('for one GPU is accepted without the orchestrator', () => {
    expect(findingsFor('tensorrtllm', engineFor(1))).toEqual([]);
    expect(findingsFor('tensorrtllm', {})).toEqual([]);
  });

  test('for several GPUs requires the orchestrator, because the start script starts one process', () => {
    expect(findingsFor('tensorrtllm', engineFor(4))).toEqual([
      expect.stringMatching(
        /^error llm\.orchestrator server\.environment: got an engine for 4 GPUs .*TRTLLM_ORCHESTRATOR/,
      ),
    ]);
    expect(findingsFor('tensorrtllm', engineFor(4), { environment })).toEqual([]);
  });

  test('is rejected if it requires more GPUs than the instance has', () => {
    expect(findingsFor('tensorrtllm', engineFor(8), { environment })).toEqual([
      expect.stringMatching(
        /^error llm\.gpus model\.files: got 8 GPUs as world_size in 1\/config\.json; allowed: up to 4/,
      ),
    ]);
  });
});
