import { TritonModel } from '../../model';
import { Finding, error, warning } from '../../findings/finding';
import { InstanceType } from '../../platform';
import { formatGibibytes, gpuBytesOf } from '../models/check-model-data';

/** A model, and the minimum GPU memory that the model requires. */
interface SizedModel {
  readonly name: string;
  readonly bytes: number;
}

/**
 * Checks the GPU memory of a multi-model endpoint. A model requires at least the size of its files, or the measured memory of its engines.
 */
export class GpuMemoryChecks {
  private readonly largestByType = new Map<InstanceType, SizedModel>();
  private isReported = false;

  constructor(private readonly instanceTypes: InstanceType[]) {}

  /** Adds a model, and checks it both alone and together with the largest previous model. */
  public add(name: string, model: TritonModel, field: string): Finding[] {
    return this.instanceTypes.flatMap((type) => {
      const available = type.gpuMemory?.toBytes();
      if (available === undefined) return [];
      const { engines, files } = gpuBytesOf(model, type);
      const added = { name, bytes: engines + files };
      if (added.bytes > available) return [tooLargeError(added, available, type, field)];
      return this.checkWithLargest(added, available, type);
    });
  }

  /**
   * Warns once if a model and the largest previous model do not fit into memory together. SageMaker then unloads one of these models to load
   * the other model.
   */
  private checkWithLargest(added: SizedModel, available: number, type: InstanceType): Finding[] {
    const largestSoFar = this.largestByType.get(type);
    if (!largestSoFar || added.bytes > largestSoFar.bytes) this.largestByType.set(type, added);
    if (!largestSoFar || this.isReported || largestSoFar.bytes + added.bytes <= available) return [];
    this.isReported = true;
    return [
      warning(
        'mme.memory',
        'models',
        `'${largestSoFar.name}' and '${added.name}' need at least ${formatGibibytes(largestSoFar.bytes + added.bytes)} together; ${type} has ` +
          `${formatGibibytes(available)} of GPU memory, so each is unloaded when the other is invoked`,
      ),
    ];
  }
}

function tooLargeError({ name, bytes }: SizedModel, available: number, type: InstanceType, field: string): Finding {
  return error(
    'mme.model-memory',
    field,
    `'${name}' needs at least ${formatGibibytes(bytes)}; allowed: at most the ${formatGibibytes(available)} of GPU memory of ${type} (${type.gpuModel})`,
  );
}
