import { TritonModel } from '../../model';
import { Finding, error, warning } from '../../findings/finding';
import { InstanceType } from '../../platform';
import { gibibytes, gpuBytesOf } from '../models/check-model-data';

interface SizedModel {
  readonly name: string;
  readonly bytes: number;
}

/** What models need of a GPU's memory: at least the size of their files, or what their engines were measured to need. */
export class MemoryUse {
  private readonly largest = new Map<InstanceType, SizedModel>();
  private told = false;

  constructor(private readonly instanceTypes: InstanceType[]) {}

  /** What is wrong with a model, by itself and beside those that were there before. */
  public add(name: string, model: TritonModel, field: string): Finding[] {
    return this.instanceTypes.flatMap((type) => {
      const available = type.gpuMemory?.toBytes();
      if (available === undefined) return [];
      const { engines, files } = gpuBytesOf(model, type);
      const added = { name, bytes: engines + files };
      if (added.bytes > available) return [tooLarge(added, available, type, field)];
      return this.besideLargest(added, available, type);
    });
  }

  /** Two that do not fit beside each other push each other out. The largest two tell it of all. */
  private besideLargest(added: SizedModel, available: number, type: InstanceType): Finding[] {
    const other = this.largest.get(type);
    if (!other || added.bytes > other.bytes) this.largest.set(type, added);
    if (!other || this.told || other.bytes + added.bytes <= available) return [];
    this.told = true;
    return [
      warning(
        'mme.memory',
        'models',
        `'${other.name}' and '${added.name}' need at least ${gibibytes(other.bytes + added.bytes)} together; ${type} has ` +
          `${gibibytes(available)} of GPU memory, so each is unloaded when the other is invoked`,
      ),
    ];
  }
}

function tooLarge({ name, bytes }: SizedModel, available: number, type: InstanceType, field: string): Finding {
  return error(
    'mme.model-memory',
    field,
    `'${name}' needs at least ${gibibytes(bytes)}; allowed: at most the ${gibibytes(available)} of GPU memory of ${type} (${type.gpuModel})`,
  );
}
