import { DataType } from './data-type';
import { compact, Json, requireGiven } from './render';

/** How the three dimensions of an image input are laid out. */
export enum TensorFormat {
  /** Height, width, channels. */
  NHWC = 'FORMAT_NHWC',
  /** Channels, height, width. */
  NCHW = 'FORMAT_NCHW',
}

/** What can be said of a tensor beyond its name, type and dimensions. */
export interface TensorOptions {
  /**
   * The shape the model file has, where it differs from the shape that requests use. An empty list makes a scalar of a
   * `[1]` tensor of a batching model. Only the shape changes, so it costs no copy.
   *
   * @default - requests and model use the same shape
   */
  readonly reshape?: number[];

  /**
   * The layout of an image, for clients that ask the server for it. Inputs of three dimensions only. Triton does not
   * transpose, so it does not change latency.
   *
   * @default - none
   */
  readonly format?: TensorFormat;

  /**
   * Whether a request may leave this input out (Triton 22.01 and newer). Inputs only. A request with and one without it
   * do not share a batch, which costs throughput when both kinds are mixed.
   *
   * @default false
   */
  readonly optional?: boolean;

  /**
   * Whether requests of different shapes may share a batch without padding (ragged batching). Inputs only. Raises
   * throughput for sequences of very different lengths; the model has to find the borders itself, with `batchInputs`.
   *
   * @default false
   */
  readonly allowRaggedBatch?: boolean;

  /**
   * Whether the tensor is a TensorRT shape tensor, whose values are shapes. It stays in host memory and has no batch
   * dimension. TensorRT only.
   *
   * @default false
   */
  readonly isShapeTensor?: boolean;

  /**
   * Whether the TensorRT engine keeps this tensor in a vectorised (non-linear) format, which saves a reformat on the GPU
   * for each execution. TensorRT only, three dimensions only, Triton 24.08 and newer.
   *
   * @default false
   */
  readonly isNonLinearFormatIo?: boolean;

  /**
   * The file, in the model's folder, with one class name per line, which the classification extension of Triton answers
   * with. Outputs only. Looking up the top classes on the server makes answers smaller.
   *
   * @default - no labels
   */
  readonly labelFilename?: string;
}

/**
 * One input or output of a model.
 *
 * Fixed dimensions let backends allocate once and, with TensorRT, use CUDA graphs; a variable one (`-1`) makes requests
 * of different shapes, which only share a batch when they are padded or ragged.
 *
 * @see https://github.com/triton-inference-server/server/blob/main/docs/user_guide/model_configuration.md#inputs-and-outputs
 * @example
 * Tensor.fp32('image', [3, 224, 224]);
 */
export class Tensor {
  /** A tensor of truth values. */
  public static bool(name: string, dims: number[], options?: TensorOptions): Tensor {
    return new Tensor(name, DataType.BOOL, dims, options);
  }

  /** A tensor of unsigned 8-bit integers. */
  public static uint8(name: string, dims: number[], options?: TensorOptions): Tensor {
    return new Tensor(name, DataType.UINT8, dims, options);
  }

  /** A tensor of unsigned 16-bit integers. */
  public static uint16(name: string, dims: number[], options?: TensorOptions): Tensor {
    return new Tensor(name, DataType.UINT16, dims, options);
  }

  /** A tensor of unsigned 32-bit integers. */
  public static uint32(name: string, dims: number[], options?: TensorOptions): Tensor {
    return new Tensor(name, DataType.UINT32, dims, options);
  }

  /** A tensor of unsigned 64-bit integers. */
  public static uint64(name: string, dims: number[], options?: TensorOptions): Tensor {
    return new Tensor(name, DataType.UINT64, dims, options);
  }

  /** A tensor of signed 8-bit integers. */
  public static int8(name: string, dims: number[], options?: TensorOptions): Tensor {
    return new Tensor(name, DataType.INT8, dims, options);
  }

  /** A tensor of signed 16-bit integers. */
  public static int16(name: string, dims: number[], options?: TensorOptions): Tensor {
    return new Tensor(name, DataType.INT16, dims, options);
  }

  /** A tensor of signed 32-bit integers. */
  public static int32(name: string, dims: number[], options?: TensorOptions): Tensor {
    return new Tensor(name, DataType.INT32, dims, options);
  }

  /** A tensor of signed 64-bit integers. */
  public static int64(name: string, dims: number[], options?: TensorOptions): Tensor {
    return new Tensor(name, DataType.INT64, dims, options);
  }

