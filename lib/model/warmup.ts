import { DataType } from './data-type';
import { omitUndefined, Json, requireDefined } from './render';
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
   * Name of the sample in Triton's log.
   *
   * @default - a name that is generated from the type and the batch size
   */
  readonly name?: string;

  /**
   * Shapes for inputs with variable dimensions (-1), by input name, without the batch dimension. Not supported by `Warmup.of`, whose inputs
   * contain their shapes.
   *
   * @default - the dimensions of the inputs
   */
  readonly shapes?: { [input: string]: number[] };
}

/**
 * The value of an input in a warmup sample.
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

  /** Random numbers, or empty strings for `DataType.STRING`. */
  public static random(dataType: DataType, dims: number[]): WarmupInput {
    return new WarmupInput(dataType, dims, { random_data: true });
  }

  /** Raw values from a file in the folder `warmup` of the folder of the model. */
  public static fromFile(dataType: DataType, dims: number[], dataFile: string): WarmupInput {
    return new WarmupInput(dataType, dims, { input_data_file: dataFile });
  }

  private constructor(
    private readonly dataType: DataType,
    private readonly dims: number[],
    private readonly content: Json,
  ) {
    requireDefined('WarmupInput', { dataType, dims });
  }

  /** @internal */
  public _render(): Json {
    return { data_type: this.dataType.name, dims: this.dims, ...this.content };
  }
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
    return Warmup.generate('zeros', options, (type, dims) => WarmupInput.zeros(type, dims));
  }

  /**
   * A sample with random numbers for each input of the model, for models that require more computation for random numbers than for zeros.
   */
  public static random(options: WarmupOptions = {}): Warmup {
    return Warmup.generate('random', options, (type, dims) => WarmupInput.random(type, dims));
  }

  /**
   * A sample with values from files. Inputs without a file are zeros.
   *
   * @param files names of files with raw values, by input name. The files are in the folder `warmup` of the folder of the model
   * @param options batch size and shapes
   */
  public static fromFiles(files: { [input: string]: string }, options: WarmupOptions = {}): Warmup {
    return Warmup.generate('files', options, (type, dims, name) =>
      Object.hasOwn(files, name) ? WarmupInput.fromFile(type, dims, files[name]) : WarmupInput.zeros(type, dims),
    );
  }

  /**
   * A sample with a specified data type, shape and value for each input.
   *
   * @param inputs values of the inputs, by input name
   * @param options batch size, number of runs and name
   */
  public static of(inputs: { [input: string]: WarmupInput }, options: WarmupOptions = {}): Warmup {
    return new Warmup('sample', options, () => inputs);
  }

  private static generate(
    kind: string,
    options: WarmupOptions,
    createInput: (dataType: DataType, dims: number[], name: string) => WarmupInput,
  ): Warmup {
    return new Warmup(kind, options, (inputs) =>
      Object.fromEntries(
        inputs.map(({ name, dataType, dims }) => [name, createInput(dataType, shapeOf(options, name) ?? dims, name)]),
      ),
    );
  }

  private constructor(
    private readonly kind: string,
    private readonly options: WarmupOptions,
    private readonly createInputs: (inputs: Tensor[]) => { [input: string]: WarmupInput },
  ) {}

  /** @internal */
  public _render(inputs: Tensor[]): Json {
    const { batchSize = 1, count, name } = this.options;
    const sampleInputs = Object.entries(this.createInputs(inputs));
    return omitUndefined({
      name: name ?? `${this.kind} of batch ${batchSize}`,
      batch_size: batchSize,
      inputs: Object.fromEntries(sampleInputs.map(([input, value]) => [input, value._render()])),
      count,
    });
  }
}

function shapeOf({ shapes }: WarmupOptions, input: string): number[] | undefined {
  return shapes && Object.hasOwn(shapes, input) ? shapes[input] : undefined;
}
