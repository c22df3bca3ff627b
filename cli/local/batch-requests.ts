import { readRequest } from '../../lib/client/protocol/decode';
import { TensorElements } from '../../lib/client/protocol/elements';
import { binaryRequest } from '../../lib/client/protocol/encode';
import { FilledTensor, Message } from '../../lib/client/protocol/message';
import { elementCountOf } from '../../lib/client/protocol/tensor';
import { MAX_BATCH } from '../../lib/measurements/readers/measured-value';

/** The batch sizes to measure: powers of two, and the largest batch size of the model, up to the largest that a plan supports. */
export function batchSizesUpTo(maxBatchSize: number): number[] {
  const largest = Math.min(maxBatchSize, MAX_BATCH);
  const powers = Array.from({ length: Math.ceil(Math.log2(largest)) }, (_, exponent) => 2 ** exponent);
  return [...powers, largest];
}

/**
 * Returns a function that creates a request with the items of an example request, repeated until the batch is full. The requests have
 * Triton's binary format, which supports every data type, and which the server parses faster than JSON.
 *
 * @throws if the example is not a KServe request whose inputs have a common batch dimension
 */
export function batchRequests(example: Message): (batch: number) => Message {
  const { request, inputs } = readTensors(example);
  const [items] = inputs.map(({ shape }) => shape[0]);
  const hasBatchDimension = items > 0 && inputs.every(({ shape }) => shape[0] === items);
  if (!hasBatchDimension) {
    const shapes = inputs.map(({ name, shape }) => `${name} [${shape.join(',')}]`).join(', ');
    throw new Error(`the inputs have no common batch dimension: got ${shapes || 'no inputs'}`);
  }
  for (const { name, shape, elements } of inputs) {
    const count = elementCountOf(shape);
    if (elements.length !== count)
      throw new Error(`input ${name} has ${elements.length} elements; required for [${shape.join(',')}]: ${count}`);
  }
  return (batch) =>
    binaryRequest(
      request,
      inputs.map((input) => withItems(input, batch)),
    );
}

function readTensors(example: Message): ReturnType<typeof readRequest> {
  try {
    return readRequest(example);
  } catch (error) {
    const message = `batches can be created only from a KServe request: ${(error as Error).message}`;
    throw new Error(message, { cause: error });
  }
}

/** Returns the input with a number of items: the first items, or all items repeated. */
function withItems({ shape, elements, ...input }: FilledTensor, items: number): FilledTensor {
  return {
    ...input,
    shape: [items, ...shape.slice(1)],
    elements: repeat(elements, elementCountOf(shape.slice(1)) * items),
  };
}

/** Repeats the elements up to a number of elements. */
function repeat(elements: TensorElements, count: number): TensorElements {
  return Array.from({ length: count }, (_, index) => elements[index % elements.length]);
}
