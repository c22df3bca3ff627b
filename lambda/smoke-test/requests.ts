import { Elements, isBinaryOnly } from '../../lib/client/protocol/elements';
import { binaryRequest, jsonRequest } from '../../lib/client/protocol/encode';
import { Generated, generateBody, generateMessage } from '../../lib/client/protocol/generate';
import { elementsFrom, FilledTensor, JSON_TYPE, Message } from '../../lib/client/protocol/message';
import { elementsOf, KserveRequest, RequestedOutput, Tensor } from '../../lib/client/protocol/tensor';
import { MAX_BODY_BYTES } from '../../lib/platform/largest-body';
import { zerosMeanNothing } from '../../lib/smoke-test/zeros';
import { mayExceedInJson } from './json-size';
import { randomElements } from './random-elements';
import { Example, MadeRequest, ModelSpec } from './test-plan';

/** A request to a model, and what its answer is judged by. */
export interface ModelRequest extends Message {
  readonly model: ModelSpec;
  /** What it is, for a verdict: `example 2`, `zeros`. */
  readonly title: string;
  readonly inputs: Tensor[];
  /** The outputs it asks for; all of the model's when absent. */
  readonly requestedOutputs?: RequestedOutput[];
  readonly example?: Example;
  /** Whether nobody asked for it: it is of zeros, since the model has no examples. */
  readonly isDefault?: boolean;
  /** Whether the model may well answer it with an error: it is a default one, and zeros are unlikely to mean anything to the model. */
  readonly mayBeRejected?: boolean;
}

/** What the function's memory takes of elements of a request that it makes: a number has 8 bytes, and more where it is encoded. */
const MOST_ELEMENTS = 2 ** 26;

const ZEROS: MadeRequest = { fill: 'zeros' };

/** A request that begins and ends its sequence, so that it leaves nothing behind. */
const SEQUENCE_OF_ONE = { sequence_id: 1, sequence_start: true, sequence_end: true };

/**
 * The examples of a model as requests, and those made from its inputs; one of zeros for a model that has neither. None for a model that has
 * neither examples nor inputs.
 *
 * @param maxBytes of a request and of a response; where JSON may have more, they are in Triton's binary form
 */
export function requestsFor(model: ModelSpec, examples: Example[] = [], maxBytes = MAX_BODY_BYTES): ModelRequest[] {
  const own = examples.map((example, index) => fromExample(model, example, index + 1, maxBytes));
  if (model.inputs.length === 0) return own;
  if (model.requests) return [...own, ...model.requests.map((made) => fromInputs(model, made, maxBytes))];
  if (own.length > 0) return own;
  const mayBeRejected = model.inputs.some((input) => !input.optional && zerosMeanNothing(input));
  return [{ ...fromInputs(model, ZEROS, maxBytes), isDefault: true, mayBeRejected }];
}

function fromExample(model: ModelSpec, example: Example, number: number, maxBytes: number): ModelRequest {
  const title = `example ${number}`;
  if (!isKserve(example.request)) {
    return { ...generateMessage(example.request), model, title, inputs: [], example };
  }
  const { inputs, outputs, parameters } = example.request;
  const filled = inputs.map(({ data: _data, base64: _base64, ...input }, index) => ({
    ...input,
    elements: elementsFrom(inputs[index]),
  }));
  // Triton takes an empty list for all outputs.
  const requestedOutputs = outputs?.length ? outputs : undefined;
  const request = { model, title, inputs, requestedOutputs, example };
  if (model.inferenceType) return { ...generateMessage(generateBody(filled, parameters)), ...request };
  const binary =
    inputs.some(({ base64 }) => base64 !== undefined) ||
    hasBinaryOnly(model, inputs) ||
    mayNotBeText(model, example) ||
    mayBeLarge(model, inputs, maxBytes, requestedOutputs);
  const message = binary
    ? binaryRequest(example.request, filled)
    : { contentType: JSON_TYPE, body: Buffer.from(JSON.stringify(example.request)) };
  return { ...message, ...request };
}

