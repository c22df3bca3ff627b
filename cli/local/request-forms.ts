import type { ModelSpec } from '../../lib/contracts/smoke-test-properties';
import { readRequest } from '../../lib/client/protocol/decode';
import { isBinaryOnly } from '../../lib/client/protocol/elements';
import { binaryReason, binaryRequest, jsonRequest } from '../../lib/client/protocol/encode';
import { JSON_TYPE, Message } from '../../lib/client/protocol/message';

/** A request as a file. */
export interface RequestForm extends Message {
  readonly fileName: 'request.json' | 'request.bin';
}

/** Converts a request to the forms in which it can be sent: JSON if JSON can represent the tensors, and Triton's binary form. */
export function requestForms(message: Message, outputs: ModelSpec['outputs'] = []): RequestForm[] {
  if (!hasTensors(message)) return [{ fileName: 'request.json', ...message }];
  const { request, inputs } = readRequest(message);
  const isBinary = binaryReason(inputs) !== undefined || outputs.some(({ dataType }) => isBinaryOnly(dataType));
  return [
    ...(isBinary ? [] : [{ fileName: 'request.json' as const, ...jsonRequest(request, inputs) }]),
    { fileName: 'request.bin', ...binaryRequest(request, inputs) },
  ];
}

/** Whether a request contains tensors. A request of the generate extension contains plain values, and can only be sent as JSON. */
function hasTensors({ contentType, body }: Message): boolean {
  return contentType !== JSON_TYPE || Array.isArray(JSON.parse(Buffer.from(body).toString()).inputs);
}
