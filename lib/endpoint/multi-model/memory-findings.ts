import { Finding } from '../../model-config';
import { TritonModel } from '../../model';
import { modelAndMembers } from '../../model/model-validation';
import { InstanceType } from '../../platform';
import { error, warning } from '../finding';
import { bytesOf, gibibytes, runsOnGpu } from '../model-data-findings';

/** A model, and what clients call it. */
export interface NamedModel {
  readonly name: string;
  readonly model: TritonModel;
}

/** Where models are loaded. */
export interface LoadingSite {
  readonly instanceTypes: InstanceType[];
  /** Share of the GPU's memory from which on the server loads no further model. */
  readonly loadLimit?: number;
}

/** A model that no instance could load: unloading others does not help it. */
export function modelMemoryFindings(
  { name, model }: NamedModel,
  { instanceTypes }: LoadingSite,
  field: string,
): Finding[] {
  const bytes = gpuBytesOf(model);
  return instanceTypes.flatMap((type) => {
    const available = type.gpuMemory?.toBytes();
    if (available === undefined || bytes <= available) return [];
    return [
      error(
        'mme.model-memory',
        field,
        `'${name}' has ${gibibytes(bytes)} of model files; allowed: at most the ${gibibytes(available)} of ${type}'s GPU (${type.gpuModel})`,
      ),
    ];
  });
}

/** Models of which two do not fit beside each other push each other out with each request. */
export function togetherFindings(models: NamedModel[], { instanceTypes, loadLimit = 1 }: LoadingSite): Finding[] {
  const sized = models.map(({ name, model }) => ({ name, bytes: gpuBytesOf(model) }));
  const [first, second] = sized.sort((one, other) => other.bytes - one.bytes);
  if (!first || !second) return [];
  return instanceTypes.flatMap((type) => {
    const available = (type.gpuMemory?.toBytes() ?? Infinity) * loadLimit;
    if (first.bytes + second.bytes <= available || first.bytes > available) return [];
    return [
      warning(
        'mme.memory',
        'models',
        `the largest, '${first.name}' and '${second.name}', have ${gibibytes(first.bytes + second.bytes)} of files together; ` +
          `${type} loads models into ${gibibytes(available)} of GPU memory, so that one unloads the other with each request`,
      ),
    ];
  });
}

function gpuBytesOf(model: TritonModel): number {
  return modelAndMembers(model)
    .filter(runsOnGpu)
    .reduce((sum, each) => sum + bytesOf(each), 0);
}
