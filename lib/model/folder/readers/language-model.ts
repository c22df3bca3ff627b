import { replaceNumberWords } from '../../../files/json-words';
import { readRegularFile } from '../../../files/regular-file';
import { FolderFile, isOnDisk } from '../folder-content';

/** Maximum size of a settings file, far above the size of the settings of real engines. */
const MAX_SETTINGS_BYTES = 10_000_000;

export type Json = Record<string, unknown>;

/** The settings of a language model. `problem` says why the backend cannot read them. */
export interface EngineSettings {
  readonly json: Json;
  readonly problem?: string;
}

/** Reads settings in JSON, as Python's `json.load` does. Empty if the file is not on the disk. */
export function readEngineSettings(file: FolderFile | undefined): EngineSettings {
  if (!file || !isOnDisk(file)) return { json: {} };
  try {
    const text = readRegularFile(file.source, { maximumBytes: MAX_SETTINGS_BYTES }).toString();
    const json = JSON.parse(replaceNumberWords(text, () => 'null')) as unknown;
    const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
    return isObject ? { json: json as Json } : { json: {}, problem: 'is not a JSON object' };
  } catch (problem) {
    const reason = problem instanceof SyntaxError ? `is not JSON (${problem.message})` : undefined;
    return { json: {}, problem: reason };
  }
}

/** The value of a setting at the top level of a file in YAML, without quotes. Undefined if the file does not have the setting on one line. */
export function readYamlSetting(file: FolderFile, name: string): string | undefined {
  if (!isOnDisk(file)) return undefined;
  const text = readRegularFile(file.source, { maximumBytes: MAX_SETTINGS_BYTES }).toString();
  return new RegExp(`^${name}:[ \\t]+(["']?)([^"'#\\s]+)\\1[ \\t]*(?:#.*)?\\r?$`, 'm').exec(text)?.[2];
}

/** Reads a number of GPUs. The default is 1. */
export function parseGpuCount(value: unknown): number {
  return Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : 1;
}

/** The number of GPUs of a vLLM engine. */
export function vllmGpuCount(json: Json): number {
  return parseGpuCount(json.tensor_parallel_size) * parseGpuCount(json.pipeline_parallel_size);
}

/** The number of GPUs of a TensorRT-LLM engine, each of which has a file, according to the engine's config.json. */
export function worldSize(settings: FolderFile | undefined): number {
  const config = readEngineSettings(settings).json.pretrained_config as Json | undefined;
  return parseGpuCount((config?.mapping as Json | undefined)?.world_size);
}
