import { TensorElements, fromBytes, isFloat } from './elements';
import { Tensor } from './tensor';

/** Content type of KServe v2 in JSON. */
export const JSON_TYPE = 'application/json';

/** Content type of Triton's binary format on SageMaker: KServe v2 JSON, followed by the bytes of the tensors. */
export const BINARY_TYPE = 'application/vnd.sagemaker-triton.binary+json';

/** A body and its content type. */
export interface Message {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** A tensor with its elements. */
export interface FilledTensor extends Omit<Tensor, 'data' | 'base64'> {
  readonly elements: TensorElements;
}

/** Content types of responses from servers and proxies. */
const KNOWN_TYPES = [
  JSON_TYPE,
  BINARY_TYPE,
  'text/event-stream',
  'text/html',
  'text/plain',
  'application/octet-stream',
];

/** Describes the content type of a body for error messages. Unknown types are not repeated: a model can set any content type. */
export function describeContentType(contentType: string): string {
  const [baseType] = contentType.toLowerCase().split(';');
  if (baseType === '') return 'no content type';
  return KNOWN_TYPES.includes(baseType) ? baseType : 'an unknown content type';
}

/** The strings for non-finite numbers in JSON. */
const NOT_FINITE: readonly unknown[] = ['NaN', 'Infinity', '-Infinity'];

/** The elements of a tensor from a user's files or examples. */
export function elementsFrom({ datatype, data, base64 }: Pick<Tensor, 'datatype' | 'data' | 'base64'>): TensorElements {
  if (base64 !== undefined) return fromBytes(Buffer.from(base64, 'base64'), datatype);
  const elements = flatten(data);
  return isFloat(datatype) ? elements.map((each) => (NOT_FINITE.includes(each) ? Number(each) : each)) : elements;
}

/** Flattens elements, which can be nested according to the shape. */
export function flatten(data: unknown[] = []): unknown[] {
  return data.some(Array.isArray) ? data.flat(Infinity) : data;
}
