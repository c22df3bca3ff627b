import { gapsOf, percentile, readStream } from '../../cli/response-times';

/** Returns a response stream that consists of the parts. */
async function* partsOf(...texts: string[]): AsyncIterable<{ PayloadPart: { Bytes: Uint8Array } }> {
  for (const text of texts) yield { PayloadPart: { Bytes: Buffer.from(text) } };
}

const read = (...texts: string[]): ReturnType<typeof readStream> => readStream(partsOf(...texts) as never);

test.each([
  ['in one part each', ['data: {"text":"a"}\n\n', 'data: {"text":"b"}\n\n']],
  ['in one part', ['data: {"text":"a"}\n\ndata: {"text":"b"}\n\n']],
  ['in parts that split the data and the empty line', ['data: {"te', 'xt":"a"}\n', '\ndata: {"text":"b"}\n\n']],
  ['with the line ends of HTTP', ['data: {"text":"a"}\r\n\r', '\ndata: {"text":"b"}\r\n\r\n']],
])('the arrival time of each response is recorded if responses arrive %s', async (_, texts) => {
  const { arrivals, body } = await read(...texts);
  expect(arrivals).toHaveLength(2);
  expect(body.toString()).toBe(texts.join(''));
});

test('a stream without responses has no arrival times', async () => {
  expect((await read()).arrivals).toEqual([]);
});

test('a stream that ends in the middle of a response causes an error', async () => {
  await expect(read('data: {"text":"a"}\n\ndata: {"te')).rejects.toThrow(
    'the stream of 30 bytes ends in the middle of response 2',
  );
});

test('gaps are the times between consecutive responses', () => {
  expect(gapsOf([5, 15, 35])).toEqual([10, 20]);
  expect(gapsOf([5])).toEqual([]);
});

test('a percentile counts failed requests as infinitely slow', () => {
  expect(percentile(50, [3, 1, 2])).toBe(2);
  expect(percentile(99, [3, 1, 2], 1)).toBe(Infinity);
});
