import { Example, ModelSpec, Tensor, TensorSpec } from './test-plan';

/** A request to a model, and what its answer is judged by. */
export interface ModelRequest {
  readonly model: ModelSpec;
  /** What it is, for a verdict: `example 2`, `zeros`. */
  readonly title: string;
  readonly inputs: Tensor[];
  /** The outputs it asks for; all of the model's when absent. */
  readonly outputNames?: string[];
  readonly example?: Example;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Types that Triton takes and gives in its binary form only. */
const BINARY_ONLY: readonly string[] = ['FP16', 'BF16'];

/** The examples of a model as requests; one of zeros for a model that has none. */
export function requestsFor(model: ModelSpec, examples: Example[] = []): ModelRequest[] {
  if (examples.length === 0) return [zeros(model)];
  return examples.map((example, index) => ({
    model,
    title: `example ${index + 1}`,
    inputs: example.request.inputs,
    outputNames: example.request.outputs?.map(({ name }) => name),
    example,
    contentType: 'application/json',
    body: Buffer.from(JSON.stringify(example.request)),
  }));
}

function zeros(model: ModelSpec): ModelRequest {
  const needed = model.inputs.filter((input) => !input.optional);
  const inputs = needed.map(({ name, dataType, dims }) => {
    const shape = dims.map((dim) => (dim === '-1' ? 1 : Number(dim)));
    return { name, datatype: dataType, shape: model.maxBatchSize > 0 ? [1, ...shape] : shape };
  });
  const binary = [...needed, ...model.outputs].some(({ dataType }) => BINARY_ONLY.includes(dataType));
  return { model, title: 'zeros', inputs, ...(binary ? inBinary(inputs, model.outputs) : inJson(inputs)) };
}

function inJson(inputs: Tensor[]): Pick<ModelRequest, 'contentType' | 'body'> {
  const filled = inputs.map((input) => ({
    ...input,
    data: Array(elementsOf(input.shape)).fill(zeroOf(input.datatype)),
  }));
  return { contentType: 'application/json', body: Buffer.from(JSON.stringify({ inputs: filled })) };
}

/** Half-precision tensors as bytes behind the JSON, both ways; the others stay in the JSON. */
function inBinary(inputs: Tensor[], outputs: TensorSpec[]): Pick<ModelRequest, 'contentType' | 'body'> {
  const tails: Buffer[] = [];
  const described = inputs.map((input) => {
    const elements = elementsOf(input.shape);
    if (!BINARY_ONLY.includes(input.datatype)) return { ...input, data: Array(elements).fill(zeroOf(input.datatype)) };
    tails.push(Buffer.alloc(2 * elements));
    return { ...input, parameters: { binary_data_size: 2 * elements } };
  });
  const wanted = outputs.map(({ name, dataType }) => ({
    name,
    parameters: { binary_data: BINARY_ONLY.includes(dataType) },
  }));
  const json = Buffer.from(JSON.stringify({ inputs: described, outputs: wanted }));
  return {
    contentType: `application/vnd.sagemaker-triton.binary+json;json-header-size=${json.length}`,
    body: Buffer.concat([json, ...tails]),
  };
}

/** How many elements a tensor of this shape has. */
export function elementsOf(shape: number[]): number {
  return shape.reduce((product, dim) => product * dim, 1);
}

function zeroOf(dataType: string): unknown {
  if (dataType === 'BYTES') return '';
  return dataType === 'BOOL' ? false : 0;
}
