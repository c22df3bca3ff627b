/** What of an input decides whether zeros mean something. */
export interface ZeroFilled {
  /** As KServe v2 calls it: FP32, INT32, BYTES, … */
  readonly dataType: string;
  /** Without the batch dimension; -1 is of any size. */
  readonly dims: (number | string)[];
}

/** Whole numbers of these types are ids, categories, masks and lengths more often than amounts. */
const CODES: readonly string[] = ['INT32', 'INT64', 'UINT32', 'UINT64'];

/**
 * Whether zeros are unlikely to mean anything as this input, so that a model may well reject them: an empty string is no query and no
 * JSON, bytes of any number are an encoded image or sound, 0 may be no id, and a mask of zeros leaves nothing to look at.
 */
export function zerosMeanNothing({ dataType, dims }: ZeroFilled): boolean {
  if (dataType === 'UINT8') return dims.some((dim) => Number(dim) === -1);
  return dataType === 'BYTES' || CODES.includes(dataType);
}
