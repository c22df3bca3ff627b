import { LocalVariant } from './local-variants';

/** Messages of libraries that find no GPU, or that are built without support for GPUs, as those of this host are. */
const NO_GPU =
  /from the 'CUDA' backend|not (?:linked|compiled) with .{0,80}CUDA|no NVIDIA driver|No CUDA GPUs|no CUDA-capable device|CUDA_ERROR_NO_DEVICE|libcuda\.so\S{0,20} cannot open/i;

const MAXIMUM_LENGTH = 300;

/** The reason why a model is not run, if its error is that this host has no GPU, and the endpoint has GPUs; otherwise undefined. */
export function missingGpuReason(output: string, { onCpu }: Pick<LocalVariant, 'onCpu'>): string | undefined {
  const line = output.split(/\\n|\n/).find((each) => NO_GPU.test(each));
  if (onCpu || line === undefined) return undefined;
  return `the model requires a GPU, which the endpoint has and this host lacks: ${line.trim().slice(0, MAXIMUM_LENGTH)}`;
}
