import { TritonModel } from '../../model';
import { Finding, error } from '../../findings/finding';
import { InstanceType } from '../../platform';
import { formatGibibytes, gpuBytesOf } from '../models/check-model-data';

/** Rejects a model that needs more GPU memory than the instances have: the size of its files, or the measured memory of its engines. */
export function checkGpuMemory(
  instanceTypes: InstanceType[],
  name: string,
  model: TritonModel,
  field: string,
): Finding[] {
  return instanceTypes.flatMap((type) => {
    const available = type.gpuMemory?.toBytes();
    const { engines, files } = gpuBytesOf(model, type);
    if (available === undefined || engines + files <= available) return [];
    const message = `'${name}' needs at least ${formatGibibytes(engines + files)}; allowed: at most the ${formatGibibytes(available)} of GPU memory of ${type} (${type.gpuModel})`;
    return [error('mme.model-memory', field, message)];
  });
}
