import { Finding, warning } from '../../findings/finding';
import { TritonModel } from '../../model';
import type { FileBuild } from '../../model/built-file';
import { sizeOf } from '../../model/file-rules/local-model';
import type { FolderFile } from '../../model/folder-content';
import { runsOnGpu } from '../../model/model-instances';
import { modelAndMembers } from '../../model/model-validation';
import { InstanceType } from '../../platform';
import { gpuMemoryBandwidth } from '../../facts/instance-facts';
import { instanceTypesOf, modelsOf, Variant } from '../endpoint';

/** Backends that read all model files in each execution. */
const BACKENDS_THAT_READ_ALL_FILES = ['onnxruntime', 'tensorrt', 'pytorch'];

/**
 * L2 cache of the RTX PRO 6000 Blackwell, the largest L2 cache of the known GPUs. Smaller weights may remain in the cache between
 * executions.
 */
const LARGEST_CACHE_BYTES = 128 * 1024 ** 2;

/** Warns about an objective that is shorter than the time that the GPU requires to read the model's weights once from its memory. */
export function checkReadingTime(variant: Variant): Finding[] {
  const objective = variant.latencyObjective._milliseconds;
  return modelsOf(variant)
    .flatMap(modelAndMembers)
    .flatMap((model) => {
      const bytes = minimumBytesRead(model);
      if (bytes <= LARGEST_CACHE_BYTES) return [];
      return instanceTypesOf(variant).flatMap((type) => checkType(type, model.name, bytes, objective));
    });
}

function checkType(type: InstanceType, model: string, bytes: number, objective: number): Finding[] {
  const bandwidth = gpuMemoryBandwidth(type.gpuModel);
  if (bandwidth === undefined) return [];
  const milliseconds = bytes / (bandwidth * 1e6);
  if (milliseconds < objective) return [];
  const message =
    `got ${objective} ms; an execution of '${model}' on ${type} takes at least ${milliseconds.toFixed(1)} ms, in which the GPU reads the weights ` +
    `from its memory (${(bytes / 1e9).toFixed(2)} GB at ${bandwidth} GB/s), and a model that generates text reads them for each token: ` +
    'set a longer objective, a GPU with a higher memory bandwidth, a narrower data type of the weights or a smaller model';
  return [warning('latency.weights', 'latencyObjective', message)];
}

/** Minimum number of bytes that an execution on a GPU reads: the size of the smallest version or engine. */
function minimumBytesRead(model: TritonModel): number {
  if (!BACKENDS_THAT_READ_ALL_FILES.includes(model.backend.name) || !runsOnGpu(model) || model.files?._problem)
    return 0;
  const entries = model._entries();
  const engineSizes = entries.flatMap(({ build }) => build ?? []).map(bytesOfEngine);
  const planSizes = entries
    .filter(({ path, build }) => path.endsWith('.plan') && !build)
    .map((plan) => bytesOf([plan]));
  const fileSizes = model.backend.name === 'tensorrt' ? [] : filesByVersion(entries).map(bytesOf);
  const sizes = [...engineSizes, ...planSizes, ...fileSizes];
  return sizes.length > 0 ? Math.min(...sizes) : 0;
}

function bytesOfEngine({ sources, expectedShare }: FileBuild): number {
  const onnx = sources.filter(({ path }) => !path.startsWith('plugins/'));
  return bytesOf(onnx) * expectedShare;
}

function filesByVersion(files: FolderFile[]): FolderFile[][] {
  const versions = new Set(files.map(({ path }) => path.split('/')[0]).filter((folder) => /^[1-9]\d*$/.test(folder)));
  return [...versions].map((version) => files.filter(({ path }) => path.startsWith(`${version}/`)));
}

/** Total size of files. Files in S3 count as 0 bytes. */
function bytesOf(files: FolderFile[]): number {
  return files.reduce((sum, file) => sum + (sizeOf(file) ?? 0), 0);
}
