/**
 * The element type of a tensor.
 *
 * Narrower types move fewer bytes over the network and between host and GPU; FP16, BF16 and INT8 also run faster on the
 * tensor cores of T4 (FP16, INT8) and newer GPUs. The type has to be the one the model file was exported with: Triton
 * does not convert.
 *
 * @see https://github.com/triton-inference-server/server/blob/main/docs/user_guide/model_configuration.md#datatypes
 * @example
 * WarmupInput.zeros(DataType.INT32, [512]);
 */
export class DataType {
  /** Truth values, 1 byte each. */
  public static readonly BOOL = new DataType('TYPE_BOOL', 'BOOL', 1);
  /** Unsigned 8-bit integers. */
  public static readonly UINT8 = new DataType('TYPE_UINT8', 'UINT8', 1);
  /** Unsigned 16-bit integers. */
  public static readonly UINT16 = new DataType('TYPE_UINT16', 'UINT16', 2);
  /** Unsigned 32-bit integers. */
  public static readonly UINT32 = new DataType('TYPE_UINT32', 'UINT32', 4);
  /** Unsigned 64-bit integers. */
  public static readonly UINT64 = new DataType('TYPE_UINT64', 'UINT64', 8);
  /** Signed 8-bit integers. */
  public static readonly INT8 = new DataType('TYPE_INT8', 'INT8', 1);
  /** Signed 16-bit integers. */
  public static readonly INT16 = new DataType('TYPE_INT16', 'INT16', 2);
  /** Signed 32-bit integers. */
  public static readonly INT32 = new DataType('TYPE_INT32', 'INT32', 4);
  /** Signed 64-bit integers. */
  public static readonly INT64 = new DataType('TYPE_INT64', 'INT64', 8);
  /** IEEE half precision. Requests in JSON cannot carry it: clients need the binary form. */
  public static readonly FP16 = new DataType('TYPE_FP16', 'FP16', 2);
  /** bfloat16, since Triton 22.05. Requests in JSON cannot carry it: clients need the binary form. */
  public static readonly BF16 = new DataType('TYPE_BF16', 'BF16', 2);
  /** IEEE single precision. */
  public static readonly FP32 = new DataType('TYPE_FP32', 'FP32', 4);
  /** IEEE double precision. */
  public static readonly FP64 = new DataType('TYPE_FP64', 'FP64', 8);
  /** Byte strings of any length, which cannot be batched without a copy. */
  public static readonly STRING = new DataType('TYPE_STRING', 'BYTES');

  private static readonly ALL = [
    DataType.BOOL,
    DataType.UINT8,
    DataType.UINT16,
    DataType.UINT32,
    DataType.UINT64,
    DataType.INT8,
    DataType.INT16,
    DataType.INT32,
    DataType.INT64,
    DataType.FP16,
    DataType.BF16,
    DataType.FP32,
    DataType.FP64,
    DataType.STRING,
  ];

  /**
   * A data type by its name in config.pbtxt.
   *
   * A name that Triton does not know is kept as it is: the model's validation reports it.
   *
   * @param name such as `TYPE_FP32`
   */
  public static of(name: string): DataType {
    return DataType.ALL.find((known) => known.name === name) ?? new DataType(name, name.replace(/^TYPE_/, ''));
  }

  private constructor(
    /** The name in config.pbtxt, such as `TYPE_FP32`. */
    public readonly name: string,
    /** The name in KServe v2 requests, such as `FP32`, or `BYTES` for strings. */
    public readonly kserveName: string,
    /** Bytes of one element; undefined for strings. */
    public readonly byteSize?: number,
  ) {}

  /** The name in config.pbtxt, such as `TYPE_FP32`. */
  public toString(): string {
    return this.name;
  }
}
