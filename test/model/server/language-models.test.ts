import * as fs from 'node:fs';
import * as path from 'node:path';
import {
  Backend,
  InferenceType,
  InstanceGroup,
  ModelFiles,
  ServerOptions,
  TritonModel,
  TritonModelProps,
} from '../../../lib';
import { checkServer } from '../../../lib/model/server/check';
import { folderWith } from '../folders';

let folder: string;
beforeEach(() => (folder = folderWith({})));

/** Returns the findings for a model with these files and this backend on four GPUs. */
function findingsFor(
  backend: string,
  files: Record<string, object>,
  options: Partial<ServerOptions & TritonModelProps> = {},
): string[] {
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.join(folder, '1'), { recursive: true });
    fs.writeFileSync(path.join(folder, '1', name), JSON.stringify(content));
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
  const findings = checkServer(server, { release: '26.05', models: [model], multiModel: false, gpuCount: 4 });
  return findings.map(({ severity, ruleId, field, message }) => `${severity} ${ruleId} ${field}: ${message}`);
}

describe('a vLLM model', () => {
  const engine = { model: 'facebook/opt-125m', tensor_parallel_size: 4 };

  test('with as many GPUs as the instance has is valid', () => {
    expect(findingsFor('vllm', { 'model.json': engine }, { instanceGroups: [InstanceGroup.model()] })).toEqual([]);
  });

  test('requires a model.json with the arguments of its engine', () => {
    expect(findingsFor('vllm', { 'other.json': engine })).toEqual([
      expect.stringMatching(/^error llm\.model-json model\.files: got no model\.json/),
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
    const expected = /^error llm\.kind-gpu model\.instanceGroups: got KIND_GPU, .*InstanceGroup\.model\(\)/;
    expect(findingsFor('vllm', { 'model.json': engine }, { instanceGroups: [InstanceGroup.gpu()] })).toEqual([
      expect.stringMatching(expected),
    ]);
    expect(findingsFor('vllm', { 'model.json': { model: 'm' } }, { instanceGroups: [InstanceGroup.gpu()] })).toEqual(
      [],
    );
  });

  test('with invalid JSON in model.json is not checked', () => {
    findingsFor('vllm', { 'model.json': engine });
    fs.writeFileSync(path.join(folder, '1', 'model.json'), '{');
    expect(findingsFor('vllm', {})).toEqual([]);
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
