import { Finding, error } from '../../findings/finding';
import { TritonModel } from '../triton-model';
import { FolderFile, isOnDisk } from '../folder/folder-content';
import { readRegularJson } from '../../files/regular-file';
import { ServedModel, modelsWithMembers, ServerContext } from './served-models';
import { ServerOptions } from './options';

/** Maximum size of a settings file, far above the size of the settings of real engines. */
const MAX_SETTINGS_BYTES = 10_000_000;

type Json = Record<string, unknown>;

/** Checks the files of vLLM and TensorRT-LLM models in the same way as their backends (read 2026-11-22). */
export function checkLanguageModels(options: ServerOptions, served: ServerContext): Finding[] {
  return modelsWithMembers(served).flatMap((each) => {
    if (each.model.backend.name === 'vllm') return checkVllm(each, served);
    return each.model.backend.name === 'tensorrtllm' ? checkTensorRtLlm(each, options, served) : [];
  });
}

/** The vLLM backend reads the engine's arguments from model.json, and rejects several GPUs with KIND_GPU (vllm_backend, src/model.py). */
function checkVllm({ model, field }: ServedModel, { gpuCount }: ServerContext): Finding[] {
  const entries = localFilesOf(model);
  if (entries.length === 0) return [];
  const settings = entries.find(({ path }) => /^\d+\/model\.json$/.test(path));
  if (!settings) {
    const message =
      'got no model.json; allowed: 1/model.json with the arguments of the vLLM engine, such as { "model": "…" }';
    return [error('llm.model-json', `${field}.files`, message)];
  }
  const json = readJson(settings);
  const requiredGpus = parseGpuCount(json.tensor_parallel_size) * parseGpuCount(json.pipeline_parallel_size);
  const setting = 'tensor_parallel_size × pipeline_parallel_size in 1/model.json';
  if (requiredGpus > 1 && model.config._document.instance_group.some(({ kind }) => kind === 'KIND_GPU')) {
    const message = `got KIND_GPU, which is for one GPU, and ${requiredGpus} GPUs as ${setting}; allowed: InstanceGroup.model()`;
    return [error('llm.kind-gpu', `${field}.instanceGroups`, message)];
  }
  return checkGpus(field, setting, requiredGpus, gpuCount);
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
  const settings = localFilesOf(model).find(({ path }) => /^\d+\/config\.json$/.test(path));
  if (!settings) return []; // the engine is in a different folder
  const config = readJson(settings).pretrained_config as Json | undefined;
  const requiredGpus = parseGpuCount((config?.mapping as Json | undefined)?.world_size);
  if (requiredGpus > 1 && options.environment?.TRTLLM_ORCHESTRATOR !== '1') {
    const message =
      `got an engine for ${requiredGpus} GPUs (world_size in 1/config.json), each of which needs a process, and the container's start script ` +
      "starts one; requires server.environment: { TRTLLM_ORCHESTRATOR: '1' }, so that the backend starts the other processes";
    return [error('llm.orchestrator', 'server.environment', message)];
  }
  return checkGpus(field, 'world_size in 1/config.json', requiredGpus, gpuCount);
}

function checkGpus(field: string, setting: string, requiredGpus: number, gpuCount?: number): Finding[] {
  if (gpuCount === undefined || requiredGpus <= gpuCount) return [];
  const message = `got ${requiredGpus} GPUs as ${setting}; allowed: up to ${gpuCount}, which the instance type has`;
  return [error('llm.gpus', `${field}.files`, message)];
}

/** Local files of a model. Empty if the files are in S3 or missing. A separate rule reports missing files. */
function localFilesOf(model: TritonModel): ReturnType<TritonModel['_entries']> {
  return model.files?._problem ? [] : model._entries();
}

function readJson(file: FolderFile): Json {
  if (!isOnDisk(file)) return {};
  try {
    return (readRegularJson(file.source, { maximumBytes: MAX_SETTINGS_BYTES }) ?? {}) as Json;
  } catch {
    return {}; // the backend reports invalid JSON
  }
}

/** Reads a number of GPUs. The default is 1. */
function parseGpuCount(value: unknown): number {
  return Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : 1;
}
