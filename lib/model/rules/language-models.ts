import { hasOwnImage, missingBackend } from '../../model-config/rules/hosted/image';
import type { ServingTarget } from '../../model-config/serving-target';
import { readEngineSettings, vllmGpuCount } from '../folder/readers/language-model';
import { FileRule, fileAt, fileRules, LocalModel } from './local-model';

/** First release whose vLLM backend reads multi_lora.json. */
const FIRST_WITH_LORA = '24.05';

/** The versions of a vLLM model, with the arguments of the vLLM engine. */
function enginesOf({ backend, versions, files }: LocalModel) {
  if (backend.name !== 'vllm') return [];
  return versions.map((version) => {
    const file = fileAt(files, `${version}/model.json`);
    return { version, file, ...readEngineSettings(file) };
  });
}

/** Whether the library of the backend is in the model's folder, where Triton also looks for it. */
export function hasLibrary({ backend, files, versions }: LocalModel): boolean {
  const library = `libtriton_${backend.name}.so`;
  return [library, ...versions.map((version) => `${version}/${library}`)].some((path) => fileAt(files, path));
}

/** Whether the image of AWS lacks the backend, and the model's folder does not contain it. `check` does not know the image. */
export function lacksBackend(model: LocalModel, { instanceType, customImage, backendRules }: ServingTarget): boolean {
  const isOnAwsImage = instanceType !== undefined && !customImage && !backendRules;
  const canLoad = !['', 'model.py'].includes(model.config.runtime) || hasLibrary(model);
  return isOnAwsImage && hasOwnImage(model.backend.name) && model.versions.length > 0 && !canLoad;
}

/** Rules that check the files of vLLM models in the same way as the backend (vllm_backend, src/model.py of r23.10 to r26.01). */
export const languageModelRules: FileRule[] = [
  ...fileRules(
    (model, target) => (lacksBackend(model, target) ? [{ name: model.backend.name, field: 'backend' }] : []),
    [{ id: 'backend.available', when: () => true, message: ({ name }) => missingBackend(name) }],
  ),
  ...fileRules(enginesOf, [
    {
      id: 'llm.model-json',
      when: ({ file, problem }) => !file || problem,
      message: ({ version, file, problem }) =>
        `${file ? `got ${file.path}, which ${problem}` : `got no ${version}/model.json`}; allowed: ${version}/model.json with the arguments of the vLLM engine, such as { "model": "…" }`,
    },
    {
      id: 'llm.lora',
      when: ({ json, version }, { tritonRelease: release = FIRST_WITH_LORA }, { files }) =>
        release >= FIRST_WITH_LORA &&
        `${json.enable_lora}`.toLowerCase() === 'true' &&
        !fileAt(files, `${version}/multi_lora.json`),
      message: ({ version }) =>
        `got enable_lora in ${version}/model.json, but no ${version}/multi_lora.json, from which the backend reads the LoRA adapters; add the file, or remove enable_lora`,
    },
  ]),
  ...fileRules(
    (model) => enginesOf(model).map((engine) => ({ ...engine, field: 'instance_group' })),
    [
      {
        id: 'llm.kind-gpu',
        when: ({ json }, _, { config }) =>
          vllmGpuCount(json) > 1 && config.instance_group.some(({ kind }) => kind === 'KIND_GPU'),
        message: ({ json, version }) =>
          `got KIND_GPU, which is for one GPU, and ${vllmGpuCount(json)} GPUs as tensor_parallel_size × pipeline_parallel_size in ${version}/model.json; allowed: KIND_MODEL (InstanceGroup.model())`,
      },
    ],
  ),
];
