import { isBinaryOnly } from '../../lib/client/protocol/elements';
import { binaryRequest, jsonRequest } from '../../lib/client/protocol/encode';
import { GenerateBody, generateBody, encodeGenerateRequest } from '../../lib/client/protocol/generate';
import { elementsFrom, FilledTensor, JSON_TYPE, Message } from '../../lib/client/protocol/message';
import { elementCountOf, KserveRequest, RequestedOutput, Tensor } from '../../lib/client/protocol/tensor';
import { MAX_BODY_BYTES } from '../../lib/facts/invocation-limits';
import { areZerosImplausible } from '../../lib/contracts/implausible-zeros';
import { Example, ModelSpec } from '../../lib/contracts/smoke-test-properties';

/** A request to a model, with the data for checking its response. */
export interface ModelRequest extends Message {
  readonly model: ModelSpec;
  /** The name of the request in messages: `example 2`, `zeros`. */
  readonly title: string;
  readonly inputs: Tensor[];
  /** All outputs of the model if absent. */
  readonly requestedOutputs?: RequestedOutput[];
  readonly example?: Example;
  /** Whether the model may reject the request: it is the default one, and zeros are unlikely to be meaningful inputs. */
  readonly mayBeRejected?: boolean;
  /** All requests of the sequence of the example. The request itself is the first of them, as a sequence of one request. */
  readonly steps?: ModelRequest[];
}

/** The maximum number of elements in a generated request. It limits the memory: a number needs 8 bytes, and more when it is encoded. */
const MAXIMUM_ELEMENTS = 2 ** 26;

/** The maximum number of characters of a number in JSON, including a comma. Triton writes floats with up to 17 digits. */
const JSON_CHARACTERS = 25;

/** The elements of data types that do not contain numbers. */
const ZEROS: Readonly<Record<string, unknown>> = { BYTES: '', BOOL: false };

/** A request that starts and ends its sequence, so that no state remains on the server. */
const SINGLE_REQUEST_SEQUENCE = { sequence_id: 1, sequence_start: true, sequence_end: true };

/** The ID of sequences with several requests: not that of the probe, and unlikely for other callers. Models can declare IDs as INT32. */
const LONG_SEQUENCE_ID = 2 ** 31 - 1;

/**
 * The requests to a model: its examples, or one request with zeros if there are none. A model with neither examples nor inputs has no
 * requests.
 *
 * @param maxBytes the largest request or response to encode as JSON; larger ones use Triton's binary format
 */
export function requestsFor(model: ModelSpec, examples: Example[] = [], maxBytes = MAX_BODY_BYTES): ModelRequest[] {
  if (examples.length > 0)
    return examples.map((example, index) => requestFromExample(model, example, `example ${index + 1}`, maxBytes));
  return model.inputs.length > 0 ? [requestOfZeros(model, maxBytes)] : [];
}

function requestFromExample(model: ModelSpec, example: Example, title: string, maxBytes: number): ModelRequest {
  const { nextSteps = [] } = example;
  const isSequence = model.sequence || nextSteps.length > 0;
  const single = isSequence ? withSequence(example, SINGLE_REQUEST_SEQUENCE) : example;
  const request = requestFromStep(model, single, title, maxBytes);
  if (nextSteps.length === 0) return request;
  const steps = [example, ...nextSteps].map((step, index) => {
    const flags = { sequence_start: index === 0, sequence_end: index === nextSteps.length };
    const stepOfSequence = withSequence(step, { sequence_id: LONG_SEQUENCE_ID, ...flags });
    return requestFromStep(model, stepOfSequence, `${title}, step ${index + 1} of ${nextSteps.length + 1}`, maxBytes);
  });
  return { ...request, steps };
}

/** Adds the parameters of a sequence to an example, unless its request already contains them. */
function withSequence(example: Example, sequence: typeof SINGLE_REQUEST_SEQUENCE): Example {
  const { request } = example;
  if (!isKserve(request)) return example;
  const parameters = request.parameters as Record<string, unknown> | undefined;
  if (parameters?.sequence_id !== undefined) return example;
  return { ...example, request: { ...request, parameters: { ...parameters, ...sequence } } };
}

function requestFromStep(model: ModelSpec, example: Example, title: string, maxBytes: number): ModelRequest {
  if (!isKserve(example.request)) {
    return { ...encodeGenerateRequest(example.request), model, title, inputs: [], example };
  }
  const { inputs, outputs, parameters } = example.request;
  const filledInputs = inputs.map(({ data: _data, base64: _base64, ...input }, index) => ({
    ...input,
    elements: elementsFrom(inputs[index]),
  }));
  // For Triton, an empty list of outputs means all outputs.
  const requestedOutputs = outputs?.length ? outputs : undefined;
  const request = { model, title, inputs, requestedOutputs, example };
  if (model.inferenceType) return { ...encodeGenerateRequest(generateBody(filledInputs, parameters)), ...request };
  const isBinary =
    inputs.some(({ base64 }) => base64 !== undefined) ||
    hasBinaryOnlyTypes(model, inputs) ||
    mayHaveInvalidText(model, example) ||
    mayBeLarge(model, inputs, maxBytes, requestedOutputs);
  const message = isBinary
    ? binaryRequest(example.request, filledInputs)
    : { contentType: JSON_TYPE, body: Buffer.from(JSON.stringify(example.request)) };
  return { ...message, ...request };
}

