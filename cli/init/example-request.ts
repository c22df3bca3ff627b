import { Tensor } from '../../lib/model/tensor';
import { TritonModel } from '../../lib/model/triton-model';

/** What stands for an open dimension: an image has three or more, and most networks reject small ones. */
const OPEN_SIDE = 224;
const OPEN_LENGTH = 8;

/** The body of a KServe v2 request. */
export interface ExampleRequest {
  readonly inputs: { name: string; datatype: string; shape: number[]; data: (number | string | boolean)[] }[];
}

/**
 * A request of one item; undefined where the inputs are not known, one has a type that JSON does not have, or requests belong to
 * sequences.
 */
export function exampleRequest(model: TritonModel): ExampleRequest | undefined {
  if (model.config._json.sequence_batching) return undefined;
  const inputs = model.inputs.filter(({ optional }) => !optional);
  const sendable = inputs.every(({ dataType }) => !['FP16', 'BF16'].includes(dataType.kserveName));
  if (inputs.length === 0 || !sendable) return undefined;
  return { inputs: inputs.map((input) => exampleInput(input, model.maxBatchSize > 0)) };
}

function exampleInput({ name, dataType, dims }: Tensor, batches: boolean): ExampleRequest['inputs'][number] {
  const open = dims.length >= 3 ? OPEN_SIDE : OPEN_LENGTH;
  const item = dims.map((dim, index) => (dim > 0 ? dim : !batches && index === 0 ? 1 : open));
  const shape = batches ? [1, ...item] : item;
  const count = shape.reduce((product, dim) => product * dim, 1);
  return { name, datatype: dataType.kserveName, shape, data: Array(count).fill(valueOf(name, dataType.kserveName)) };
}

/** Ones are in every vocabulary and mask nothing; there may be only one type of tokens, which is 0. */
function valueOf(name: string, type: string): number | string | boolean {
  if (type === 'BYTES') return 'text';
  if (type === 'BOOL') return true;
  if (type.startsWith('FP')) return 0.5;
  return /type/i.test(name) ? 0 : 1;
}

/** JSON with the data of each input on one line. */
export function renderExample(request: ExampleRequest): string {
  const inputs = request.inputs.map((input) => `      ${JSON.stringify(input)}`).join(',\n');
  return `{\n  "request": {\n    "inputs": [\n${inputs}\n    ]\n  }\n}\n`;
}
