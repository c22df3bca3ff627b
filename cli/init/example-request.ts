import { Tensor } from '../../lib/model/values/tensor';
import { TritonModel } from '../../lib/model/triton-model';

/**
 * Example sizes for open (-1) dimensions. Tensors of three or more dimensions may be images, and have a larger size, because networks reject
 * small images.
 */
const IMAGE_SIDE = 224;
const SEQUENCE_LENGTH = 8;

/** The body of a KServe v2 request. */
export interface ExampleRequest {
  readonly inputs: { name: string; datatype: string; shape: number[]; data: (number | string | boolean)[] }[];
}

/**
 * Creates a request with one item. Returns undefined if the inputs are unknown, JSON cannot represent the type of an input, or the model
 * requires sequences.
 */
export function exampleRequest(model: TritonModel): ExampleRequest | undefined {
  if (model.config._document.sequence_batching) return undefined;
  const inputs = model.inputs.filter(({ optional }) => !optional);
  const isJson = inputs.every(({ dataType }) => !['FP16', 'BF16'].includes(dataType.kserveName));
  if (inputs.length === 0 || !isJson) return undefined;
  return { inputs: inputs.map((input) => exampleInput(input, model.maxBatchSize > 0)) };
}

function exampleInput({ name, dataType, dims }: Tensor, acceptsBatches: boolean): ExampleRequest['inputs'][number] {
  const openSize = dims.length >= 3 ? IMAGE_SIDE : SEQUENCE_LENGTH;
  const itemShape = dims.map((dim, index) => (dim > 0 ? dim : !acceptsBatches && index === 0 ? 1 : openSize));
  const shape = acceptsBatches ? [1, ...itemShape] : itemShape;
  const count = shape.reduce((product, dim) => product * dim, 1);
  return {
    name,
    datatype: dataType.kserveName,
    shape,
    data: Array(count).fill(exampleValue(name, dataType.kserveName)),
  };
}

/**
 * The value of all elements of an input. Integers are 1, which is a valid token id, and means "not masked" in a mask. Token type ids are 0,
 * because some models have no other type.
 */
function exampleValue(name: string, type: string): number | string | boolean {
  if (type === 'BYTES') return 'text';
  if (type === 'BOOL') return true;
  if (type.startsWith('FP')) return 0.5;
  return /type/i.test(name) ? 0 : 1;
}

/** Renders the content of the example file: the request as JSON, with each input on one line. */
export function renderExample(request: ExampleRequest): string {
  const inputs = request.inputs.map((input) => `      ${JSON.stringify(input)}`).join(',\n');
  return `{\n  "request": {\n    "inputs": [\n${inputs}\n    ]\n  }\n}\n`;
}
