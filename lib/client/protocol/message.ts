import { Elements, fromBytes, isFloat } from './elements';
import { Tensor } from './tensor';

/** KServe v2 in JSON. */
export const JSON_TYPE = 'application/json';

/** KServe v2 with the tensors' bytes behind the JSON: the binary form of Triton's SageMaker port. */
export const BINARY_TYPE = 'application/vnd.sagemaker-triton.binary+json';

/** A body and what it is. */
export interface Message {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** A tensor with its elements. */
export interface FilledTensor extends Omit<Tensor, 'data' | 'base64'> {
  readonly elements: Elements;
}

/** What servers and proxies send. */
const FORMS = [JSON_TYPE, BINARY_TYPE, 'text/event-stream', 'text/html', 'text/plain', 'application/octet-stream'];

/** What a body is, for an error. A model writes its own content type, which may have anything in it. */
export function formOf(contentType: string): string {
  const [form] = contentType.toLowerCase().split(';');
  if (form === '') return 'no content type';
  return FORMS.includes(form) ? form : 'an unknown content type';
}

/** How JSON has the numbers that it has no words for. */
const NOT_FINITE: readonly unknown[] = ['NaN', 'Infinity', '-Infinity'];

/** The elements of a tensor from a user's files or examples. */
export function elementsFrom({ datatype, data, base64 }: Pick<Tensor, 'datatype' | 'data' | 'base64'>): Elements {
  if (base64 !== undefined) return fromBytes(Buffer.from(base64, 'base64'), datatype);
  const elements = flatten(data);
  return isFloat(datatype) ? elements.map((each) => (NOT_FINITE.includes(each) ? Number(each) : each)) : elements;
}

/** Requests and responses may nest their elements as the shape does. */
export function flatten(data: unknown[] = []): unknown[] {
  return data.some(Array.isArray) ? data.flat(Infinity) : data;
}
