/**
 * The data type of the elements of a tensor.
 *
 * Smaller data types transfer fewer bytes over the network and between host and GPU. FP16, BF16 and INT8 are also faster on the tensor
 * cores of T4 (FP16, INT8) and newer GPUs. The data type must be the same as in the model file, because Triton does not convert elements.
 *
 * @see https://github.com/triton-inference-server/server/blob/main/docs/user_guide/model_configuration.md#datatypes
 * @example
 * Tensor.of('token_ids', DataType.INT32, [512]);
 */
export class DataType {
  /** Boolean values, 1 byte each. */
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
  /** IEEE half precision. JSON requests do not support this data type, so clients must use the binary format. */
  public static readonly FP16 = new DataType('TYPE_FP16', 'FP16', 2);
  /** bfloat16 (Triton 22.05 or later). JSON requests do not support this data type, so clients must use the binary format. */
  public static readonly BF16 = new DataType('TYPE_BF16', 'BF16', 2);
  /** IEEE single precision. */
  public static readonly FP32 = new DataType('TYPE_FP32', 'FP32', 4);
  /** IEEE double precision. */
  public static readonly FP64 = new DataType('TYPE_FP64', 'FP64', 8);
  /** Byte strings of any length. Triton copies strings to batch them. */
  public static readonly STRING = new DataType('TYPE_STRING', 'BYTES');

  /**
   * A data type by its name in config.pbtxt.
   *
   * A name that Triton does not know is kept, and the validation of the model reports it.
   *
   * @param name name of the data type, such as `TYPE_FP32`
   */
  public static of(name: string): DataType {
    const constants = Object.values(DataType).filter((value) => value instanceof DataType);
    return constants.find((constant) => constant.name === name) ?? new DataType(name, name.replace(/^TYPE_/, ''));
  }

  private constructor(
    /** Name of the data type in config.pbtxt, such as `TYPE_FP32`. */
    public readonly name: string,
    /** Name of the data type in KServe v2 requests, such as `FP32`, or `BYTES` for strings. */
    public readonly kserveName: string,
    /** Number of bytes of an element. Undefined for strings. */
    public readonly byteSize?: number,
  ) {}

  /** Name of the data type in config.pbtxt, such as `TYPE_FP32`. */
  public toString(): string {
    return this.name;
  }
}
