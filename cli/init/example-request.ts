import { MAX_BODY_BYTES } from '../../lib/facts/invocation-limits';
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
 * Creates a request with one item. Returns undefined if the inputs are unknown, JSON cannot represent the type of an input, the model
 * requires sequences, or the endpoint would not accept a request of this size.
 */
export function exampleRequest(model: TritonModel): ExampleRequest | undefined {
  if (model.config._document.sequence_batching) return undefined;
  const inputs = model.inputs.filter(({ optional }) => !optional);
  const isJson = inputs.every(({ dataType }) => !['FP16', 'BF16'].includes(dataType.kserveName));
  if (inputs.length === 0 || !isJson) return undefined;
  const shapes = inputs.map((input) => exampleShape(input, model.maxBatchSize > 0));
  const counts = shapes.map((shape) => shape.reduce((product, dim) => product * dim, 1));
  const bytes = inputs.reduce((sum, { dataType }, index) => sum + counts[index] * (dataType.byteSize ?? 4), 0); // 4 for a text
  if (bytes > MAX_BODY_BYTES) return undefined;
  return {
    inputs: inputs.map(({ name, dataType: { kserveName: datatype } }, index) => {
      const data = Array(counts[index]).fill(exampleValue(name, datatype));
      return { name, datatype, shape: shapes[index], data };
    }),
  };
}

function exampleShape({ dims }: Tensor, acceptsBatches: boolean): number[] {
  const openSize = dims.length >= 3 ? IMAGE_SIDE : SEQUENCE_LENGTH;
  const itemShape = dims.map((dim, index) => (dim > 0 ? dim : !acceptsBatches && index === 0 ? 1 : openSize));
  return acceptsBatches ? [1, ...itemShape] : itemShape;
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
