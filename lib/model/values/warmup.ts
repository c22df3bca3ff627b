import { omitUndefined, Json } from './render';
import { Tensor } from './tensor';

/** Options of a warmup sample. */
export interface WarmupOptions {
  /**
   * Batch size of the sample, from 1 to `maxBatchSize`. Use the batch sizes of the expected traffic, because backends select kernels by
   * shape.
   *
   * @default 1
   */
  readonly batchSize?: number;

  /**
   * Number of times that the sample is executed (Triton 22.07 or later).
   *
   * @default 1
   */
  readonly count?: number;

  /**
   * Shapes for inputs with variable dimensions (-1), by input name, without the batch dimension.
   *
   * @default - the dimensions of the inputs
   */
  readonly shapes?: { [input: string]: number[] };
}

/**
 * A request that Triton executes on each model instance when it loads the model.
 *
 * The first requests to a model are slow, because kernels are selected, memory is allocated, and TorchScript optimizes the code. A warmup
 * moves this work to the start-up, so the first requests after a deployment or a scale-out have the usual latency. By default, Triton
 * executes no warmup.
 *
 * @see https://github.com/triton-inference-server/server/blob/main/docs/user_guide/model_configuration.md#model-warmup
 * @example
 * model.withOverrides({ warmup: [Warmup.zeros({ batchSize: 16 })] });
 */
export class Warmup {
  /** A sample with zeros for each input of the model. */
  public static zeros(options: WarmupOptions = {}): Warmup {
    return new Warmup('zeros', options);
  }

  /**
   * A sample with random numbers for each input of the model, or empty strings for `DataType.STRING`. For models that require more computation
   * for random numbers than for zeros.
   */
  public static random(options: WarmupOptions = {}): Warmup {
    return new Warmup('random', options);
  }

  private constructor(
    private readonly kind: 'zeros' | 'random',
    private readonly options: WarmupOptions,
  ) {}

  /** @internal */
  public _render(inputs: Tensor[]): Json {
    const { batchSize = 1, count } = this.options;
    const content = this.kind === 'zeros' ? { zero_data: true } : { random_data: true };
    const sampleInputs = inputs.map(({ name: input, dataType, dims }) => [
      input,
      { data_type: dataType.name, dims: shapeOf(this.options, input) ?? dims, ...content },
    ]);
    return omitUndefined({
      name: `${this.kind} of batch ${batchSize}`,
      batch_size: batchSize,
      inputs: Object.fromEntries(sampleInputs) as Json,
      count,
    });
  }
}

function shapeOf({ shapes }: WarmupOptions, input: string): number[] | undefined {
  return shapes && Object.hasOwn(shapes, input) ? shapes[input] : undefined;
}
