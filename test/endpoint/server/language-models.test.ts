import * as fs from 'node:fs';
import * as os from 'node:os';
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
import { checkServer } from '../../../lib/endpoint/server/check';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'language-model-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** A model of a backend whose files are these, and what is found of it on four GPUs. */
function found(
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

  test('of as many GPUs as the instance has is right', () => {
    expect(found('vllm', { 'model.json': engine }, { instanceGroups: [InstanceGroup.model()] })).toEqual([]);
  });

  test('needs the arguments of its engine', () => {
    expect(found('vllm', { 'other.json': engine })).toEqual([
      expect.stringMatching(/^error llm\.model-json model\.files: got no model\.json/),
    ]);
  });

  test('may not want more GPUs than there are', () => {
    const expected =
      /^error llm\.gpus model\.files: got 8 GPUs as tensor_parallel_size × pipeline_parallel_size .*up to 4/;
    expect(found('vllm', { 'model.json': { ...engine, pipeline_parallel_size: 2 } })).toEqual([
      expect.stringMatching(expected),
    ]);
  });

  test('chooses its GPUs itself when it has several', () => {
    const expected = /^error llm\.kind-gpu model\.instanceGroups: got KIND_GPU, .*InstanceGroup\.model\(\)/;
    expect(found('vllm', { 'model.json': engine }, { instanceGroups: [InstanceGroup.gpu()] })).toEqual([
      expect.stringMatching(expected),
    ]);
    expect(found('vllm', { 'model.json': { model: 'm' } }, { instanceGroups: [InstanceGroup.gpu()] })).toEqual([]);
  });

  test('whose arguments are no JSON is left to its backend', () => {
    found('vllm', { 'model.json': engine });
    fs.writeFileSync(path.join(folder, '1', 'model.json'), '{');
    expect(found('vllm', {})).toEqual([]);
  });
});

describe('a TensorRT-LLM engine', () => {
  const engineOf = (gpus: number): Record<string, object> => ({
    'config.json': { pretrained_config: { mapping: { world_size: gpus } } },
  });
  const environment = { TRTLLM_ORCHESTRATOR: '1' };

  test('of one GPU runs in the process of the server', () => {
    expect(found('tensorrtllm', engineOf(1))).toEqual([]);
    expect(found('tensorrtllm', {})).toEqual([]);
  });

  test('of several GPUs needs the orchestrator, since the start script starts one process', () => {
    expect(found('tensorrtllm', engineOf(4))).toEqual([
      expect.stringMatching(
        /^error llm\.orchestrator server\.environment: got an engine for 4 GPUs .*TRTLLM_ORCHESTRATOR/,
      ),
    ]);
    expect(found('tensorrtllm', engineOf(4), { environment })).toEqual([]);
  });

  test('may not want more GPUs than there are', () => {
    expect(found('tensorrtllm', engineOf(8), { environment })).toEqual([
      expect.stringMatching(
        /^error llm\.gpus model\.files: got 8 GPUs as world_size in 1\/config\.json; allowed: up to 4/,
      ),
    ]);
  });
});