/** The body of a KServe v2 request has tensors; one of the generate extension has values by their names. */
function isKserve(request: KserveRequest | Generated): request is KserveRequest {
  return Array.isArray(request.inputs);
}

function fromInputs(model: ModelSpec, made: MadeRequest, maxBytes: number): ModelRequest {
  const inputs = model.inputs
    .filter(({ optional }) => !optional)
    .map(({ name, dataType, dims }): Tensor => {
      const sizes = made.shapes?.[name] ?? dims.map((dim) => (dim === '-1' ? 1 : Number(dim)));
      const shape = model.maxBatchSize > 0 ? [made.batchSize ?? 1, ...sizes] : sizes;
      return { name, datatype: dataType, shape };
    });
  const count = inputs.reduce((sum, { shape }) => sum + elementsOf(shape), 0);
  if (count > MOST_ELEMENTS) {
    throw new Error(
      `a request made from the inputs of model ${model.name} has ${count} elements, and the test makes at most ${MOST_ELEMENTS}; give the model an example, or its variable dimensions smaller sizes`,
    );
  }
  const filled = inputs.map((input): FilledTensor => ({
    ...input,
    elements: fill(made, input.name, input.datatype, elementsOf(input.shape)),
  }));
  const title = made.fill === 'random' ? `random values of seed ${made.seed ?? 0}` : made.fill;
  return { ...messageOf(model, made, filled, maxBytes), model, title, inputs };
}

function messageOf(model: ModelSpec, made: MadeRequest, inputs: FilledTensor[], maxBytes: number): Message {
  const request = model.sequence ? { parameters: SEQUENCE_OF_ONE } : {};
  if (model.inferenceType) return generateMessage(generateBody(inputs, request.parameters));
  const binary =
    hasBinaryOnly(model, inputs) || (made.binary ?? (mayNotBeText(model) || mayBeLarge(model, inputs, maxBytes)));
  return binary ? binaryRequest(request, inputs) : jsonRequest(request, inputs);
}

function hasBinaryOnly({ outputs }: ModelSpec, inputs: { datatype: string }[]): boolean {
  return [...inputs.map(({ datatype }) => datatype), ...outputs.map(({ dataType }) => dataType)].some(isBinaryOnly);
}

/** Whether the response may have strings that are not UTF-8. Triton writes them into JSON as they are, which is no JSON then. */
function mayNotBeText({ outputs }: ModelSpec, example?: Example): boolean {
  const texts = example?.response?.outputs?.filter(({ data }) => data !== undefined).map(({ name }) => name) ?? [];
  return outputs.some(({ name, dataType }) => dataType === 'BYTES' && !texts.includes(name));
}

/** Whether the request, or the response that the model declares, may be too large in JSON. */
function mayBeLarge(
  { maxBatchSize, outputs }: ModelSpec,
  inputs: Pick<Tensor, 'datatype' | 'shape'>[],
  maxBytes: number,
  requestedOutputs?: RequestedOutput[],
): boolean {
  const batch = maxBatchSize > 0 ? inputs.slice(0, 1).map(({ shape }) => shape[0]) : [];
  const sent = inputs.map(({ datatype, shape }) => ({ dataType: datatype, shape }));
  const received = outputs
    .filter(({ name }) => requestedOutputs?.some((requested) => requested.name === name) ?? true)
    .map(({ dataType, dims }) => ({ dataType, shape: [...batch, ...dims.map(Number)] }));
  return mayExceedInJson(sent, maxBytes) || mayExceedInJson(received, maxBytes);
}

function fill({ fill: kind, seed = 0 }: MadeRequest, name: string, dataType: string, count: number): Elements {
  if (kind === 'random') return randomElements(dataType, count, seed, name);
  if (dataType === 'BYTES') return Array<string>(count).fill('');
  return Array<unknown>(count).fill(dataType === 'BOOL' ? false : 0);
}
