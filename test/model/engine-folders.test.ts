import { TritonModel } from '../../lib';
import { folderWith } from './folders';

const settingsFor = (gpuCount: number): string =>
  JSON.stringify({ pretrained_config: { mapping: { world_size: gpuCount } } });
const ENGINE = { '1/config.json': settingsFor(1), '1/rank0.engine': 'x' };

/** Returns the findings of the rules llm.engine and param.path for a folder of the model tensorrt_llm. */
function findingsOf(
  value: string,
  files: Record<string, string> = {},
  key = 'gpt_model_path',
  backend = 'tensorrtllm',
): string[] {
  const text = `name: "tensorrt_llm" backend: "${backend}" parameters { key: "${key}" value { string_value: "${value}" } }`;
  return TritonModel.fromDirectory(folderWith({ '1/model.py': '', 'config.pbtxt': text, ...files }))
    .validate()
    .filter(({ ruleId }) => ['llm.engine', 'param.path'].includes(ruleId))
    .map(({ severity, ruleId, field, message }) => `${severity} ${ruleId} ${field}: ${message}`);
}

const FOLDER = '/opt/ml/model/tensorrt_llm/1';

describe('the folder of a TensorRT-LLM engine', () => {
  test.each([FOLDER, `${FOLDER}/`, '/opt/ml/model//tensorrt_llm/./1'])(
    'in the model’s folder is rejected without the files of the engine: %s',
    (value) => {
      expect(findingsOf(value)).toEqual([
        `error llm.engine parameters[gpt_model_path]: got '${value}', but the model's folder has no 1/config.json and no 1/rank0.engine, which TensorRT-LLM loads; add the files that trtllm-build writes`,
      ]);
    },
  );

  test('that does not exist is rejected, also for the encoder', () => {
    expect(findingsOf(`${FOLDER}/encoder`, ENGINE, 'encoder_model_path')).toEqual([
      expect.stringMatching(/^error llm\.engine parameters\[encoder_model_path\]: .*no 1\/encoder\/config\.json/),
    ]);
    expect(findingsOf('/opt/ml/model/tensorrt_llm')).toEqual([
      expect.stringContaining('has no config.json and no rank0.engine'),
    ]);
  });

  test('requires the engine of each rank', () => {
    expect(findingsOf(FOLDER, { ...ENGINE, '1/config.json': settingsFor(2) })).toEqual([
      expect.stringContaining("the model's folder has no 1/rank1.engine, which"),
    ]);
    expect(findingsOf(FOLDER, { ...ENGINE, '1/config.json': settingsFor(2), '1/rank1.engine': 'x' })).toEqual([]);
  });

  test('cannot begin with a variable that only the Python backend replaces', () => {
    expect(findingsOf('$$TRITON_MODEL_DIRECTORY/1', ENGINE)).toEqual([
      "error llm.engine parameters[gpt_model_path]: got '$$TRITON_MODEL_DIRECTORY/1', but the backend does not replace $$TRITON_MODEL_DIRECTORY; set /opt/ml/model/tensorrt_llm/1",
    ]);
  });

  test('of the model in a different repository results in a warning', () => {
    expect(findingsOf('/triton_model_repo/tensorrt_llm/1')).toEqual([
      expect.stringMatching(/^warning llm\.engine .*; set \/opt\/ml\/model\/tensorrt_llm\/1, and add the files/),
    ]);
    expect(findingsOf('/triton_model_repo/tensorrt_llm/1', ENGINE)).toEqual([
      expect.stringMatching(/^warning param\.path .*; set \/opt\/ml\/model\/tensorrt_llm\/1$/),
    ]);
  });

  test('that model.py loads results in a warning', () => {
    expect(findingsOf(FOLDER, {}, 'gpt_model_path', 'python')).toEqual([
      expect.stringMatching(/^warning llm\.engine /),
    ]);
  });

  test.each([
    ['with an engine', FOLDER, ENGINE],
    ['with an engine of an old release', FOLDER, { '1/config.json': '{}', '1/llama_float16_tp1_rank0.engine': 'x' }],
    ['with a multimodal engine', FOLDER, { '1/config.json': '{}', '1/model.engine': 'x' }],
    ['that is mounted', '/engines/llama', {}],
    ['of a different model', '/opt/ml/model/engines/1', {}],
    ['in S3', 's3://bucket/tensorrt_llm/engine', {}],
    ['that is not set', '', {}],
  ])('%s is accepted', (_, value, files) => {
    expect(findingsOf(value, files as Record<string, string>)).toEqual([]);
  });
});
