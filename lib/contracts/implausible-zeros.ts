/** The properties of an input that determine whether zeros are plausible values. */
export interface ZeroFilledInput {
  /** Data type in KServe v2: FP32, INT32, BYTES, … */
  readonly dataType: string;
  /** Dimensions without the batch dimension. -1 is a variable dimension. */
  readonly dims: (number | string)[];
}

/** Integers of these types are usually IDs, categories, masks or lengths. */
const IDENTIFIER_TYPES: readonly string[] = ['INT32', 'INT64', 'UINT32', 'UINT64'];

/**
 * Whether a model is likely to reject an input that contains only zeros: an empty string is neither a query nor JSON, bytes of
 * variable length are usually an encoded image or audio file, 0 is often not a valid ID, and a mask of zeros masks everything.
 */
export function areZerosImplausible({ dataType, dims }: ZeroFilledInput): boolean {
  if (dataType === 'UINT8') return dims.some((dim) => Number(dim) === -1);
  return dataType === 'BYTES' || IDENTIFIER_TYPES.includes(dataType);
}
