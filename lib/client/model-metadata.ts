/** The data types of KServe v2. */
export type DataType = keyof Elements;

/** The elements of a tensor in row-major order, as a response has them. */
export interface Elements {
  BOOL: boolean[];
  UINT8: Uint8Array;
  UINT16: Uint16Array;
  UINT32: Uint32Array;
  UINT64: BigUint64Array;
  INT8: Int8Array;
  INT16: Int16Array;
  INT32: Int32Array;
  INT64: BigInt64Array;
  FP16: Float32Array;
  BF16: Float32Array;
  FP32: Float32Array;
  FP64: Float64Array;
  /** The bytes of each string, which need not be text; `String(each)` reads one as UTF-8. */
  BYTES: Buffer[];
}

/** A tensor of a model. */
export interface TensorMetadata {
  readonly name: string;
  readonly datatype: DataType;
  /** With the batch dimension, where the model has one; -1 is any size. */
  readonly shape: readonly number[];
  /** Whether a request can omit the input. */
  readonly optional?: boolean;
}

/**
 * The tensors of a model, as KServe v2 model metadata has them: `TritonModel.metadata` of the construct library writes it, and so does
 * `GET /v2/models/<model>` of a Triton server. Written as a constant (`as const satisfies ModelMetadata`), it gives requests and responses
 * the model's own names and types.
 */
export interface ModelMetadata {
  readonly name: string;
  readonly inputs: readonly TensorMetadata[];
  readonly outputs: readonly TensorMetadata[];
}

/** A tensor of the list, by its name. */
export type Named<Tensors extends readonly TensorMetadata[], Name> =
  Extract<Tensors[number], { readonly name: Name }> extends never
    ? TensorMetadata
    : Extract<Tensors[number], { readonly name: Name }>;