/** Whether the body is a KServe v2 request, which contains tensors. A generate request contains values by their names. */
function isKserve(request: KserveRequest | GenerateBody): request is KserveRequest {
  return Array.isArray(request.inputs);
}

/** A request with zeros, `false` or empty strings for each required input, with batch size 1, and size 1 of variable dimensions. */
function requestOfZeros(model: ModelSpec, maxBytes: number): ModelRequest {
  const requiredInputs = model.inputs.filter(({ optional }) => !optional);
  const inputs = requiredInputs.map(({ name, dataType, dims }): Tensor => {
    const sizes = dims.map((dim) => (dim === '-1' ? 1 : Number(dim)));
    return { name, datatype: dataType, shape: model.maxBatchSize > 0 ? [1, ...sizes] : sizes };
  });
  const count = inputs.reduce((sum, { shape }) => sum + elementCountOf(shape), 0);
  if (count > MAXIMUM_ELEMENTS) {
    throw new Error(
      `a request made from the inputs of model ${model.name} has ${count} elements, and the test makes at most ${MAXIMUM_ELEMENTS}; give the model an example`,
    );
  }
  const filledInputs = inputs.map((input): FilledTensor => ({
    ...input,
    elements: Array<unknown>(elementCountOf(input.shape)).fill(ZEROS[input.datatype] ?? 0),
  }));
  const mayBeRejected = requiredInputs.some(areZerosImplausible);
  return { ...messageOf(model, filledInputs, maxBytes), model, title: 'zeros', inputs, mayBeRejected };
}

function messageOf(model: ModelSpec, inputs: FilledTensor[], maxBytes: number): Message {
  const request = model.sequence ? { parameters: SINGLE_REQUEST_SEQUENCE } : {};
  if (model.inferenceType) return encodeGenerateRequest(generateBody(inputs, request.parameters));
  const isBinary =
    hasBinaryOnlyTypes(model, inputs) || mayHaveInvalidText(model) || mayBeLarge(model, inputs, maxBytes);
  return isBinary ? binaryRequest(request, inputs) : jsonRequest(request, inputs);
}

function hasBinaryOnlyTypes({ outputs }: ModelSpec, inputs: { datatype: string }[]): boolean {
  return [...inputs.map(({ datatype }) => datatype), ...outputs.map(({ dataType }) => dataType)].some(isBinaryOnly);
}

/**
 * Whether the response may contain strings that are not UTF-8. Triton copies such strings unchanged, which would make a JSON response
 * invalid.
 */
function mayHaveInvalidText({ outputs }: ModelSpec, example?: Example): boolean {
  const validTextOutputs =
    example?.response?.outputs?.filter(({ data }) => data !== undefined).map(({ name }) => name) ?? [];
  return outputs.some(({ name, dataType }) => dataType === 'BYTES' && !validTextOutputs.includes(name));
}

/** Whether the request, or the response with the declared outputs, may be too large in JSON. */
function mayBeLarge(
  { maxBatchSize, outputs }: ModelSpec,
  inputs: Pick<Tensor, 'datatype' | 'shape'>[],
  maxBytes: number,
  requestedOutputs?: RequestedOutput[],
): boolean {
  const batch = maxBatchSize > 0 ? inputs.slice(0, 1).map(({ shape }) => shape[0]) : [];
  const requestTensors = inputs.map(({ datatype, shape }) => ({ dataType: datatype, shape }));
  const responseTensors = outputs
    .filter(({ name }) => requestedOutputs?.some((requested) => requested.name === name) ?? true)
    .map(({ dataType, dims }) => ({ dataType, shape: [...batch, ...dims.map(Number)] }));
  return mayExceedInJson(requestTensors, maxBytes) || mayExceedInJson(responseTensors, maxBytes);
}

/**
 * Whether the JSON of a body with these tensors may exceed a size. A variable dimension counts as infinitely large. Strings do not count,
 * since the binary format would not shorten them.
 *
 * @param tensors data types and shapes, including the batch dimension; -1 is a variable dimension
 */
function mayExceedInJson(tensors: { dataType: string; shape: number[] }[], bytes: number): boolean {
  const numbers = tensors.filter(({ dataType }) => dataType !== 'BYTES');
  const counts = numbers.map(({ shape }) => (shape.includes(-1) ? Infinity : elementCountOf(shape)));
  return JSON_CHARACTERS * counts.reduce((sum, count) => sum + count, 0) > bytes;
}
