import { TritonModel } from '../../model';
import { modelAndMembers } from '../../model/model-validation';
import { Finding, error, warning } from '../../findings/finding';
import { InstanceType } from '../../platform';
import { bytesOf, gibibytes, runsOnGpu } from '../models/check-model-data';

interface SizedModel {
  readonly name: string;
  readonly bytes: number;
}

/** What models need of a GPU's memory: at least the size of their files. */
export class MemoryUse {
  private largest?: SizedModel;
  private told = false;

  constructor(private readonly instanceTypes: InstanceType[]) {}

  /** What is wrong with a model, by itself and beside those that were there before. */
  public add(name: string, model: TritonModel, field: string): Finding[] {
    const added = { name, bytes: gpuBytesOf(model) };
    return this.instanceTypes.flatMap((type) => {
      const available = type.gpuMemory?.toBytes();
      if (available === undefined) return [];
      if (added.bytes > available) return [tooLarge(added, available, type, field)];
      return this.besideLargest(added, available, type);
    });
  }

  /** Two that do not fit beside each other push each other out. The largest two tell it of all. */
  private besideLargest(added: SizedModel, available: number, type: InstanceType): Finding[] {
    const other = this.largest;
    if (!other || added.bytes > other.bytes) this.largest = added;
    if (!other || this.told || other.bytes + added.bytes <= available) return [];
    this.told = true;
    return [
      warning(
        'mme.memory',
        'models',
        `'${other.name}' and '${added.name}' have ${gibibytes(other.bytes + added.bytes)} of files together; ${type} has ` +
          `${gibibytes(available)} of GPU memory, so each is unloaded when the other is invoked`,
      ),
    ];
  }
}

function tooLarge({ name, bytes }: SizedModel, available: number, type: InstanceType, field: string): Finding {
  return error(
    'mme.model-memory',
    field,
    `'${name}' has ${gibibytes(bytes)} of model files; allowed: at most the ${gibibytes(available)} of GPU memory of ${type} (${type.gpuModel})`,
  );
}

function gpuBytesOf(model: TritonModel): number {
  return modelAndMembers(model)
    .filter(runsOnGpu)
    .reduce((sum, each) => sum + bytesOf(each), 0);
}
