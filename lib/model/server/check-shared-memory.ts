import { Size } from 'aws-cdk-lib';
import { Finding, warning } from '../../findings/finding';
import { Tensor } from '../values/tensor';
import { TritonModel } from '../triton-model';
import type { FileBuild } from '../folder/built-file';
import { pythonSourceOf } from '../files/python-source';
import { instanceCountOf, runsOnGpu } from '../definition/model-instances';
import { METRICS_EXPORTER } from './metrics-exporter';
import { ServerOptions } from './options';
import { ServerContext } from './served-models';

/** The start script's default size for each instance of a Python model. */
const DEFAULT_SHARED_MEMORY = Size.mebibytes(16);
/**
 * Docker's default for /dev/shm, which users observed on SageMaker (aws/sagemaker-python-sdk#2801; also in
 * aws/amazon-sagemaker-examples#3506, 2024). The developer guide documents up to half of the instance's memory.
 */
const CONTAINER_SHARED_MEMORY = Size.mebibytes(64);

/** Checks that the shared memory of the container is sufficient for the instances of Python models and their largest batches. */
export function checkSharedMemory(models: TritonModel[], options: ServerOptions, served: ServerContext): Finding[] {
  const initialSize = options.pythonSharedMemory ?? DEFAULT_SHARED_MEMORY;
  if (initialSize.isUnresolved()) return [];
  const requirements = models.map((model) => {
    const tensorBytes = largestTensorBytes(model, served.gpuCount);
    return {
      name: model.name,
      bytes: Math.max(initialSize.toBytes(), tensorBytes),
      exceedsInitial: tensorBytes > initialSize.toBytes(),
      count: instanceCountOf(model, served.gpuCount || 1),
    };
  });
  if (served.exportedMetrics) {
    const bytes = initialSize.toBytes();
    requirements.push({ name: METRICS_EXPORTER, bytes, exceedsInitial: false, count: 1 });
  }
  const total = requirements.reduce((sum, { count, bytes }) => sum + count * bytes, 0);
  if (total <= CONTAINER_SHARED_MEMORY.toBytes()) return [];
  const descriptions = requirements.map(
    ({ name, count, bytes, exceedsInitial }) =>
      `${count} ${count === 1 ? 'instance' : 'instances'} of '${name}' with ${mebibytes(bytes)} MiB each` +
      (exceedsInitial ? ' for the tensors of the largest batch' : ''),
  );
  const advice = requirements.some(({ exceedsInitial }) => exceedsInitial)
    ? 'a request fails if there is no more: reduce the largest batch, or leave the tensors of called models in the memory of the GPU ' +
      '(without TRITONSERVER_MEMORY_CPU)'
    : 'the server does not start if it needs more: reduce pythonSharedMemory or the number of instances';
  const message = `got ${descriptions.join(' and ')}; containers on SageMaker were observed to have ${CONTAINER_SHARED_MEMORY.toMebibytes()} MiB of shared memory in total, and ${advice}`;
  return [warning('py.shm-budget', 'server.pythonSharedMemory', message)];
}

/**
 * Bytes of the tensors that are in shared memory at the same time: the inputs and outputs of the model in its largest batch, and of
 * the called model with the largest tensors. For a tensor in GPU memory, shared memory contains only a handle (src/pb_memory.cc of
 * triton-inference-server/python_backend). The memory grows on demand and never shrinks (src/shm_manager.cc; read 2026-11-23).
 */
function largestTensorBytes(model: TritonModel, gpuCount?: number): number {
  const batch = Math.max(1, model.maxBatchSize);
  const copiesToCpu = pythonSourceOf(model).includes('TRITONSERVER_MEMORY_CPU');
  const calledInCpuMemory = model.members.filter((member) => copiesToCpu || gpuCount === 0 || !runsOnGpu(member));
  return bytesOf(model, batch) + Math.max(0, ...calledInCpuMemory.map((member) => bytesOf(member, batch)));
}

/** Size of the inputs and outputs of a batch. Strings and tensors with an unknown dimension count as 0 bytes. */
function bytesOf(model: TritonModel, batch: number): number {
  const entries = model.files?._problem ? [] : model._entries();
  const largestShapes = entries.find(({ build }) => build)?.build?.largestShapes;
  return [...model.inputs, ...model.outputs].reduce(
    (sum, tensor) => sum + batch * bytesOfItem(tensor, largestShapes),
    0,
  );
}

/** Size of one item of a tensor. The largest shapes of a file that the deployment builds limit the variable dimensions. */
function bytesOfItem({ name, dims, dataType }: Tensor, largestShapes: FileBuild['largestShapes'] = {}): number {
  const maximumDims = largestShapes[name]?.slice(-dims.length) ?? dims;
  return maximumDims.reduce((product, dim) => product * Math.max(0, dim), dataType.byteSize ?? 0);
}

function mebibytes(bytes: number): number {
  return Math.ceil(bytes / 1024 ** 2);
}
