/** The data types of KServe v2. */
export type DataType = keyof Elements;

/** The type of array that holds the elements of a tensor in a response, by data type. The elements are in row-major order. */
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
  /** The bytes of each string, which are not necessarily text. To decode an element as UTF-8, use `String(element)`. */
  BYTES: Buffer[];
}

/** A tensor of a model. */
export interface TensorMetadata {
  readonly name: string;
  readonly datatype: DataType;
  /** Shape, including the batch dimension if the model has one. -1 is a variable dimension. */
  readonly shape: readonly number[];
  /** Whether a request can omit the input. */
  readonly optional?: boolean;
}

/**
 * The tensors of a model, in the format of KServe v2 model metadata. `TritonModel.metadata` of the construct library and
 * `GET /v2/models/<model>` of a Triton server return this format. If you declare it as a constant (`as const satisfies ModelMetadata`),
 * requests and responses are typed with the names and data types of the model.
 */
export interface ModelMetadata {
  readonly name: string;
  readonly inputs: readonly TensorMetadata[];
  readonly outputs: readonly TensorMetadata[];
}

/** Type of the metadata of the tensor called `Name` in `Tensors`; `TensorMetadata` if the names are unknown at compile time. */
export type Named<Tensors extends readonly TensorMetadata[], Name> =
  Extract<Tensors[number], { readonly name: Name }> extends never
    ? TensorMetadata
    : Extract<Tensors[number], { readonly name: Name }>;
