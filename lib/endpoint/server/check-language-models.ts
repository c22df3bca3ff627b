import { Finding, error } from '../../findings/finding';
import { TritonModel } from '../../model';
import { FolderFile, isOnDisk } from '../../model/folder-content';
import { readRegularJson } from '../../platform/regular-file';
import { ServedModel, servedModels, ServedModels } from './served-models';
import { ServerOptions } from './options';

/** Far more than the settings of an engine take. */
const MAXIMUM_BYTES = 10_000_000;

type Json = Record<string, unknown>;

/** What the vLLM and TensorRT-LLM backends would refuse of their models' files on these instances (read 2026-11-22). */
export function checkLanguageModels(options: ServerOptions, served: ServedModels): Finding[] {
  return servedModels(served).flatMap((each) => {
    if (each.model.backend.name === 'vllm') return checkVllm(each, served);
    return each.model.backend.name === 'tensorrtllm' ? checkTensorRtLlm(each, options, served) : [];
  });
}

/** vllm_backend, src/model.py: it reads the engine's arguments from model.json, and refuses several GPUs with KIND_GPU. */
function checkVllm({ model, field }: ServedModel, { gpuCount }: ServedModels): Finding[] {
  const entries = filesOf(model);
  if (entries.length === 0) return [];
  const settings = entries.find(({ path }) => /^\d+\/model\.json$/.test(path));
  if (!settings) {
    const message =
      'got no model.json; allowed: 1/model.json with the arguments of the vLLM engine, such as { "model": "…" }';
    return [error('llm.model-json', `${field}.files`, message)];
  }
  const json = readJson(settings);
  const gpus = sizeOf(json.tensor_parallel_size) * sizeOf(json.pipeline_parallel_size);
  const what = 'tensor_parallel_size × pipeline_parallel_size in 1/model.json';
  const kinds: { kind?: string }[] = model.config._json.instance_group ?? [];
  if (gpus > 1 && kinds.some(({ kind }) => kind === 'KIND_GPU')) {
    const message = `got KIND_GPU, which is for one GPU, and ${gpus} GPUs as ${what}; allowed: InstanceGroup.model()`;
    return [error('llm.kind-gpu', `${field}.instanceGroups`, message)];
  }
  return checkGpus(field, what, gpus, gpuCount);
}

/** tensorrtllm_backend, README: without an orchestrator, each further GPU needs a server of its own, which `mpirun` would have to start. */
function checkTensorRtLlm(
  { model, field }: ServedModel,
  options: ServerOptions,
  { gpuCount }: ServedModels,
): Finding[] {
  const settings = filesOf(model).find(({ path }) => /^\d+\/config\.json$/.test(path));
  if (!settings) return []; // the engine lies elsewhere
  const config = readJson(settings).pretrained_config as Json | undefined;
  const gpus = sizeOf((config?.mapping as Json | undefined)?.world_size);
  if (gpus > 1 && options.environment?.TRTLLM_ORCHESTRATOR !== '1') {
    const message =
      `got an engine for ${gpus} GPUs (world_size in 1/config.json), each of which needs a process, and the container's start script ` +
      "starts one; requires server.environment: { TRTLLM_ORCHESTRATOR: '1' }, so that the backend starts the other processes";
    return [error('llm.orchestrator', 'server.environment', message)];
  }
  return checkGpus(field, 'world_size in 1/config.json', gpus, gpuCount);
}

function checkGpus(field: string, what: string, gpus: number, gpuCount?: number): Finding[] {
  if (gpuCount === undefined || gpus <= gpuCount) return [];
  const message = `got ${gpus} GPUs as ${what}; allowed: up to ${gpuCount}, which the instance type has`;
  return [error('llm.gpus', `${field}.files`, message)];
}

/** None for files that are in S3 only, and for those that have a finding of their own. */
function filesOf(model: TritonModel): ReturnType<TritonModel['_entries']> {
  return model.files?._problem ? [] : model._entries();
}

function readJson(file: FolderFile): Json {
  if (!isOnDisk(file)) return {};
  try {
    return (readRegularJson(file.source, { maximumBytes: MAXIMUM_BYTES }) ?? {}) as Json;
  } catch {
    return {}; // the backend says what is wrong with it
  }
}

/** Engines run on one GPU unless they say more. */
function sizeOf(value: unknown): number {
  return Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : 1;
}