  /** A tensor of half-precision floats. */
  public static fp16(name: string, dims: number[], options?: TensorOptions): Tensor {
    return new Tensor(name, DataType.FP16, dims, options);
  }

  /** A tensor of bfloat16 numbers (Triton 22.05 and newer). */
  public static bf16(name: string, dims: number[], options?: TensorOptions): Tensor {
    return new Tensor(name, DataType.BF16, dims, options);
  }

  /** A tensor of single-precision floats. */
  public static fp32(name: string, dims: number[], options?: TensorOptions): Tensor {
    return new Tensor(name, DataType.FP32, dims, options);
  }

  /** A tensor of double-precision floats. */
  public static fp64(name: string, dims: number[], options?: TensorOptions): Tensor {
    return new Tensor(name, DataType.FP64, dims, options);
  }

  /** A tensor of byte strings. */
  public static string(name: string, dims: number[], options?: TensorOptions): Tensor {
    return new Tensor(name, DataType.STRING, dims, options);
  }

  /**
   * A tensor of any data type.
   *
   * @param name the name of the tensor, as in the model file
   * @param dataType the type of each element
   * @param dims the shape of one item: without the batch dimension for a model with `maxBatchSize` above 0, with all
   * dimensions otherwise; -1 stands for a size that varies
   * @param options reshape, format and flags
   */
  public static of(name: string, dataType: DataType, dims: number[], options?: TensorOptions): Tensor {
    return new Tensor(name, dataType, dims, options);
  }

  /** @internal */
  public static _fromJson(json: Json): Tensor {
    const dims = (values: unknown): number[] => ((values ?? []) as string[]).map(Number);
    return new Tensor(String(json.name ?? ''), DataType.of(String(json.data_type ?? 'TYPE_INVALID')), dims(json.dims), {
      reshape: json.reshape ? dims((json.reshape as Json).shape) : undefined,
      format: json.format as TensorFormat | undefined,
      optional: json.optional as boolean | undefined,
      allowRaggedBatch: json.allow_ragged_batch as boolean | undefined,
      isShapeTensor: json.is_shape_tensor as boolean | undefined,
      isNonLinearFormatIo: json.is_non_linear_format_io as boolean | undefined,
      labelFilename: json.label_filename as string | undefined,
    });
  }

  /** The name, as in the model file. */
  public readonly name: string;
  /** The type of each element. */
  public readonly dataType: DataType;
  /** The shape of one item; -1 stands for a size that varies. */
  public readonly dims: number[];
  /** Whether a request may leave the input out. */
  public readonly optional: boolean;

  private readonly options: TensorOptions;

  private constructor(name: string, dataType: DataType, dims: number[], options: TensorOptions = {}) {
    requireGiven('Tensor', { name, dataType, dims });
    this.name = name;
    this.dataType = dataType;
    this.dims = [...dims];
    this.optional = options.optional ?? false;
    this.options = options;
  }

  /** Options that were given although this side has no such field. @internal */
  public _misplacedOptions(side: 'input' | 'output'): string[] {
    const { format, optional, allowRaggedBatch, labelFilename } = this.options;
    const misplaced = side === 'input' ? { labelFilename } : { format, optional, allowRaggedBatch };
    return Object.entries(misplaced).flatMap(([option, value]) => (value === undefined ? [] : [option]));
  }

  /** The shape of one item in the model file. @internal */
  public get _modelDims(): number[] {
    return this.options.reshape ?? this.dims;
  }

  /** @internal */
  public get _ragged(): boolean {
    return this.options.allowRaggedBatch ?? false;
  }

  /** @internal */
  public get _labelFilename(): string | undefined {
    return this.options.labelFilename;
  }

  /** @internal */
  public _renderInput(): Json {
    const { format, optional, allowRaggedBatch } = this.options;
    return compact({ ...this.renderShared(), format, optional, allow_ragged_batch: allowRaggedBatch });
  }

  /** @internal */
  public _renderOutput(): Json {
    return compact({ ...this.renderShared(), label_filename: this.options.labelFilename });
  }

  private renderShared(): Json {
    const { reshape, isShapeTensor, isNonLinearFormatIo } = this.options;
    return {
      name: this.name,
      data_type: this.dataType.name,
      dims: this.dims,
      reshape: reshape && { shape: reshape },
      is_shape_tensor: isShapeTensor,
      is_non_linear_format_io: isNonLinearFormatIo,
    };
  }
}
