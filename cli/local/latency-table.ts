import { isCpuFamily } from '../../lib/facts/instance-families';
import { renderLatencyTable, THIS_HOST } from '../../lib/capacity/sizing/latency-table';
import { writeText } from '../output/write-text';
import { LocalVariant } from './local-variants';
import { MeasuredModel } from './measure-models';
import { VariantReport } from './report';
import { SERVER_RELEASE } from './wheel-runtime';

/** The latency table of a run. */
export class LatencyTable {
  private readonly measurements: { readonly variant: LocalVariant; readonly model: MeasuredModel }[] = [];
  private readonly measuredOn = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);

  /** @throws if the instance type has GPUs */
  constructor(
    private readonly file: string,
    private readonly instanceType = THIS_HOST,
  ) {
    const family = instanceType.split('.')[1] ?? '';
    if (instanceType !== THIS_HOST && !isCpuFamily(family)) {
      throw new Error(
        `--instance-type: got ${instanceType}, which has GPUs; allowed: a type without GPUs, such as ml.c6i.large, because the models run on the CPU`,
      );
    }
  }

  /** Whether no time has been measured. */
  public get isEmpty(): boolean {
    return this.measurements.every(({ model }) => model.times.length === 0);
  }

  /** Adds the times of a variant, and writes all times to the file. */
  public add({ variant, measuredModels = [] }: VariantReport): void {
    this.measurements.push(...measuredModels.map((model) => ({ variant, model })));
    if (!this.isEmpty) writeText(this.file, this.render());
  }

  private render(): string {
    const { instanceType, measuredOn } = this;
    return renderLatencyTable(
      this.measurements.flatMap(({ variant, model }) => {
        const configuration = this.configurationOf(variant, model);
        return model.times.map((time) => ({
          instanceType,
          configuration,
          ...time,
          tritonRelease: SERVER_RELEASE,
          measuredOn,
        }));
      }),
    );
  }

  /** The name of the model, and if it is not unique, its endpoint and variant. */
  private configurationOf({ endpointName, variantName }: LocalVariant, { name }: MeasuredModel): string {
    const isUnique = this.measurements.filter(({ model }) => model.name === name).length === 1;
    return isUnique ? name : `${name} (${endpointName}, ${variantName})`;
  }
}
