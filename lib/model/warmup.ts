import { DataType } from './data-type';
import { compact, Json, requireGiven } from './render';
import { Tensor } from './tensor';

/** How a warmup runs. */
export interface WarmupOptions {
  /**
   * The batch size of the sample, from 1 to `maxBatchSize`. Warm up with the sizes that traffic will have: backends
   * choose kernels by shape.
   *
   * @default 1
   */
  readonly batchSize?: number;

  /**
   * How often the sample runs (Triton 22.07 and newer).
   *
   * @default 1
   */
  readonly count?: number;

  /**
   * The name of the sample in Triton's log.
   *
   * @default - made from the kind and the batch size
   */
  readonly name?: string;

  /**
   * Shapes, by the input's name, for inputs with variable dimensions (-1), without the batch dimension. Not
   * for `Warmup.of`, whose inputs have their own.
   *
   * @default - the inputs' own dimensions
   */
  readonly shapes?: { [input: string]: number[] };
}

/**
 * The value of one input of a warmup.
 *
 * @see https://github.com/triton-inference-server/server/blob/main/docs/user_guide/model_configuration.md#model-warmup
 * @example
 * Warmup.of({ token_ids: WarmupInput.random(DataType.INT32, [512]) });
 */
export class WarmupInput {
  /** Zeros. */
  public static zeros(dataType: DataType, dims: number[]): WarmupInput {
    return new WarmupInput(dataType, dims, { zero_data: true });
  }

  /** Random numbers; empty strings for `DataType.STRING`. */
  public static random(dataType: DataType, dims: number[]): WarmupInput {
    return new WarmupInput(dataType, dims, { random_data: true });
  }

  /** Raw values from a file in the folder `warmup` of the model's folder. */
  public static fromFile(dataType: DataType, dims: number[], dataFile: string): WarmupInput {
    return new WarmupInput(dataType, dims, { input_data_file: dataFile });
  }

  private constructor(
    private readonly dataType: DataType,
    private readonly dims: number[],
    private readonly content: Json,
  ) {
    requireGiven('WarmupInput', { dataType, dims });
  }

  /** @internal */
  public _render(): Json {
    return { data_type: this.dataType.name, dims: this.dims, ...this.content };
  }
}

/**
 * A request that Triton runs on each instance while it loads the model.
 *
 * The first requests of a model are slow (kernels are chosen, memory is allocated, TorchScript optimises): a warmup moves
 * that to the start-up, so that the first clients, and new instances of a scaling endpoint, get the usual latency.
 * Triton's default is none.
 *
 * @see https://github.com/triton-inference-server/server/blob/main/docs/user_guide/model_configuration.md#model-warmup
 * @example
 * model.withOverrides({ warmup: [Warmup.zeros({ batchSize: 16 })] });
 */
export class Warmup {
  /** Zeros for each input of the model. */
  public static zeros(options: WarmupOptions = {}): Warmup {
    return Warmup.generated('zeros', options, (type, dims) => WarmupInput.zeros(type, dims));
  }

  /** Random numbers for each input of the model, for models that work more on them than on zeros. */
  public static random(options: WarmupOptions = {}): Warmup {
    return Warmup.generated('random', options, (type, dims) => WarmupInput.random(type, dims));
  }

  /**
   * Values from files; inputs without a file get zeros.
   *
   * @param files by the input's name, the name of a file in the folder `warmup` of the model's folder, with the raw values
   * @param options batch size and shapes
   */
  public static fromFiles(files: { [input: string]: string }, options: WarmupOptions = {}): Warmup {
    return Warmup.generated('files', options, (type, dims, name) =>
      Object.hasOwn(files, name) ? WarmupInput.fromFile(type, dims, files[name]) : WarmupInput.zeros(type, dims),
    );
  }

  /**
   * A sample with the type, shape and value of each input given.
   *
   * @param inputs the value of each input, by its name
   * @param options batch size, number of runs and name
   */
  public static of(inputs: { [input: string]: WarmupInput }, options: WarmupOptions = {}): Warmup {
    return new Warmup('sample', options, () => inputs);
  }

  private static generated(
    kind: string,
    options: WarmupOptions,
    make: (dataType: DataType, dims: number[], name: string) => WarmupInput,
  ): Warmup {
    return new Warmup(kind, options, (inputs) =>
      Object.fromEntries(
        inputs.map(({ name, dataType, dims }) => [name, make(dataType, shapeOf(options, name) ?? dims, name)]),
      ),
    );
  }

  private constructor(
    private readonly kind: string,
    private readonly options: WarmupOptions,
    private readonly inputsFor: (inputs: Tensor[]) => { [input: string]: WarmupInput },
  ) {}

  /** @internal */
  public _render(inputs: Tensor[]): Json {
    const { batchSize = 1, count, name } = this.options;
    const samples = Object.entries(this.inputsFor(inputs));
    return compact({
      name: name ?? `${this.kind} of batch ${batchSize}`,
      batch_size: batchSize,
      inputs: Object.fromEntries(samples.map(([input, value]) => [input, value._render()])),
      count,
    });
  }
}

function shapeOf({ shapes }: WarmupOptions, input: string): number[] | undefined {
  return shapes && Object.hasOwn(shapes, input) ? shapes[input] : undefined;
}
