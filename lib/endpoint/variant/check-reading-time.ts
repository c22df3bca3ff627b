import { Finding, warning } from '../../findings/finding';
import { EnginePrecision, TritonModel } from '../../model';
import type { EngineBuild } from '../../model/engine/engine-build';
import { sizeOf } from '../../model/file-rules/local-model';
import type { FolderFile } from '../../model/folder-content';
import { modelAndMembers } from '../../model/model-validation';
import { InstanceType } from '../../platform';
import { gpuMemoryBandwidth } from '../../platform/instance-facts';
import { Variant } from '../endpoint';
import { runsOnGpu } from '../models/check-model-data';

/** Backends whose model files are the weights, of which an execution needs all. */
const READING_ALL = ['onnxruntime', 'tensorrt', 'pytorch'];

/** The largest L2 cache of the GPUs in the table, that of RTX PRO 6000 Blackwell: smaller weights may stay in it between two executions. */
const LARGEST_CACHE = 128 * 1024 ** 2;

/** What an engine stores of each byte of its ONNX file's FP32 weights. */
const STORED: Partial<Record<EnginePrecision, number>> = {
  [EnginePrecision.FP16]: 1 / 2,
  [EnginePrecision.BF16]: 1 / 2,
  [EnginePrecision.INT8]: 1 / 4,
  [EnginePrecision.FP8]: 1 / 4,
};

/** An objective that is shorter than the GPU takes to read the weights of a model once from its memory. */
export function checkReadingTime({ latencyObjective, serving, instanceTypes }: Variant): Finding[] {
  const objective = latencyObjective.limit.toMilliseconds({ integral: false });
  return serving.models.flatMap(modelAndMembers).flatMap((model) => {
    const bytes = leastWeights(model);
    if (bytes <= LARGEST_CACHE) return [];
    return instanceTypes.flatMap((type) => checkType(type, model.name, bytes, objective));
  });
}

function checkType(type: InstanceType, model: string, bytes: number, objective: number): Finding[] {
  const bandwidth = gpuMemoryBandwidth(type.gpuModel);
  if (bandwidth === undefined) return [];
  const reading = bytes / (bandwidth * 1e6);
  if (reading < objective) return [];
  const message =
    `got ${objective} ms; an execution of '${model}' on ${type} takes at least ${reading.toFixed(1)} ms, in which the GPU reads the weights ` +
    `from its memory (${(bytes / 1e9).toFixed(2)} GB at ${bandwidth} GB/s), and a model that generates text reads them for each token: ` +
    'set a longer objective, a GPU with a higher memory bandwidth, a narrower data type of the weights or a smaller model';
  return [warning('latency.weights', 'latencyObjective', message)];
}

/** Bytes that an execution on a GPU reads at least: of several versions, or engines for several GPUs, the smallest counts. */
function leastWeights(model: TritonModel): number {
  if (!READING_ALL.includes(model.backend.name) || !runsOnGpu(model) || model.files?._problem) return 0;
  const entries = model._entries();
  const engines = entries.flatMap(({ build }) => build ?? []).map(bytesOfEngine);
  const plans = entries.filter(({ path, build }) => path.endsWith('.plan') && !build).map((plan) => bytesOf([plan]));
  const others = model.backend.name === 'tensorrt' ? [] : byVersion(entries).map(bytesOf);
  const sizes = [...engines, ...plans, ...others];
  return sizes.length > 0 ? Math.min(...sizes) : 0;
}

function bytesOfEngine({ sources, precision }: EngineBuild): number {
  const onnx = sources.filter(({ path }) => !path.startsWith('plugins/'));
  return bytesOf(onnx) * ((precision && STORED[precision]) ?? 1);
}

function byVersion(files: FolderFile[]): FolderFile[][] {
  const versions = new Set(files.map(({ path }) => path.split('/')[0]).filter((folder) => /^[1-9]\d*$/.test(folder)));
  return [...versions].map((version) => files.filter(({ path }) => path.startsWith(`${version}/`)));
}

/** Those in S3 count nothing. */
function bytesOf(files: FolderFile[]): number {
  return files.reduce((sum, file) => sum + (sizeOf(file) ?? 0), 0);
}
