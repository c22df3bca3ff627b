import { TritonModel } from '../../model';
import { modelAndMembers } from '../../model/rules/model-validation';
import { Finding, error, warning } from '../../findings/finding';
import { InstanceType } from '../../platform';
import { formatGibibytes, gpuBytesOf, loadedBytesOf } from '../models/check-model-data';

const RULE = 'mme.model-memory';

/**
 * Rejects a model that needs more GPU memory than the instances have: the size of its files, or the measured memory of its engines. On
 * instances without GPUs, a model that is larger than their memory is a warning, because a backend may read parts of a file on demand.
 */
export function checkModelMemory(
  instanceTypes: InstanceType[],
  name: string,
  model: TritonModel,
  field: string,
): Finding[] {
  return instanceTypes.flatMap((type) => {
    if (type._isCpuOnly) return checkMainMemory(type, name, model, field);
    const available = type.gpuMemory?.toBytes();
    const { engines, files } = gpuBytesOf(model, type);
    if (available === undefined || engines + files <= available) return [];
    const message = `'${name}' needs at least ${formatGibibytes(engines + files)}; allowed: at most the ${formatGibibytes(available)} of GPU memory of ${type} (${type.gpuModel})`;
    return [error(RULE, field, message)];
  });
}

function checkMainMemory(type: InstanceType, name: string, model: TritonModel, field: string): Finding[] {
  const available = type.memory?.toBytes();
  const bytes = modelAndMembers(model).reduce((sum, part) => sum + loadedBytesOf(part), 0);
  if (available === undefined || bytes <= available) return [];
  const message = `'${name}' has ${formatGibibytes(bytes)} of files; ${type} has ${formatGibibytes(available)} of memory, so the model may not load; choose a type with more memory`;
  return [warning(RULE, field, message)];
}
