import { Size } from 'aws-cdk-lib';
import { Finding, warning } from '../../findings/finding';
import { Tensor, TritonModel } from '../../model';
import type { ShapesByInput } from '../../model/engine/engine-profile';
import { pythonSourceOf } from '../../model/python-source';
import { runsOnGpu } from '../models/check-model-data';
import { ServerOptions } from './options';
import { ServedModels } from './served-models';

/** What the start script gives each instance of a Python model. */
const DEFAULT_SHARED_MEMORY = Size.mebibytes(16);
/**
 * Docker's default for /dev/shm, which users met on SageMaker (aws/sagemaker-python-sdk#2801; still in
 * aws/amazon-sagemaker-examples#3506, 2024). The developer guide speaks of up to half of the instance's memory.
 */
const SHARED_MEMORY = Size.mebibytes(64);

/** What the instances of Python models have of shared memory at the start, and what their largest batches make of it. */
export function checkSharedMemory(python: TritonModel[], options: ServerOptions, served: ServedModels): Finding[] {
  const initial = options.pythonSharedMemory ?? DEFAULT_SHARED_MEMORY;
  if (initial.isUnresolved()) return [];
  const needs = python.map((model) => {
    const grown = largestTensors(model, served.gpuCount);
    const bytes = Math.max(initial.toBytes(), grown);
    return {
      name: model.name,
      bytes,
      grown: grown > initial.toBytes(),
      count: instancesOf(model, served.gpuCount || 1),
    };
  });
  const total = needs.reduce((sum, { count, bytes }) => sum + count * bytes, 0);
  if (total <= SHARED_MEMORY.toBytes()) return [];
  const each = needs.map(
    ({ name, count, bytes, grown }) =>
      `${count} ${count === 1 ? 'instance' : 'instances'} of '${name}' with ${mebibytes(bytes)} MiB each` +
      (grown ? ' for the tensors of the largest batch' : ''),
  );
  const advice = needs.some(({ grown }) => grown)
    ? 'a request fails if there is no more: reduce the largest batch, or leave the tensors of called models in the memory of the GPU ' +
      '(without TRITONSERVER_MEMORY_CPU)'
    : 'the server does not start if it needs more: reduce pythonSharedMemory or the number of instances';
  const message = `got ${each.join(' and ')}; containers on SageMaker were observed to have ${SHARED_MEMORY.toMebibytes()} MiB of shared memory in total, and ${advice}`;
  return [warning('py.shm-budget', 'server.pythonSharedMemory', message)];
}

function instancesOf({ config }: TritonModel, gpuCount: number): number {
  const groups: { kind?: string; count?: number; gpus?: number[] }[] = config._json.instance_group ?? [{}];
  return groups
    .map(({ kind, count = 1, gpus = [] }) => {
      const perDevice = Math.max(1, count);
      return kind === 'KIND_CPU' || kind === 'KIND_MODEL' ? perDevice : perDevice * (gpus.length || gpuCount);
    })
    .reduce((sum, instances) => sum + instances, 0);
}

/**
 * Bytes of the tensors that pass shared memory together: the inputs and outputs of a largest batch, and those of the largest call of
 * another model. Of a tensor in the memory of a GPU only a handle passes (src/pb_memory.cc of triton-inference-server/python_backend), and
 * the memory grows by what it lacks and never shrinks (src/shm_manager.cc; read 2026-11-23).
 */
function largestTensors(model: TritonModel, gpuCount?: number): number {
  const batch = Math.max(1, model.maxBatchSize);
  const toCpu = pythonSourceOf(model).includes('TRITONSERVER_MEMORY_CPU');
  const called = model.members.filter((member) => toCpu || gpuCount === 0 || !runsOnGpu(member));
  return bytesOf(model, batch) + Math.max(0, ...called.map((member) => bytesOf(member, batch)));
}

/** Tensors of which a dimension is known nowhere, and strings, count nothing. */
function bytesOf(model: TritonModel, batch: number): number {
  const entries = model.files?._problem ? [] : model._entries();
  const [profile] = entries.flatMap(({ build }) => build?.profiles ?? []);
  return [...model.inputs, ...model.outputs].reduce((sum, tensor) => sum + batch * bytesOfItem(tensor, profile), 0);
}

/** An engine's profile says how large an open dimension can be. */
function bytesOfItem({ name, dims, dataType }: Tensor, profile: ShapesByInput = {}): number {
  const largest = profile[name]?.max.slice(-dims.length) ?? dims;
  return largest.reduce((product, dim) => product * Math.max(0, dim), dataType.byteSize ?? 0);
}

function mebibytes(bytes: number): number {
  return Math.ceil(bytes / 1024 ** 2);
}
