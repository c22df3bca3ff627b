import { batchRequests, batchSizesUpTo } from '../../../cli/local/batch-requests';
import { readRequest } from '../../../lib/client/protocol/decode';
import { jsonRequest } from '../../../lib/client/protocol/encode';
import { FilledTensor, Message } from '../../../lib/client/protocol/message';

const pairs: FilledTensor = { name: 'pairs', datatype: 'FP32', shape: [2, 2], elements: [1, 2, 3, 4] };
const texts: FilledTensor = { name: 'texts', datatype: 'BYTES', shape: [2, 1], elements: ['a', 'b'] };

/** The shape and the elements of each input of a request. */
function inputsOf(message: Message): [shape: number[], elements: unknown[]][] {
  return readRequest(message).inputs.map(({ shape, elements }) => [shape, Array.from(elements)]);
}

test.each([
  [1, [1]],
  [2, [1, 2]],
  [6, [1, 2, 4, 6]],
  [8, [1, 2, 4, 8]],
])('the batch sizes up to %d are %j', (maxBatchSize, sizes) => {
  expect(batchSizesUpTo(maxBatchSize)).toEqual(sizes);
});

test('the batch sizes end at the largest that a plan supports', () => {
  expect(batchSizesUpTo(100_000).slice(-2)).toEqual([2048, 4096]);
});

describe('the request for a batch', () => {
  const requestOf = batchRequests(jsonRequest({ outputs: [{ name: 'scores' }] }, [pairs, texts]));

  test('repeats the items of the example', () => {
    const [[pairShape, pairElements], [textShape, strings]] = inputsOf(requestOf(3));
    expect([pairShape, pairElements]).toEqual([
      [3, 2],
      [1, 2, 3, 4, 1, 2],
    ]);
    expect(textShape).toEqual([3, 1]);
    expect(strings.map((bytes) => Buffer.from(bytes as Uint8Array).toString())).toEqual(['a', 'b', 'a']);
  });

  test('contains only the first items if the batch is smaller than the example', () => {
    const [[shape, elements]] = inputsOf(requestOf(1));
    expect([shape, elements]).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  test('requests the outputs that the example requests', () => {
    expect(readRequest(requestOf(4)).request).toEqual({ outputs: [{ name: 'scores' }] });
  });
});

test.each([
  ['a generate request', { text_input: 'Once' }, /can be created only from a KServe request: .*inputs is missing/],
  ['no inputs', { inputs: [] }, /the inputs have no common batch dimension: got no inputs/],
  [
    'inputs of different batch sizes',
    {
      inputs: [
        { name: 'a', datatype: 'FP32', shape: [2], data: [1, 2] },
        { name: 'b', datatype: 'FP32', shape: [3], data: [1, 2, 3] },
      ],
    },
    /no common batch dimension: got a \[2\], b \[3\]/,
  ],
  [
    'a missing element',
    { inputs: [{ name: 'a', datatype: 'FP32', shape: [2], data: [1] }] },
    /input a has 1 elements; required for \[2\]: 2/,
  ],
])('an example with %s is rejected', (_, body, message) => {
  const example = { contentType: 'application/json', body: Buffer.from(JSON.stringify(body)) };
  expect(() => batchRequests(example)).toThrow(message);
});
