import { Finding, warning } from '../../findings/finding';
import { Tensor, TritonModel } from '../../model';
import { MAX_BODY_BYTES } from '../../platform/largest-body';

/** Models of which a single request or answer would not pass InvokeEndpoint. */
export function checkRequestSize({ inputs, outputs }: TritonModel): Finding[] {
  return [...checkSize('inputs', inputs, 'request'), ...checkSize('outputs', outputs, 'answer')];
}

function checkSize(field: string, tensors: Tensor[], what: string): Finding[] {
  const bytes = tensors.reduce((sum, tensor) => sum + smallestSize(tensor), 0);
  if (bytes <= MAX_BODY_BYTES) return [];
  const message =
    `got ${bytes} bytes in the smallest ${what}, in binary; InvokeEndpoint accepts ${MAX_BODY_BYTES}, and JSON is several times larger: ` +
    'send a compressed form that the model decodes, such as an image file, use a narrower data type, or use TritonAsyncEndpoint, which accepts up to 1 GB';
  return [warning('sm.body', field, message)];
}

/** Of one element of a batch, with one for every variable dimension; strings count nothing. */
function smallestSize({ dims, dataType }: Tensor): number {
  return dims.reduce((product, dim) => product * Math.max(1, dim), dataType.byteSize ?? 0);
}
