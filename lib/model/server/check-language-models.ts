import { Finding, error, warning } from '../../findings/finding';
import { TritonModel } from '../triton-model';
import { FolderFile } from '../folder/folder-content';
import {
  parseGpuCount,
  readEngineSettings,
  readYamlSetting,
  vllmGpuCount,
  worldSize,
} from '../folder/readers/language-model';
import { ServedModel, modelsWithMembers, ServerContext } from './served-models';
import { ServerOptions } from './options';

/** A name on Hugging Face, such as `facebook/opt-125m`. Not a path in the container, which begins with a slash. */
const HUGGING_FACE_NAME = /^\w[\w.-]*\/\w[\w.-]*$/;
/** Variables with which the libraries of Hugging Face find weights in the container. */
const OFFLINE_VARIABLES = ['HF_HOME', 'HF_HUB_CACHE', 'HF_HUB_OFFLINE', 'TRANSFORMERS_OFFLINE', 'TRANSFORMERS_CACHE'];

/** Checks the GPUs of language models. */
export function checkLanguageModels(options: ServerOptions, served: ServerContext): Finding[] {
  return modelsWithMembers(served).flatMap((each) => {
    const { backend } = each.model;
    if (backend.name === 'vllm') return checkVllm(each, served);
    if (backend.name === 'python') return checkLlmApi(each, served);
    return backend.name === 'tensorrtllm' ? checkTensorRtLlm(each, options, served) : [];
  });
}

/** Warns about weights that a container without network access would download, unless its image may contain them. */
export function checkDownloads(models: TritonModel[], environment: Record<string, string> = {}): Finding[] {
  if (OFFLINE_VARIABLES.some((name) => name in environment)) return [];
  return models.flatMap((model) => {
    const [file, name] = weightsOf(model);
    if (file === undefined || !HUGGING_FACE_NAME.test(`${name}`)) return [];
    const message =
      `got true, and the model '${name}' in ${file.path}, which the container cannot download without network access; add the weights to the model's folder and set ` +
      `their path in the container, or set HF_HOME in server.environment if the image contains them`;
    return [warning('llm.isolation', 'networkIsolation', message)];
  });
}

/** The file that names the weights of a language model, and their name or path. */
function weightsOf(model: TritonModel): [file?: FolderFile, name?: unknown] {
  const [json, yaml] = [fileOf(model, 'model.json'), fileOf(model, 'model.yaml')];
  if (model.backend.name === 'vllm') return [json, readEngineSettings(json).json.model];
  return model.backend.name === 'python' && yaml ? [yaml, readYamlSetting(yaml, 'model')] : [];
}

/** The vLLM backend reads the engine's arguments from model.json (vllm_backend, src/model.py). */
function checkVllm({ model, field }: ServedModel, { gpuCount }: ServerContext): Finding[] {
  const { json } = readEngineSettings(fileOf(model, 'model.json'));
  const setting = 'tensor_parallel_size × pipeline_parallel_size in 1/model.json';
  return checkGpus(field, setting, vllmGpuCount(json), gpuCount);
}

/**
 * The llmapi template of TensorRT-LLM is a Python model that reads model.yaml (NVIDIA/TensorRT-LLM, triton_backend/all_models/llmapi). Only a
 * warning, because the code can be different.
 */
function checkLlmApi({ model, field }: ServedModel, { gpuCount }: ServerContext): Finding[] {
  const file = fileOf(model, 'model.yaml');
  if (!file) return [];
  const sizes = ['tensor_parallel_size', 'pipeline_parallel_size'].map((name) => readYamlSetting(file, name));
  const requiredGpus = sizes.reduce((product, size) => product * parseGpuCount(size), 1);
  const setting = `tensor_parallel_size × pipeline_parallel_size in ${file.path}`;
  return checkGpus(field, setting, requiredGpus, gpuCount, warning);
}

/**
 * Without an orchestrator, each additional GPU requires a separate server process, which the start script does not start (tensorrtllm_backend,
 * README).
 */
function checkTensorRtLlm(
  { model, field }: ServedModel,
  options: ServerOptions,
  { gpuCount }: ServerContext,
): Finding[] {
  const settings = fileOf(model, 'config.json');
  if (!settings) return []; // the engine is in a different folder
  const requiredGpus = worldSize(settings);
  if (requiredGpus > 1 && options.environment?.TRTLLM_ORCHESTRATOR !== '1') {
    const message =
      `got an engine for ${requiredGpus} GPUs (world_size in 1/config.json), each of which needs a process, and the container's start script ` +
      "starts one; requires server.environment: { TRTLLM_ORCHESTRATOR: '1' }, so that the backend starts the other processes";
    return [error('llm.orchestrator', 'server.environment', message)];
  }
  return checkGpus(field, 'world_size in 1/config.json', requiredGpus, gpuCount);
}

function checkGpus(
  field: string,
  setting: string,
  requiredGpus: number,
  gpuCount?: number,
  finding = error,
): Finding[] {
  if (gpuCount === undefined || requiredGpus <= gpuCount) return [];
  const message = `got ${requiredGpus} GPUs as ${setting}; allowed: up to ${gpuCount}, which the instance type has`;
  return [finding('llm.gpus', `${field}.files`, message)];
}

/** A file in a version folder. Undefined if the files are in S3 or missing. A separate rule reports missing files. */
function fileOf(model: TritonModel, name: string): FolderFile | undefined {
  const entries = model.files?._problem ? [] : model._entries();
  return entries.find(({ path }) => /^\d+\//.test(path) && path.endsWith(`/${name}`) && path.split('/').length === 2);
}
