import { Finding, warning } from '../../findings/finding';
import { Tensor, TritonModel } from '../../model';
import { MAX_BODY_BYTES } from '../../facts/invocation-limits';

/** Warns if even the smallest request or response of a model exceeds the limit of InvokeEndpoint. */
export function checkRequestSize({ inputs, outputs }: TritonModel): Finding[] {
  return [...checkSize('inputs', inputs, 'request'), ...checkSize('outputs', outputs, 'answer')];
}

function checkSize(field: string, tensors: Tensor[], payloadName: string): Finding[] {
  const bytes = tensors.reduce((sum, tensor) => sum + smallestSize(tensor), 0);
  if (bytes <= MAX_BODY_BYTES) return [];
  const message =
    `got ${bytes} bytes in the smallest ${payloadName}, in binary; InvokeEndpoint accepts ${MAX_BODY_BYTES}, and JSON is several times larger: ` +
    'send a compressed form that the model decodes, such as an image file, use a narrower data type, or use TritonAsyncEndpoint, which accepts up to 1 GB';
  return [warning('sm.body', field, message)];
}

/** Size of a tensor for one element of a batch. Variable dimensions count as 1, and strings as 0 bytes. */
function smallestSize({ dims, dataType }: Tensor): number {
  return dims.reduce((product, dim) => product * Math.max(1, dim), dataType.byteSize ?? 0);
}
