import { Elements } from './protocol/elements';
import { binaryRequest, elementsFrom, FilledTensor, JSON_TYPE, Message } from './protocol/message';
import { randomElements } from './random-elements';
import { elementsOf, Example, MadeRequest, ModelSpec, Tensor } from './test-plan';

/** A request to a model, and what its answer is judged by. */
export interface ModelRequest extends Message {
  readonly model: ModelSpec;
  /** What it is, for a verdict: `example 2`, `zeros`. */
  readonly title: string;
  readonly inputs: Tensor[];
  /** The outputs it asks for; all of the model's when absent. */
  readonly outputNames?: string[];
  readonly example?: Example;
}

/** Types that Triton takes and gives in its binary form only. */
const BINARY_ONLY: readonly string[] = ['FP16', 'BF16'];

const ZEROS: MadeRequest = { fill: 'zeros' };

/** A request that begins and ends its sequence, so that it leaves nothing behind. */
const SEQUENCE_OF_ONE = { sequence_id: 1, sequence_start: true, sequence_end: true };

/** The examples of a model as requests, and those made from its inputs; one of zeros for a model that has neither. */
export function requestsFor(model: ModelSpec, examples: Example[] = []): ModelRequest[] {
  const made = model.requests ?? (examples.length === 0 && model.inputs.length > 0 ? [ZEROS] : []);
  return [...examples.map((example, index) => fromExample(model, example, index + 1)), ...made.map(fromInputs(model))];
}

function fromExample(model: ModelSpec, example: Example, number: number): ModelRequest {
  const { request } = example;
  const { inputs, outputs } = request;
  const binary = inputs.some(({ base64 }) => base64 !== undefined) || needsBinary(model, inputs);
  const message = binary
    ? binaryRequest(
        request,
        inputs.map(({ data: _data, base64: _base64, ...input }, index) => ({
          ...input,
          elements: elementsFrom(inputs[index]),
        })),
      )
    : { contentType: JSON_TYPE, body: Buffer.from(JSON.stringify(request)) };
  return {
    ...message,
    model,
    title: `example ${number}`,
    inputs,
    outputNames: outputs?.map(({ name }) => name),
    example,
  };
}

function fromInputs(model: ModelSpec): (made: MadeRequest) => ModelRequest {
  return (made) => {
    const inputs = model.inputs
      .filter(({ optional }) => !optional)
      .map(({ name, dataType, dims }): FilledTensor => {
        const sizes = made.shapes?.[name] ?? dims.map((dim) => (dim === '-1' ? 1 : Number(dim)));
        const shape = model.maxBatchSize > 0 ? [made.batchSize ?? 1, ...sizes] : sizes;
        return { name, datatype: dataType, shape, elements: fill(made, name, dataType, elementsOf(shape)) };
      });
    const request = model.sequence ? { parameters: SEQUENCE_OF_ONE } : {};
    const binary = made.binary || needsBinary(model, inputs);
    const message = binary ? binaryRequest(request, inputs) : jsonRequest(request, inputs);
    const title = made.fill === 'random' ? `random values of seed ${made.seed ?? 0}` : made.fill;
    return { ...message, model, title, inputs: inputs.map(({ elements: _elements, ...input }) => input) };
  };
}

function jsonRequest(request: object, inputs: FilledTensor[]): Message {
  const filled = inputs.map(({ elements, ...input }) => ({ ...input, data: Array.from(elements) }));
  return { contentType: JSON_TYPE, body: Buffer.from(JSON.stringify({ ...request, inputs: filled })) };
}

function needsBinary({ outputs }: ModelSpec, inputs: { datatype: string }[]): boolean {
  const types = [...inputs.map(({ datatype }) => datatype), ...outputs.map(({ dataType }) => dataType)];
  return types.some((type) => BINARY_ONLY.includes(type));
}

function fill({ fill: kind, seed = 0 }: MadeRequest, name: string, dataType: string, count: number): Elements {
  if (kind === 'random') return randomElements(dataType, count, seed, name);
  if (dataType === 'BYTES') return Array<string>(count).fill('');
  return Array<unknown>(count).fill(dataType === 'BOOL' ? false : 0);
}
