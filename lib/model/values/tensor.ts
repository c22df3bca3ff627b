import type { MessageOf } from '../../model-config/schema/schema';
import { DataType } from './data-type';
import { field, FieldTable, renderFields } from './field-table';
import { Json } from './render';

/** Properties of a tensor in addition to its name, data type and dimensions. */
export interface TensorOptions {
  /**
   * Shape of the tensor in the model file, if this shape differs from the shape in requests. With an empty list, a `[1]` tensor of a model
   * with batching becomes a scalar. Only the shape changes, so no data is copied.
   *
   * @default - requests and model use the same shape
   */
  readonly reshape?: number[];

  /**
   * Whether a request can omit this input (Triton 22.01 or later). Only for inputs. Requests with and without the input are not batched
   * together, which decreases throughput if both occur.
   *
   * @default false
   */
  readonly optional?: boolean;

  /**
   * Whether requests with different shapes can be batched together without padding (ragged batching). Only for inputs. Throughput increases
   * for sequences of very different lengths. The model must determine the boundaries of the requests, with `batch_input` in `config`.
   *
   * @default false
   */
  readonly allowRaggedBatch?: boolean;

  /**
   * Name of a file in the folder of the model, with one class name per line. Triton's classification extension returns these names. Only
   * for outputs. Because the server selects the top classes, responses are smaller.
   *
   * @default - no labels
   */
  readonly labelFilename?: string;
}

/** Options that only a config.pbtxt sets. A tensor that was read keeps them. */
interface ReadTensorOptions extends TensorOptions {
  readonly format?: string;
  readonly isShapeTensor?: boolean;
  readonly isNonLinearFormatIo?: boolean;
}

export const TENSOR_FIELDS: FieldTable<ReadTensorOptions & Pick<Tensor, 'name' | 'dataType' | 'dims'>> = {
  name: 'name',
  dataType: field('data_type', ({ name }) => name),
  dims: 'dims',
  reshape: 'reshape.shape',
  format: 'format',
  optional: 'optional',
  allowRaggedBatch: 'allow_ragged_batch',
  isShapeTensor: 'is_shape_tensor',
  isNonLinearFormatIo: 'is_non_linear_format_io',
  labelFilename: 'label_filename',
};

/**
 * An input or output of a model.
 *
 * With fixed dimensions, backends allocate memory once, and TensorRT can use CUDA graphs. With a variable dimension (`-1`), requests can
 * have different shapes. Requests with different shapes are batched together only if they are padded or ragged.
 *
 * @see https://github.com/triton-inference-server/server/blob/main/docs/user_guide/model_configuration.md#inputs-and-outputs
 * @example
 * Tensor.fp32('image', [3, 224, 224]);
 */
export class Tensor {
  /** A tensor of booleans. */
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

  /** A tensor of half-precision floating-point numbers. */
  public static fp16(name: string, dims: number[], options?: TensorOptions): Tensor {
    return new Tensor(name, DataType.FP16, dims, options);
  }

  /** A tensor of bfloat16 numbers (Triton 22.05 or later). */
  public static bf16(name: string, dims: number[], options?: TensorOptions): Tensor {
    return new Tensor(name, DataType.BF16, dims, options);
  }

  /** A tensor of single-precision floating-point numbers. */
  public static fp32(name: string, dims: number[], options?: TensorOptions): Tensor {
    return new Tensor(name, DataType.FP32, dims, options);
  }

  /** A tensor of double-precision floating-point numbers. */
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
   * @param name name of the tensor, as in the model file
   * @param dataType data type of the elements
   * @param dims shape of one item. If the `maxBatchSize` of the model is above 0, omit the batch dimension, otherwise include all
   * dimensions. -1 is a variable dimension
   * @param options reshape, labels and flags
   */
  public static of(name: string, dataType: DataType, dims: number[], options?: TensorOptions): Tensor {
    return new Tensor(name, dataType, dims, options);
  }

  /** Creates the tensor from config.pbtxt. Protobuf's default values count as not set. @internal */
  public static _fromConfig(tensor: MessageOf<'ModelInput'> | MessageOf<'ModelOutput'>): Tensor {
    const input = 'format' in tensor ? tensor : undefined;
    return new Tensor(tensor.name, DataType.of(tensor.data_type), tensor.dims.map(Number), {
      reshape: tensor.reshape?.shape.map(Number),
      format: input?.format === 'FORMAT_NONE' ? undefined : input?.format,
      optional: input?.optional || undefined,
      allowRaggedBatch: input?.allow_ragged_batch || undefined,
      isShapeTensor: tensor.is_shape_tensor || undefined,
      isNonLinearFormatIo: tensor.is_non_linear_format_io || undefined,
      labelFilename: ('label_filename' in tensor && tensor.label_filename) || undefined,
    });
  }

  /** Name of the tensor, as in the model file. */
  public readonly name: string;
  /** Data type of the elements. */
  public readonly dataType: DataType;
  /** Shape of one item. -1 is a variable dimension. */
  public readonly dims: number[];
  /** Whether a request can omit the input. */
  public readonly optional: boolean;

  private readonly options: ReadTensorOptions;

  private constructor(name: string, dataType: DataType, dims: number[], options: ReadTensorOptions = {}) {
    this.name = name;
    this.dataType = dataType;
    this.dims = [...dims];
    this.optional = options.optional ?? false;
    this.options = options;
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
  public _render(): Json {
    const { name, dataType, dims } = this;
    return renderFields(TENSOR_FIELDS, { name, dataType, dims, ...this.options });
  }
}
